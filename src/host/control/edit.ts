import type * as z from 'zod'
import type { Clock } from '../clock.js'
import type { Randomness } from '../randomness.js'
import type { Services } from '../services.js'
import type { Seat } from '../session/seat.js'
import type { DataEdit } from './data-edit-request.js'
import type { Switches } from './switches.js'

export type EditKind = DataEdit['edit']

type EditOf<Kind extends EditKind> = Extract<DataEdit, { readonly edit: Kind }>

/** A validated edit of one kind, with defaults for what was left out. */
export type ReadEdit<Kind extends EditKind> = {
  readonly [Field in keyof EditOf<Kind>]-?: Exclude<EditOf<Kind>[Field], undefined>
}

/** One kind of edit: its schema, and how it is applied. */
export interface Edit<Kind extends EditKind> {
  readonly schema: z.ZodObject & z.ZodType<ReadEdit<Kind>, EditOf<Kind>>
  /**
   * @returns what was done, in words for the log
   * @throws {EditRefusedError} if the platform does not allow such data
   * @throws {NotSavedError} if it could not be saved; nothing changed then
   */
  apply(edit: ReadEdit<Kind>, world: EditWorld): Promise<string>
}

export type Edits<Kind extends EditKind = EditKind> = { readonly [One in Kind]: Edit<One> }

/** What edits need from the host. */
export interface EditWorld {
  readonly clock: Clock
  readonly randomness: Randomness
  readonly seat: (number: number) => Promise<Seat>
  readonly services: Services
  readonly switches: (seat: number) => Switches
}

/** An edit that cannot be applied. The message says why, for the developer. */
export class EditRefusedError extends Error {
  override readonly name = 'EditRefusedError'
}
