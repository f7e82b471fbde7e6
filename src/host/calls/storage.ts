import { KEY_PATTERN } from '../../platform/calls.js'
import {
  KEY_MAX_CHARACTERS,
  STORAGE_MAX_KEYS,
  STORAGE_VALUE_MAX_CHARACTERS,
  STORAGE_WRITES_PER_MINUTE,
} from '../../platform/limits.js'
import { CallError } from '../call-error.js'
import { removeValue, setValue } from '../storage-document.js'
import type { CallContext, Handlers } from './call.js'

/** `storage.*`: small texts that the app keeps for one person (4.1, 8.2). */
export const STORAGE = {
  'storage.get': ({ key }, { seat }) => {
    checkKey(key)
    return seat.storage.value.get(key) ?? null
  },

  'storage.set': async ({ key, value }, call) => {
    checkKey(key)
    if (value.length > STORAGE_VALUE_MAX_CHARACTERS)
      throw new CallError(
        'VALUE_TOO_LONG',
        `The value has ${value.length} characters; ${STORAGE_VALUE_MAX_CHARACTERS} are allowed.`,
        'Characters are counted as string.length does (8.2). Store less, or spread it over several keys.',
      )
    takeWrite(call)
    const { storage } = call.seat
    if (!storage.value.has(key) && storage.value.size >= STORAGE_MAX_KEYS)
      throw new CallError(
        'STORAGE_FULL',
        `There are ${STORAGE_MAX_KEYS} keys already.`,
        'Remove keys that are no longer needed, or keep several values under one key (8.2).',
      )
    await storage.change((values) => setValue(values, key, value))
    return { saved: true }
  },

  'storage.remove': async ({ key }, call) => {
    checkKey(key)
    takeWrite(call)
    const { storage } = call.seat
    if (storage.value.has(key)) await storage.change((values) => removeValue(values, key))
    return { removed: true }
  },

  'storage.keys': (_params, { seat }) => ({ keys: [...seat.storage.value.keys()] }),
} as const satisfies Handlers

const checkKey = (key: string): void => {
  if (KEY_PATTERN.test(key)) return
  throw new CallError(
    'INVALID_KEY',
    'The key does not match ^[A-Za-z0-9_.:-]{1,128}$.',
    `A key has 1 to ${KEY_MAX_CHARACTERS} characters of A-Z a-z 0-9 _ . : - (8.2).`,
  )
}

const takeWrite = ({ seat, clock }: CallContext): void => {
  const wait = seat.storageWrites.take(clock.now())
  if (wait === null) return
  throw new CallError(
    'RATE_LIMITED',
    `More than ${STORAGE_WRITES_PER_MINUTE} storage writes in a minute.`,
    `The next write is free in ${Math.ceil(wait / 1_000)} s. Save on change, not on every frame (8.2).`,
  )
}
