import * as z from 'zod'
import { EDITS } from '../domains.js'
import type { DataEdit } from './data-edit-request.js'
import type { Edit, EditKind, Edits, EditWorld, ReadEdit } from './edit.js'

/** A `DataEdit` after it was read. */
export type ReadDataEdit = { readonly [Kind in EditKind]: ReadEdit<Kind> }[EditKind]

type EditSchema = Edits[EditKind]['schema']

/** Reads a `DataEdit`. */
export const dataEditSchema: z.ZodType<ReadDataEdit, DataEdit> = z.discriminatedUnion(
  'edit',
  Object.values(EDITS).map(({ schema }) => schema) as [EditSchema, ...EditSchema[]],
)

/**
 * Applies an edit and saves it. A running app sees it at its next call.
 * @returns what was done, in words for the log
 * @throws {EditRefusedError}
 * @throws {NotSavedError} if it could not be saved; nothing changed then
 */
export const applyEdit = (edit: ReadDataEdit, world: EditWorld): Promise<string> => {
  // The table has, for each kind, the edit that takes it. The compiler cannot follow that.
  const { apply } = EDITS[edit.edit] as Edit<EditKind>
  return apply(edit, world)
}
