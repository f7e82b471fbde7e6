import { type CallArea, OPTIONS, PLAIN_CALL } from './definition.js'

/** `mp.*`: live matches of 2 to 8 players (4.8, 8.3). */
export const MATCHES_CALLS = {
  'mp.host': {
    ...PLAIN_CALL,
    name: 'multiplayer.host',
    arguments: [OPTIONS],
    gesture: 'tap',
    timeoutMs: null,
    feature: 'multiplayer',
    sheet: 'nickname',
    mayFailWith: ['RATE_LIMITED', 'BUSY', 'OFFLINE'],
    mistakes: ['ALREADY_IN_MATCH'],
  },
  'mp.join': {
    ...PLAIN_CALL,
    name: 'multiplayer.join',
    arguments: [OPTIONS],
    gesture: 'tap',
    timeoutMs: null,
    feature: 'multiplayer',
    sheet: 'nickname',
    mayFailWith: ['MATCH_FULL', 'NO_SUCH_MATCH', 'BUSY', 'OFFLINE'],
    mistakes: ['ALREADY_IN_MATCH'],
  },
  'mp.list': {
    ...PLAIN_CALL,
    name: 'multiplayer.list',
    arguments: [],
    feature: 'multiplayer',
    mayFailWith: ['TIMEOUT', 'OFFLINE'],
  },
  'mp.send': {
    ...PLAIN_CALL,
    name: 'multiplayer.send',
    arguments: ['data', OPTIONS],
    feature: 'multiplayer',
    mayFailWith: ['NOT_IN_MATCH', 'TIMEOUT', 'OFFLINE'],
    mistakes: ['MESSAGE_TOO_LARGE'],
  },
  'mp.leave': {
    ...PLAIN_CALL,
    name: 'multiplayer.leave',
    arguments: [],
    feature: 'multiplayer',
    mayFailWith: ['TIMEOUT', 'OFFLINE'],
  },
} as const satisfies CallArea
