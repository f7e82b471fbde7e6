import { type CallArea, OPTIONS, PLAIN_CALL } from './definition.js'

/** `db.*`: records that everyone in the app can read (4.6, 8.3). */
export const RECORDS_CALLS = {
  'db.set': {
    ...PLAIN_CALL,
    name: 'db.set',
    arguments: ['key', 'value', OPTIONS],
    feature: 'db',
    mayFailWith: ['TIMEOUT', 'OFFLINE', 'RATE_LIMITED', 'STORE_FULL'],
  },
  'db.get': {
    ...PLAIN_CALL,
    name: 'db.get',
    arguments: ['key', OPTIONS],
    feature: 'db',
    mayFailWith: ['TIMEOUT', 'OFFLINE', 'RATE_LIMITED'],
  },
  'db.list': {
    ...PLAIN_CALL,
    name: 'db.list',
    arguments: ['key', OPTIONS],
    feature: 'db',
    mayFailWith: ['TIMEOUT', 'OFFLINE', 'RATE_LIMITED'],
  },
  'db.remove': {
    ...PLAIN_CALL,
    name: 'db.remove',
    arguments: ['key'],
    feature: 'db',
    mayFailWith: ['TIMEOUT', 'OFFLINE', 'RATE_LIMITED'],
  },
  'db.usage': {
    ...PLAIN_CALL,
    name: 'db.usage',
    arguments: [],
    feature: 'db',
    mayFailWith: ['TIMEOUT', 'OFFLINE', 'RATE_LIMITED'],
  },
} as const satisfies CallArea
