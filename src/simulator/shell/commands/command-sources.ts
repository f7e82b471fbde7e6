import type { SnapshotInfo } from '../../../control/simulator-answers.js'
import type { Docs } from '../docs/docs.js'
import type { FaultDraft } from '../panels/calls/fault-draft.js'
import type { ScreenshotTool } from '../screenshot/screenshot-tool.js'
import type { Seats } from '../seat/seats.js'
import type { Control } from '../stores/control.js'
import type { Observer } from '../stores/observer.js'
import type { Settings } from '../stores/settings.js'

/** What the shell has that commands act on. */
export interface CommandTargets {
  readonly seats: Seats
  readonly observer: Observer
  readonly settings: Settings
  readonly control: Control
  readonly docs: Docs
  readonly screenshot: ScreenshotTool
  /** Shows the Faults panel, its form filled in. */
  readonly draftFault: (draft: FaultDraft) => void
}

/** What commands act on. */
export interface CommandSources extends CommandTargets {
  readonly snapshots: readonly SnapshotInfo[]
  readonly showPhone: () => void
  readonly showShortcuts: () => void
  /** Shows the Calls panel with the focus in its filter. */
  readonly focusFilter: () => void
  readonly focusFrameSize: () => void
  /** Shows the Switches panel with the focus in the field of a switch. @param label of the switch */
  readonly focusSwitch: (label: string) => void
  /** Called with the reason if the simulator refuses. */
  readonly onFailure: (reason: string) => void
}

/** Reports why an action failed. */
export const reportFailure = (
  action: Promise<unknown>,
  { onFailure }: Pick<CommandSources, 'onFailure'>,
): void => {
  action.catch((error: unknown) => onFailure(error instanceof Error ? error.message : String(error)))
}
