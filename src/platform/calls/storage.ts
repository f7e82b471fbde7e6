import { type CallArea, PLAIN_CALL } from './definition.js'

/** `storage.*`: small texts that the app keeps for one person (4.1, 8.2). */
export const STORAGE_CALLS = {
  'storage.get': {
    ...PLAIN_CALL,
    name: 'storage.get',
    arguments: ['key'],
    feature: null,
    since: 'oldest',
    mayFailWith: ['TIMEOUT', 'OFFLINE'],
    mistakes: ['INVALID_KEY'],
  },
  'storage.set': {
    ...PLAIN_CALL,
    name: 'storage.set',
    arguments: ['key', 'value'],
    feature: null,
    since: 'oldest',
    mayFailWith: ['TIMEOUT', 'OFFLINE', 'RATE_LIMITED', 'STORAGE_FULL'],
    mistakes: ['INVALID_KEY', 'VALUE_TOO_LONG'],
  },
  'storage.remove': {
    ...PLAIN_CALL,
    name: 'storage.remove',
    arguments: ['key'],
    feature: null,
    since: 'oldest',
    mayFailWith: ['TIMEOUT', 'OFFLINE', 'RATE_LIMITED'],
    mistakes: ['INVALID_KEY'],
  },
  'storage.keys': {
    ...PLAIN_CALL,
    name: 'storage.keys',
    arguments: [],
    feature: null,
    since: 'oldest',
    mayFailWith: ['TIMEOUT', 'OFFLINE'],
  },
} as const satisfies CallArea
