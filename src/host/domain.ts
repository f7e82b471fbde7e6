import type * as z from 'zod'
import type { AppContents } from './control/app-contents.js'
import type { Edits } from './control/edit.js'
import type { Upcoming } from './control/upcoming.js'
import type { UpcomingWorld } from './control/upcoming-world.js'
import type { Handlers } from './session/call.js'

/**
 * One part of the platform: what it answers, what it keeps, what happens by itself, and what a developer changes by hand.
 * A domain without one of these says so.
 */
export interface Domain {
  /** The handlers of its calls. */
  readonly calls: Partial<Handlers>
  readonly data: DomainData
  /** What time will do here. */
  readonly upcoming: (world: UpcomingWorld) => readonly Upcoming[]
  readonly edits: Partial<Edits>
}

/** What a domain keeps: its part of the document that is exported and imported, and the documents it is saved in. */
export interface DomainData {
  /** Its fields of the document. */
  readonly fields: z.ZodRawShape
  readonly write: (contents: AppContents) => object
  readonly read: (document: never, reading: DataReading) => object
  /** The documents that a host opened from its store would hold just this, by their names. */
  readonly documents: (contents: AppContents) => readonly (readonly [name: string, saved: unknown])[]
}

/** What an import is read with. */
export interface DataReading {
  /** Moves a time of the document by what has passed since it was written. */
  readonly moved: (time: number) => number
  /** The person in the first seat, where the document names none. */
  readonly ownerId: string
}

/** The data of a domain that keeps nothing. */
export const NO_DATA = {
  fields: {},
  write: () => ({}),
  read: () => ({}),
  documents: () => [],
} as const satisfies DomainData
