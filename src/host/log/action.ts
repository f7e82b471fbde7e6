import type { AppData } from '../control/app-data.js'
import type { DataEdit } from '../control/data-edit-request.js'
import type { FaultPlan, Moment } from '../control/faults/fault.js'
import type { FaultsAtStart } from '../control/faults/fault-injector.js'
import type { Switches } from '../control/switches.js'
import type { MatchStep } from '../matches/match-step-request.js'
import type { SheetKind } from '../session/sheets.js'

/**
 * Something done to the host from outside the app. Notes in the log carry actions, so that a log can be replayed: calls
 * and actions are all the input of a host. Saved logs contain these names, so they cannot change.
 */
export type Action =
  /** A new host starts. Nothing before it matters. */
  | {
      readonly do: 'start'
      /** The seed of its randomness. */
      readonly seed: number
      /** The saved data; null if they were too large for a log. */
      readonly data: AppData | null
      /** The switches that differ from their defaults, by seat. */
      readonly switches: readonly { readonly seat: number; readonly change: LoggedSwitches }[]
      /** The numbers of the shared store's records, oldest first, and of its latest change: cursors of `db.list` have them. */
      readonly sequences?: { readonly records: readonly number[]; readonly latest: number }
      /** Absent in earlier logs. */
      readonly faults?: FaultsAtStart
      /** The log has the turns of the host. Those of version 0.1 do not, and cannot be replayed. */
      readonly hasTurns?: true
    }
  /** The app's page was loaded in the note's seat. */
  | {
      readonly do: 'open'
      /** What the host knows about the app, from its manifest. */
      readonly app: object
      readonly sheets: readonly SheetKind[]
      readonly pageVisible: boolean
      /** Whether the seat stays in the match in which the developer seated it. */
      readonly keepsPlace?: true
    }
  | { readonly do: 'page-visibility'; readonly visible: boolean }
  /** The person made a choice on the open sheet. `fault` says why it was not accepted. */
  | {
      readonly do: 'choose'
      readonly sheet: SheetKind
      /** As the page sends it. Of a file, only the size. */
      readonly choice: unknown
      readonly fault: string | null
    }
  | { readonly do: 'change-nickname' }
  /** The person cancels the running AI request (4.7). */
  | { readonly do: 'cancel-ai' }
  /** The person opens the sheet that sells access, before the app opens (5). */
  | { readonly do: 'buy-access'; readonly app: object }
  /** Something happens to the app. */
  | { readonly do: 'trigger'; readonly moment: Moment }
  /** The developer sets a fault. */
  | { readonly do: 'add-fault'; readonly plan: FaultPlan }
  /** Removes one fault, or all for null. */
  | { readonly do: 'remove-fault'; readonly id: number | null }
  /** Starts random faults from a seed, or ends them for null. */
  | { readonly do: 'random-faults'; readonly seed: number | null }
  | { readonly do: 'drop-connection' }
  /** The network of the note's seat delivers nothing for so long, and then everything. */
  | { readonly do: 'freeze-network'; readonly milliseconds: number }
  /** The developer does something to a match. */
  | { readonly do: 'steer-match'; readonly match: string; readonly step: MatchStep }
  /** Changes the switches of one seat, or of all for null. */
  | {
      readonly do: 'switches'
      readonly seat: number | null
      readonly change: LoggedSwitches
    }
  | { readonly do: 'edit'; readonly edit: DataEdit }

/** A change of switches, as it is logged. */
type LoggedSwitches = { readonly [Name in keyof Switches]?: unknown }

/** When something reached the host, or a call was answered, in the order of everything that did. */
export interface Received {
  /** Increases with everything that reaches the host, and with every answer. */
  readonly order: number
  /** The log's latest entry at that time; 0 before the first. */
  readonly after: number
  /** By the host's clock, ISO 8601. */
  readonly at: string
}
