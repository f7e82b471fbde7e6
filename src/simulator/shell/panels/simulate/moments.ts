import { type Moment, PASSING_MOMENT_MS } from '../../../../host/control/faults/fault.js'
import { SESSION_MS, SHARED_STORE_BYTES, STORAGE_MAX_KEYS } from '../../../../platform/limits.js'
import { formatNumber } from '../../../../platform/text.js'
import { HOUR_MS, MB, SECOND_MS } from '../../../../platform/units.js'

const PASSING = `${PASSING_MOMENT_MS / SECOND_MS} seconds`

/** Faults that happen immediately, ordered by how often they happen to users. */
export const MOMENTS: readonly (readonly [Moment | 'zero-size', string, string])[] = [
  [
    'hide-and-show',
    'Leave and come back',
    `The app is hidden for ${PASSING}, and gets visibility events unless a sheet is open (6)`,
  ],
  ['flip-theme', 'Change the theme', 'The app gets a theme event (6)'],
  ['offline-for-a-while', 'Lose the network', `For ${PASSING}. On phones, calls reject with OFFLINE (7)`],
  ['drop-connection', 'Lose the match connection', 'The player gets connection_lost (3.4)'],
  [
    'end-session',
    'End the session',
    `As after ${SESSION_MS / HOUR_MS} hours: calls reject with LAUNCH_INVALID (5)`,
  ],
  ['zero-size', 'Start without a size', 'The frame opens at 0 × 0 and gets its size a second later'],
  [
    'fill-storage',
    'Fill the storage',
    `Writes ${formatNumber(STORAGE_MAX_KEYS)} keys: a new one rejects with STORAGE_FULL (8.2)`,
  ],
  [
    'fill-shared-store',
    'Fill the shared store',
    `Writes ${SHARED_STORE_BYTES / MB} MB that is not replaceable: db.set rejects with STORE_FULL (4.6)`,
  ],
]
