import type { Switches } from '../control/switches.js'

/** A switch of the simulator. */
export type SwitchName = keyof Switches

/** Why a switch keeps a call from doing what it does, for the log: the app never learns it. */
export interface SwitchReason {
  readonly why: string
  readonly by: SwitchName
}

/** @param by the switch that a developer changes to lift it */
export const because = (by: SwitchName, why: string): SwitchReason => ({ why, by })
