import { CALL_TIMEOUT_MS, READY_TIMEOUT_MS } from '../limits.js'

/**
 * The call table of 4.1 without its shapes: plain data, so that the browser SDK can carry it.
 * The shapes (zod) of parameters and results are in `calls.ts`, keyed by the same methods.
 */
export interface CallEntry {
  /** The SDK's name for the call, as `supports()` takes it. */
  readonly name: string
  /** Whether the call must be made from a tap; `ask` means only with `ask: true`. */
  readonly gesture: 'no' | 'tap' | 'ask'
  /** How long the SDK waits for an answer (8.2); null waits as long as the person or the work takes. */
  readonly timeoutMs: number | null
  /** The feature in `getContext().features` that says whether the host has it (2.5); null: every host has it. */
  readonly feature: string | null
}

const call = <Name extends string>(
  name: Name,
  gesture: CallEntry['gesture'],
  timeoutMs: number | null,
  feature: string | null,
): CallEntry & { readonly name: Name } => ({ name, gesture, timeoutMs, feature })

export const CALL_TABLE = {
  ready: call('ready', 'no', READY_TIMEOUT_MS, null),
  getContext: call('getContext', 'no', READY_TIMEOUT_MS, null),
  'storage.get': call('storage.get', 'no', CALL_TIMEOUT_MS, null),
  'storage.set': call('storage.set', 'no', CALL_TIMEOUT_MS, null),
  'storage.remove': call('storage.remove', 'no', CALL_TIMEOUT_MS, null),
  'storage.keys': call('storage.keys', 'no', CALL_TIMEOUT_MS, null),
  pay: call('pay', 'tap', null, 'pay'),
  getPurchases: call('getPurchases', 'no', CALL_TIMEOUT_MS, null),
  consume: call('consume', 'no', CALL_TIMEOUT_MS, null),
  share: call('share', 'tap', null, 'share'),
  pickImage: call('pickImage', 'tap', null, 'pickImage'),
  pickVideo: call('pickVideo', 'tap', null, 'pickVideo'),
  getNickname: call('getNickname', 'ask', CALL_TIMEOUT_MS, 'nickname'),
  'db.set': call('db.set', 'no', CALL_TIMEOUT_MS, 'db'),
  'db.get': call('db.get', 'no', CALL_TIMEOUT_MS, 'db'),
  'db.list': call('db.list', 'no', CALL_TIMEOUT_MS, 'db'),
  'db.remove': call('db.remove', 'no', CALL_TIMEOUT_MS, 'db'),
  'db.usage': call('db.usage', 'no', CALL_TIMEOUT_MS, 'db'),
  'mp.host': call('multiplayer.host', 'tap', null, 'multiplayer'),
  'mp.join': call('multiplayer.join', 'tap', null, 'multiplayer'),
  'mp.list': call('multiplayer.list', 'no', CALL_TIMEOUT_MS, 'multiplayer'),
  'mp.send': call('multiplayer.send', 'no', CALL_TIMEOUT_MS, 'multiplayer'),
  'mp.leave': call('multiplayer.leave', 'no', CALL_TIMEOUT_MS, 'multiplayer'),
  'ai.image.generate': call('ai.image.generate', 'tap', null, 'ai.image'),
  'ai.audio.generate': call('ai.audio.generate', 'tap', null, 'ai.audio'),
  'ai.ask': call('ai.ask', 'no', null, 'ai.assistant'),
  'ai.cancel': call('ai.cancel', 'no', CALL_TIMEOUT_MS, null),
  close: call('close', 'no', CALL_TIMEOUT_MS, null),
} as const satisfies Record<string, CallEntry>

/** A protocol method of 4.1. */
export type Method = keyof typeof CALL_TABLE

/** The SDK's name of a call that goes to the host (4.1). */
export type CallName = (typeof CALL_TABLE)[Method]['name']

/** The calls of the SDK that send nothing to the host: it answers them itself (4.1, 6). */
export const OWN_CALLS = ['capability', 'supports', 'on', 'off', 'multiplayer.on', 'multiplayer.off'] as const

/** The SDK's name of any call of 4.1. */
export type SdkCallName = CallName | (typeof OWN_CALLS)[number]

/** Whether the text names a protocol method; own keys only, so that `constructor` is none. */
export const isMethod = (text: string): text is Method => Object.hasOwn(CALL_TABLE, text)
