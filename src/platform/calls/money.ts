import { CALL_TIMEOUT_MS, REQUEST_MAX_BYTES } from '../limits.js'
import { type CallArea, OPTIONS } from './definition.js'

/** `pay`, `getPurchases` and `consume` (2.6, 3.2, 4.3). */
export const MONEY_CALLS = {
  pay: {
    name: 'pay',
    arguments: [OPTIONS],
    gesture: 'tap',
    timeoutMs: null,
    feature: 'pay',
    since: 'oldest',
    offline: 'fails',
    sheet: 'payment',
    progress: false,
    maxRequestBytes: REQUEST_MAX_BYTES,
    mayFailWith: ['BUSY', 'OFFLINE'],
    mistakes: ['NO_SUCH_PRODUCT'],
  },
  getPurchases: {
    name: 'getPurchases',
    arguments: [],
    gesture: 'no',
    timeoutMs: CALL_TIMEOUT_MS,
    feature: null,
    since: 'oldest',
    offline: 'fails',
    sheet: null,
    progress: false,
    maxRequestBytes: REQUEST_MAX_BYTES,
    mayFailWith: ['TIMEOUT', 'OFFLINE'],
    mistakes: [],
  },
  consume: {
    name: 'consume',
    arguments: ['purchase'],
    gesture: 'no',
    timeoutMs: CALL_TIMEOUT_MS,
    feature: null,
    since: 'oldest',
    offline: 'fails',
    sheet: null,
    progress: false,
    maxRequestBytes: REQUEST_MAX_BYTES,
    mayFailWith: ['TIMEOUT', 'OFFLINE', 'NOT_CONSUMABLE'],
    mistakes: [],
  },
} as const satisfies CallArea
