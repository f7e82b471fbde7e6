import { type CallArea, OPTIONS, PLAIN_CALL } from './definition.js'

const DB_CALL = {
  ...PLAIN_CALL,
  feature: 'db',
  mayFailWith: ['TIMEOUT', 'OFFLINE', 'RATE_LIMITED'],
} as const

/** `db.*`: records that everyone in the app can read (4.6, 8.3). */
export const RECORDS_CALLS = {
  'db.set': {
    ...DB_CALL,
    name: 'db.set',
    arguments: ['key', 'value', OPTIONS],
    mayFailWith: ['TIMEOUT', 'OFFLINE', 'RATE_LIMITED', 'STORE_FULL'],
  },
  'db.get': { ...DB_CALL, name: 'db.get', arguments: ['key', OPTIONS] },
  'db.list': { ...DB_CALL, name: 'db.list', arguments: ['key', OPTIONS] },
  'db.remove': { ...DB_CALL, name: 'db.remove', arguments: ['key'] },
  'db.usage': { ...DB_CALL, name: 'db.usage', arguments: [] },
} as const satisfies CallArea
