import { type CallArea, OPTIONS, PLAIN_CALL } from './definition.js'

/** A request to a model, which reports its progress. */
const AI_REQUEST = {
  ...PLAIN_CALL,
  arguments: [OPTIONS],
  timeoutMs: null,
  sheet: 'ai',
  progress: true,
  mayFailWith: ['BUSY'],
} as const

/** `ai.*`: pictures, sounds and answers made on the device (4.7). */
export const AI_CALLS = {
  'ai.image.generate': {
    ...AI_REQUEST,
    name: 'ai.image.generate',
    gesture: 'tap',
    declaredIn: { capability: 'ai.image', tool: null },
    feature: 'ai.image',
    offline: 'works',
  },
  'ai.audio.generate': {
    ...AI_REQUEST,
    name: 'ai.audio.generate',
    gesture: 'tap',
    declaredIn: { capability: 'ai.audio', tool: null },
    feature: 'ai.audio',
    offline: 'works',
  },
  'ai.ask': {
    ...AI_REQUEST,
    name: 'ai.ask',
    declaredIn: { capability: 'ai.assistant', tool: 'web_search' },
    feature: 'ai.assistant',
    offline: 'fails with web_search',
  },
  'ai.cancel': {
    ...PLAIN_CALL,
    name: 'ai.cancel',
    arguments: [],
    feature: null,
    offline: 'works',
    mayFailWith: ['TIMEOUT'],
  },
} as const satisfies CallArea
