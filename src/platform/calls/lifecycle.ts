import { READY_TIMEOUT_MS } from '../limits.js'
import { type CallArea, PLAIN_CALL } from './definition.js'

/** `ready`, `getContext` and `close` (2.5, 4.2). */
export const LIFECYCLE_CALLS = {
  ready: {
    ...PLAIN_CALL,
    name: 'ready',
    arguments: [],
    timeoutMs: READY_TIMEOUT_MS,
    feature: null,
    since: 'oldest',
    offline: 'works',
    mayFailWith: ['TIMEOUT'],
  },
  getContext: {
    ...PLAIN_CALL,
    name: 'getContext',
    arguments: [],
    timeoutMs: READY_TIMEOUT_MS,
    feature: null,
    since: 'oldest',
    offline: 'works',
    mayFailWith: ['TIMEOUT'],
  },
  close: {
    ...PLAIN_CALL,
    name: 'close',
    arguments: [],
    feature: null,
    since: 'oldest',
    offline: 'works',
    mayFailWith: ['TIMEOUT'],
  },
} as const satisfies CallArea
