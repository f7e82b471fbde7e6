import { READY_TIMEOUT_MS } from '../limits.js'
import { type CallArea, PLAIN_CALL } from './definition.js'

const LIFECYCLE_CALL = {
  ...PLAIN_CALL,
  arguments: [],
  feature: null,
  since: 'oldest',
  offline: 'works',
  mayFailWith: ['TIMEOUT'],
} as const

/** `ready`, `getContext` and `close` (2.5, 4.2). */
export const LIFECYCLE_CALLS = {
  ready: { ...LIFECYCLE_CALL, name: 'ready', timeoutMs: READY_TIMEOUT_MS },
  getContext: { ...LIFECYCLE_CALL, name: 'getContext', timeoutMs: READY_TIMEOUT_MS },
  close: { ...LIFECYCLE_CALL, name: 'close' },
} as const satisfies CallArea
