import { type CallArea, OPTIONS, PLAIN_CALL } from './definition.js'

/** `pay`, `getPurchases` and `consume` (2.6, 3.2, 4.3). */
export const MONEY_CALLS = {
  pay: {
    ...PLAIN_CALL,
    name: 'pay',
    arguments: [OPTIONS],
    gesture: 'tap',
    timeoutMs: null,
    feature: 'pay',
    since: 'oldest',
    sheet: 'payment',
    mayFailWith: ['BUSY', 'OFFLINE'],
    mistakes: ['NO_SUCH_PRODUCT'],
  },
  getPurchases: {
    ...PLAIN_CALL,
    name: 'getPurchases',
    arguments: [],
    feature: null,
    since: 'oldest',
    mayFailWith: ['TIMEOUT', 'OFFLINE'],
  },
  consume: {
    ...PLAIN_CALL,
    name: 'consume',
    arguments: ['purchase'],
    feature: null,
    since: 'oldest',
    mayFailWith: ['TIMEOUT', 'OFFLINE', 'NOT_CONSUMABLE'],
  },
} as const satisfies CallArea
