import { SHARE_REQUEST_MAX_BYTES } from '../limits.js'
import { type CallArea, OPTIONS, PLAIN_CALL } from './definition.js'

/** `share` (4.4). */
export const SHARING_CALLS = {
  share: {
    ...PLAIN_CALL,
    name: 'share',
    arguments: [OPTIONS],
    gesture: 'tap',
    timeoutMs: null,
    feature: 'share',
    since: 'oldest',
    sheet: 'share',
    maxRequestBytes: SHARE_REQUEST_MAX_BYTES,
    mayFailWith: ['BUSY'],
    mistakes: ['INVALID_TEXT', 'INVALID_IMAGE', 'IMAGE_TOO_LARGE'],
  },
} as const satisfies CallArea

/** The types of the pictures that an app can share (4.1, 4.4). */
export const SHARE_IMAGE_TYPES = ['image/png', 'image/jpeg'] as const
export type ShareImageType = (typeof SHARE_IMAGE_TYPES)[number]

/** What precedes the base64 of a shared picture in its data URL (4.1). */
export const shareImageStart = (type: ShareImageType): string => `data:${type};base64,`
