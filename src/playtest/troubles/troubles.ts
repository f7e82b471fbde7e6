import { BUTTONS } from './buttons.js'
import { CALLS_FAIL } from './calls-fail.js'
import { CHANGES } from './changes.js'
import { CLOSED_WHILE_PAYING } from './closed-while-paying.js'
import { DISPLAY_RATE } from './display-rate.js'
import { HIDDEN } from './hidden.js'
import { OFFLINE } from './offline.js'
import { REOPENED } from './reopened.js'
import { ROUNDS } from './rounds.js'
import { SLOW_HOST } from './slow-host.js'
import { SLOW_PHONE } from './slow-phone.js'
import { STORAGE_FULL } from './storage-full.js'
import type { Trouble } from './trouble.js'

/** Everything that goes wrong on purpose, each in a scenario of its own. */
const TROUBLES: readonly Trouble[] = [
  BUTTONS,
  ROUNDS,
  REOPENED,
  CALLS_FAIL,
  SLOW_HOST,
  CLOSED_WHILE_PAYING,
  STORAGE_FULL,
  HIDDEN,
  CHANGES,
  OFFLINE,
  DISPLAY_RATE,
  SLOW_PHONE,
]

/** The trouble of a scenario; null if nothing goes wrong in it. */
export const troubleIn = (scenario: string): Trouble | null =>
  TROUBLES.find(({ name }) => name === scenario) ?? null
