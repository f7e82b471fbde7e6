import { SHARE_REQUEST_MAX_BYTES } from '../limits.js'
import { type CallArea, OPTIONS } from './definition.js'

/** `share` (4.4). */
export const SHARING_CALLS = {
  share: {
    name: 'share',
    arguments: [OPTIONS],
    gesture: 'tap',
    timeoutMs: null,
    declaredIn: null,
    feature: 'share',
    since: 'oldest',
    offline: 'fails',
    sheet: 'share',
    progress: false,
    maxRequestBytes: SHARE_REQUEST_MAX_BYTES,
    mayFailWith: ['BUSY'],
    mistakes: ['INVALID_TEXT', 'INVALID_IMAGE', 'IMAGE_TOO_LARGE'],
  },
} as const satisfies CallArea
