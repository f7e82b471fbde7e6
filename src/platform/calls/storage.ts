import { type CallArea, PLAIN_CALL } from './definition.js'

const STORAGE_CALL = { ...PLAIN_CALL, feature: null, since: 'oldest' } as const

/** `storage.*`: small texts that the app keeps for one person (4.1, 8.2). */
export const STORAGE_CALLS = {
  'storage.get': {
    ...STORAGE_CALL,
    name: 'storage.get',
    arguments: ['key'],
    mayFailWith: ['TIMEOUT', 'OFFLINE'],
    mistakes: ['INVALID_KEY'],
  },
  'storage.set': {
    ...STORAGE_CALL,
    name: 'storage.set',
    arguments: ['key', 'value'],
    mayFailWith: ['TIMEOUT', 'OFFLINE', 'RATE_LIMITED', 'STORAGE_FULL'],
    mistakes: ['INVALID_KEY', 'VALUE_TOO_LONG'],
  },
  'storage.remove': {
    ...STORAGE_CALL,
    name: 'storage.remove',
    arguments: ['key'],
    mayFailWith: ['TIMEOUT', 'OFFLINE', 'RATE_LIMITED'],
    mistakes: ['INVALID_KEY'],
  },
  'storage.keys': {
    ...STORAGE_CALL,
    name: 'storage.keys',
    arguments: [],
    mayFailWith: ['TIMEOUT', 'OFFLINE'],
  },
} as const satisfies CallArea
