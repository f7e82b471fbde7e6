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
 * Makes an edit and saves it; a running app sees it at its next call.
 * @returns what was done, in words for the log
 * @throws {EditRefusedError}
 * @throws {NotSavedError} when it could not be saved: all is as it was
 */
export const applyEdit = (edit: ReadDataEdit, world: EditWorld): Promise<string> => {
  // The kind picks the change that takes such an edit; the compiler cannot follow that through the table.
  const { apply } = EDITS[edit.edit] as Edit<EditKind>
  return apply(edit, world)
}
