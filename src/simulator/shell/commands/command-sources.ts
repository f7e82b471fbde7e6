import type { SnapshotInfo } from '../../../control/simulator-answers.js'
import type { Docs } from '../docs/docs.js'
import type { FaultDraft } from '../panels/calls/fault-draft.js'
import type { PanelId } from '../panels/panel-groups.js'
import type { ScreenshotTool } from '../screenshot/screenshot-tool.js'
import type { Seats } from '../seat/seats.js'
import type { Control } from '../stores/control.js'
import type { Observer } from '../stores/observer.js'
import type { Settings } from '../stores/settings.js'

/** What commands act on. */
export interface CommandSources {
  readonly seats: Seats
  readonly observer: Observer
  readonly settings: Settings
  readonly control: Control
  readonly docs: Docs
  readonly screenshot: ScreenshotTool
  /** The tabs of the panels, by id and label. */
  readonly panels: readonly { readonly id: PanelId; readonly label: string }[]
  readonly snapshots: readonly SnapshotInfo[]
  readonly showPhone: () => void
  readonly showShortcuts: () => void
  /** Shows the Calls panel with the focus in its filter. */
  readonly focusFilter: () => void
  readonly focusFrameSize: () => void
  /** Shows the Switches panel with the focus in the field of a switch. @param label of the switch */
  readonly focusSwitch: (label: string) => void
  /** Shows the Faults panel, its form filled in. */
  readonly draftFault: (draft: FaultDraft) => void
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

/** Of a command without a shortcut that can always be done. */
export const ALWAYS = { key: null, available: true } as const
