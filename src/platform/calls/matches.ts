import { type CallArea, OPTIONS, PLAIN_CALL } from './definition.js'

const MATCH_CALL = { ...PLAIN_CALL, feature: 'multiplayer', mayFailWith: ['TIMEOUT', 'OFFLINE'] } as const

/** Enters a match: asks for a nickname before the first one (4.8). */
const ENTERING = {
  ...MATCH_CALL,
  arguments: [OPTIONS],
  gesture: 'tap',
  timeoutMs: null,
  sheet: 'nickname',
  mistakes: ['ALREADY_IN_MATCH'],
} as const

/** `mp.*`: live matches of 2 to 8 players (4.8, 8.3). */
export const MATCHES_CALLS = {
  'mp.host': { ...ENTERING, name: 'multiplayer.host', mayFailWith: ['RATE_LIMITED', 'BUSY', 'OFFLINE'] },
  'mp.join': {
    ...ENTERING,
    name: 'multiplayer.join',
    mayFailWith: ['MATCH_FULL', 'NO_SUCH_MATCH', 'BUSY', 'OFFLINE'],
  },
  'mp.list': { ...MATCH_CALL, name: 'multiplayer.list', arguments: [] },
  'mp.send': {
    ...MATCH_CALL,
    name: 'multiplayer.send',
    arguments: ['data', OPTIONS],
    mayFailWith: ['NOT_IN_MATCH', 'TIMEOUT', 'OFFLINE'],
    mistakes: ['MESSAGE_TOO_LARGE'],
  },
  'mp.leave': { ...MATCH_CALL, name: 'multiplayer.leave', arguments: [] },
} as const satisfies CallArea
