import { storageKeyFault, storageValueFault } from '../../platform/calls/faults.js'
import type { STORAGE_CALLS } from '../../platform/calls/storage.js'
import { STORAGE_MAX_KEYS, STORAGE_WRITES_PER_MINUTE } from '../../platform/limits.js'
import { MINUTE_MS } from '../../platform/units.js'
import type { RateLimit } from '../rate-window.js'
import { removeEntry, setEntry } from '../saving/store.js'
import type { Call, Handlers } from '../session/call.js'
import { CallRejection, refuseFault } from '../session/call-rejection.js'

const WRITES: RateLimit = { limit: STORAGE_WRITES_PER_MINUTE, windowMs: MINUTE_MS }

/** `storage.*`: small texts that the app stores for one person (4.1, 8.2). */
export const STORAGE = {
  'storage.get': ({ key }, { session: { seat } }) => {
    refuseFault(storageKeyFault(key))
    return seat.storage.value.get(key) ?? null
  },

  'storage.set': async ({ key, value }, call) => {
    refuseFault(storageKeyFault(key))
    refuseFault(storageValueFault(value))
    takeWrite(call)
    const { storage } = call.session.seat
    if (!storage.value.has(key) && storage.value.size >= STORAGE_MAX_KEYS)
      throw new CallRejection(
        'STORAGE_FULL',
        `There are ${STORAGE_MAX_KEYS} keys already.`,
        'Remove keys that are no longer needed, or store several values under one key (8.2).',
      )
    await storage.change((values) => setEntry(values, key, value))
    call.saved('storage')
    return { saved: true }
  },

  'storage.remove': async ({ key }, call) => {
    refuseFault(storageKeyFault(key))
    takeWrite(call)
    const { storage } = call.session.seat
    if (storage.value.has(key)) {
      await storage.change((values) => removeEntry(values, key))
      call.saved('storage')
    }
    return { removed: true }
  },

  'storage.keys': (_params, { session: { seat } }) => ({ keys: [...seat.storage.value.keys()] }),
} as const satisfies Handlers<keyof typeof STORAGE_CALLS, never>

const takeWrite = ({ session: { seat, clock } }: Call): void => {
  const wait = seat.rate(WRITES).take(clock.now())
  if (wait === null) return
  throw new CallRejection(
    'RATE_LIMITED',
    `More than ${STORAGE_WRITES_PER_MINUTE} storage writes in a minute.`,
    `The next write is possible in ${Math.ceil(wait / 1_000)} s. Save when something changes, not on every frame (8.2).`,
  )
}
