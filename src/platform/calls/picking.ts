import { REQUEST_MAX_BYTES } from '../limits.js'
import { type CallArea, OPTIONS } from './definition.js'

/** `pickImage` and `pickVideo` (4.5). */
export const PICKING_CALLS = {
  pickImage: {
    name: 'pickImage',
    arguments: [OPTIONS],
    gesture: 'tap',
    timeoutMs: null,
    declaredIn: null,
    feature: 'pickImage',
    since: 'current',
    offline: 'works',
    sheet: 'pick-image',
    progress: false,
    maxRequestBytes: REQUEST_MAX_BYTES,
    mayFailWith: ['BUSY'],
    mistakes: [],
  },
  pickVideo: {
    name: 'pickVideo',
    arguments: [OPTIONS],
    gesture: 'tap',
    timeoutMs: null,
    declaredIn: null,
    feature: 'pickVideo',
    since: 'current',
    offline: 'works',
    sheet: 'pick-video',
    progress: false,
    maxRequestBytes: REQUEST_MAX_BYTES,
    mayFailWith: ['BUSY'],
    mistakes: [],
  },
} as const satisfies CallArea
