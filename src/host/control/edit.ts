import type * as z from 'zod'
import type { Clock } from '../clock.js'
import type { Randomness } from '../randomness.js'
import type { Services } from '../services.js'
import type { Seat } from '../session/seat.js'
import type { DataEdit } from './data-edit-request.js'
import type { Switches } from './switches.js'

export type EditKind = DataEdit['edit']

type EditOf<Kind extends EditKind> = Extract<DataEdit, { readonly edit: Kind }>

/** An edit of one kind after it was read: what may be left out has its default. */
export type ReadEdit<Kind extends EditKind> = {
  readonly [Field in keyof EditOf<Kind>]-?: Exclude<EditOf<Kind>[Field], undefined>
}

/** How a developer changes one thing of what is saved. */
export interface Edit<Kind extends EditKind> {
  readonly schema: z.ZodObject & z.ZodType<ReadEdit<Kind>, EditOf<Kind>>
  /**
   * @returns what was done, in words for the log
   * @throws {EditRefusedError} where the platform would not hold it
   * @throws {NotSavedError} when it could not be saved: all is as it was
   */
  apply(edit: ReadEdit<Kind>, world: EditWorld): Promise<string>
}

export type Edits<Kind extends EditKind = EditKind> = { readonly [One in Kind]: Edit<One> }

/** What an edit needs of the host. */
export interface EditWorld {
  readonly clock: Clock
  readonly randomness: Randomness
  readonly seat: (number: number) => Promise<Seat>
  readonly services: Services
  readonly switches: (seat: number) => Switches
}
