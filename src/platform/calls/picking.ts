import { type CallArea, OPTIONS, PLAIN_CALL } from './definition.js'

const PICKING_CALL = {
  ...PLAIN_CALL,
  arguments: [OPTIONS],
  gesture: 'tap',
  timeoutMs: null,
  offline: 'works',
  mayFailWith: ['BUSY'],
} as const

/** `pickImage` and `pickVideo` (4.5). */
export const PICKING_CALLS = {
  pickImage: { ...PICKING_CALL, name: 'pickImage', feature: 'pickImage', sheet: 'pick-image' },
  pickVideo: { ...PICKING_CALL, name: 'pickVideo', feature: 'pickVideo', sheet: 'pick-video' },
} as const satisfies CallArea
