import { CALL_TIMEOUT_MS, REQUEST_MAX_BYTES } from '../limits.js'
import { type CallArea, OPTIONS } from './definition.js'

/** `getNickname` (4.6). */
export const NICKNAME_CALLS = {
  getNickname: {
    name: 'getNickname',
    arguments: [OPTIONS],
    gesture: 'ask',
    timeoutMs: CALL_TIMEOUT_MS,
    declaredIn: null,
    feature: 'nickname',
    since: 'current',
    offline: 'fails',
    sheet: 'nickname',
    progress: false,
    maxRequestBytes: REQUEST_MAX_BYTES,
    mayFailWith: ['TIMEOUT', 'BUSY', 'OFFLINE'],
    mistakes: [],
  },
} as const satisfies CallArea
