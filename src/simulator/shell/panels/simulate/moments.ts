import type { Moment } from '../../../../host/control/faults/fault.js'

/** Faults that happen immediately, ordered by how often they happen to users. */
export const MOMENTS: readonly (readonly [Moment | 'zero-size', string, string])[] = [
  [
    'hide-and-show',
    'Leave and come back',
    'visibility is false for two seconds; no event while a sheet is open (6)',
  ],
  ['flip-theme', 'Change the theme', 'a theme event (6)'],
  ['offline-for-a-while', 'Lose the network', 'for two seconds; on phones, calls reject with OFFLINE (7)'],
  ['drop-connection', 'Lose the match connection', 'the player gets connection_lost (3.4)'],
  ['end-session', 'End the session', 'as after 12 hours: calls reject with LAUNCH_INVALID (5)'],
  ['zero-size', 'Start without a size', 'the frame opens at 0 × 0 and gets its size a second later'],
  ['fill-storage', 'Fill the storage', '1,024 keys: a new one rejects with STORAGE_FULL (8.2)'],
  [
    'fill-shared-store',
    'Fill the shared store',
    '1 MB of records that are not replaceable: STORE_FULL (4.6)',
  ],
]
