import type { Method } from '../../../platform/calls/table.js'
import type { ErrorCode } from '../../../platform/error-codes.js'

/**
 * The codes that a call may meet on an honest day although the app did nothing wrong (7): what an app must be ready for.
 * What no host gives for a method (4.3, 4.4, 4.5 name all that it may) is not among them.
 */
export const BAD_LUCK = {
  ready: ['TIMEOUT'],
  getContext: ['TIMEOUT'],
  'storage.get': ['TIMEOUT', 'OFFLINE'],
  'storage.set': ['TIMEOUT', 'OFFLINE', 'RATE_LIMITED', 'STORAGE_FULL'],
  'storage.remove': ['TIMEOUT', 'OFFLINE', 'RATE_LIMITED'],
  'storage.keys': ['TIMEOUT', 'OFFLINE'],
  pay: ['BUSY', 'OFFLINE'],
  getPurchases: ['TIMEOUT', 'OFFLINE'],
  consume: ['TIMEOUT', 'OFFLINE', 'NOT_CONSUMABLE'],
  share: ['BUSY'],
  pickImage: ['BUSY'],
  pickVideo: ['BUSY'],
  getNickname: ['TIMEOUT', 'BUSY', 'OFFLINE'],
  'db.set': ['TIMEOUT', 'OFFLINE', 'RATE_LIMITED', 'STORE_FULL'],
  'db.get': ['TIMEOUT', 'OFFLINE', 'RATE_LIMITED'],
  'db.list': ['TIMEOUT', 'OFFLINE', 'RATE_LIMITED'],
  'db.remove': ['TIMEOUT', 'OFFLINE', 'RATE_LIMITED'],
  'db.usage': ['TIMEOUT', 'OFFLINE', 'RATE_LIMITED'],
  'mp.host': ['RATE_LIMITED', 'BUSY', 'OFFLINE'],
  'mp.join': ['MATCH_FULL', 'NO_SUCH_MATCH', 'BUSY', 'OFFLINE'],
  'mp.list': ['TIMEOUT', 'OFFLINE'],
  'mp.send': ['NOT_IN_MATCH', 'TIMEOUT', 'OFFLINE'],
  'mp.leave': ['TIMEOUT', 'OFFLINE'],
  'ai.image.generate': ['BUSY'],
  'ai.audio.generate': ['BUSY'],
  'ai.ask': ['BUSY'],
  'ai.cancel': ['TIMEOUT'],
  close: ['TIMEOUT'],
} as const satisfies Record<Method, readonly ErrorCode[]>
