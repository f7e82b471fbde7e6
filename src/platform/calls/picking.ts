import { type CallArea, OPTIONS, PLAIN_CALL } from './definition.js'

/** `pickImage` and `pickVideo` (4.5). */
export const PICKING_CALLS = {
  pickImage: {
    ...PLAIN_CALL,
    name: 'pickImage',
    arguments: [OPTIONS],
    gesture: 'tap',
    timeoutMs: null,
    feature: 'pickImage',
    offline: 'works',
    sheet: 'pick-image',
    mayFailWith: ['BUSY'],
  },
  pickVideo: {
    ...PLAIN_CALL,
    name: 'pickVideo',
    arguments: [OPTIONS],
    gesture: 'tap',
    timeoutMs: null,
    feature: 'pickVideo',
    offline: 'works',
    sheet: 'pick-video',
    mayFailWith: ['BUSY'],
  },
} as const satisfies CallArea
