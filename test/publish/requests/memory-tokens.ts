import { EMPTY_PROFILE, type Profile } from '../../../src/publish/sign-in/session.js'
import type { TokenStore } from '../../../src/publish/token-store/token-store.js'

/** Sign-ins in memory, with the same promise that one at a time is within `exclusively`. */
export const memoryTokens = (profiles: Record<string, Profile> = {}): TokenStore => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    placeOf: async () => 'memory',
    read: async (profile) => profiles[profile] ?? EMPTY_PROFILE,
    write: async (profile, value) => {
      profiles[profile] = value
    },
    profiles: async () => Object.keys(profiles),
    exclusively: (work) => {
      const next = last.then(work)
      last = next.catch(() => {})
      return next
    },
  }
}
