import type { SwitchChanges, Switches } from '../../../../host/control/switches.js'
import { DEFAULT_SWITCHES } from '../../../../host/control/switches.js'
import type { Seats } from '../../seat/seats.js'
import { SWITCH_GROUPS, type SwitchDescription } from './switch-descriptions.js'

/** The seat whose switches are shown and changed, or all seats. */
export interface SwitchTarget {
  /** Those of the selected seat. */
  readonly switches: Switches
  /** Whether the target's seats have different values. */
  readonly mixed: (description: SwitchDescription) => boolean
  readonly set: (changes: SwitchChanges) => void
}

export const switchTarget = (seats: Seats): SwitchTarget => {
  const seat = seats.chosen.value
  const everyone = seats.open.value.length > 1 && seats.everyone.value
  const switches = seat.switches.value
  return {
    switches,
    mixed: (description) =>
      everyone &&
      seats.open.value.some(
        ({ switches: others }) => description.read(others.value) !== description.read(switches),
      ),
    set: (changes) => seat.setSwitches(changes, everyone),
  }
}

/** The switches that do not have their defaults. */
export const changedSwitches = (target: SwitchTarget): readonly SwitchDescription[] =>
  SWITCH_GROUPS.flatMap((group) => group.switches).filter(
    (description) =>
      target.mixed(description) || description.read(target.switches) !== description.read(DEFAULT_SWITCHES),
  )

/** Gives every changed switch its default. */
export const resetSwitches = (target: SwitchTarget): void => {
  for (const description of changedSwitches(target)) target.set(toDefault(description))
}

const toDefault = (description: SwitchDescription): SwitchChanges =>
  description.kind === 'toggle'
    ? description.change(description.read(DEFAULT_SWITCHES))
    : description.change(description.read(DEFAULT_SWITCHES))
