import type * as z from 'zod'
import type { Upcoming } from './clock-course.js'
import type { AppContents } from './control/app-contents.js'
import type { Edits } from './control/edit.js'
import type { PayoutMode } from './money/ledger.js'
import type { Services } from './services.js'
import type { Handlers } from './session/call.js'

/** One part of the platform: its calls and, where it has them, its saved data, what comes due, and the developer's edits. */
export interface Domain {
  /** The handlers of its calls. */
  readonly calls: Partial<Handlers>
  readonly data?: DomainData
  /** What comes due in it. */
  readonly upcoming?: (world: UpcomingWorld) => readonly Upcoming[]
  readonly edits?: Partial<Edits>
}

/** What lists of upcoming events are made from. */
export interface UpcomingWorld {
  readonly services: Services
  /** What happens to payouts that come due now. */
  readonly payouts: PayoutMode
  /** The host's time. */
  readonly now: number
  /** The seat with this `app_user_id`, or null. */
  readonly seatOf: (person: string) => number | null
  /** The sessions, by seat. */
  readonly sessions: Iterable<readonly [number, { readonly endsAt: number; readonly running: boolean }]>
}

/** A domain's saved data: its fields in the exported document, and the documents that it is saved in. */
export interface DomainData {
  /** Its fields in the exported document. */
  readonly fields: z.ZodRawShape
  readonly write: (contents: AppContents) => object
  readonly read: (document: never, reading: DataReading) => object
  /** The saved documents with these contents, by name. */
  readonly documents: (contents: AppContents) => readonly (readonly [name: string, saved: unknown])[]
}

/** What reading an import needs. */
export interface DataReading {
  /** Moves a time in the document by the time that has passed since the export. */
  readonly moved: (time: number) => number
  /** The person in the first seat, if the document names none. */
  readonly ownerId: string
}
