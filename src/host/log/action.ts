import type { MatchLeftReason } from '../../platform/events.js'
import type { AppData } from '../control/app-data.js'
import type { DataEdit } from '../control/data-edit-request.js'
import type { Switches } from '../control/switches.js'
import type { Moment, TroubleOrder } from '../control/trouble/trouble.js'
import type { SheetKind } from '../session/sheets.js'

/**
 * What was done to the host from outside the app. Notes of the log carry it, so that a log can be replayed: with the
 * calls, it is all that what happened followed from.
 */
export type Action =
  /** The host of an app begins. What was before counts no more. */
  | {
      readonly do: 'start'
      /** What its chance was drawn from. */
      readonly seed: number
      /** What was saved; null where that was too much for a log. */
      readonly data: AppData | null
      /** Those that stand otherwise than by default, by seat. */
      readonly switches: readonly { readonly seat: number; readonly change: LoggedSwitches }[]
    }
  /** A page of the app is loaded in the note's seat. */
  | {
      readonly do: 'open'
      /** What the host was told of the app, from its manifest. */
      readonly app: object
      readonly sheets: readonly SheetKind[]
      readonly pageVisible: boolean
    }
  /** The app's page is gone. */
  | { readonly do: 'end'; readonly reason: MatchLeftReason }
  | { readonly do: 'page-visibility'; readonly visible: boolean }
  /** The person chose on the sheet that is open; `fault` says why it was not taken. */
  | {
      readonly do: 'choose'
      readonly sheet: SheetKind
      /** As the page sends it; of a file only its size. */
      readonly choice: unknown
      readonly fault: string | null
    }
  | { readonly do: 'change-nickname' }
  /** The person stops the AI request that runs (4.7). */
  | { readonly do: 'cancel-ai' }
  /** The person is shown the sheet on which access is bought, before the app opens (5). */
  | { readonly do: 'buy-access'; readonly app: object }
  | { readonly do: 'befall'; readonly moment: Moment }
  | { readonly do: 'order-trouble'; readonly order: TroubleOrder }
  /** One order, or all where it is null. */
  | { readonly do: 'call-off-trouble'; readonly id: number | null }
  /** Null ends it. */
  | { readonly do: 'torture'; readonly seed: number | null }
  | { readonly do: 'drop-connection' }
  /** Of one seat, or of all where it is null. */
  | {
      readonly do: 'switches'
      readonly seat: number | null
      readonly change: LoggedSwitches
    }
  | { readonly do: 'edit'; readonly edit: DataEdit }

/** A change of switches, as it is put down. */
type LoggedSwitches = { readonly [Name in keyof Switches]?: unknown }

/** When something reached the host, among everything that did. */
export interface Received {
  /** Rises with everything that reaches the host. */
  readonly order: number
  /** The latest entry of the log then; 0 before the first. */
  readonly after: number
  /** By the host's clock, ISO 8601. */
  readonly at: string
}
