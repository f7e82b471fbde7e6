import { CALL_TIMEOUT_MS, READY_TIMEOUT_MS, REQUEST_MAX_BYTES } from '../limits.js'
import type { CallArea } from './definition.js'

/** `ready`, `getContext` and `close` (2.5, 4.2). */
export const LIFECYCLE_CALLS = {
  ready: {
    name: 'ready',
    arguments: [],
    gesture: 'no',
    timeoutMs: READY_TIMEOUT_MS,
    feature: null,
    since: 'oldest',
    offline: 'works',
    sheet: null,
    progress: false,
    maxRequestBytes: REQUEST_MAX_BYTES,
    mayFailWith: ['TIMEOUT'],
    mistakes: [],
  },
  getContext: {
    name: 'getContext',
    arguments: [],
    gesture: 'no',
    timeoutMs: READY_TIMEOUT_MS,
    feature: null,
    since: 'oldest',
    offline: 'works',
    sheet: null,
    progress: false,
    maxRequestBytes: REQUEST_MAX_BYTES,
    mayFailWith: ['TIMEOUT'],
    mistakes: [],
  },
  close: {
    name: 'close',
    arguments: [],
    gesture: 'no',
    timeoutMs: CALL_TIMEOUT_MS,
    feature: null,
    since: 'oldest',
    offline: 'works',
    sheet: null,
    progress: false,
    maxRequestBytes: REQUEST_MAX_BYTES,
    mayFailWith: ['TIMEOUT'],
    mistakes: [],
  },
} as const satisfies CallArea
