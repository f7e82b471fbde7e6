import type { SnapshotInfo } from '../../../control/simulator-answers.js'
import { wordsOfError } from '../../../platform/text.js'
import type { FaultDraft } from '../panels/calls/fault-draft.js'
import type { ShellParts } from '../parts.js'

/** What the shell has that commands act on. */
export interface CommandTargets
  extends Pick<ShellParts, 'seats' | 'observer' | 'settings' | 'control' | 'docs' | 'screenshot'> {
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
  action.catch((error: unknown) => onFailure(wordsOfError(error)))
}
