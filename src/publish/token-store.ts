import type { Profile } from './session.js'

/**
 * Where sign-ins are kept. The file of `token-file.ts` is one such place; a system's key store can be another.
 */
export interface TokenStore {
  /** Names the place to a person. */
  readonly place: string
  /** @returns `EMPTY_PROFILE` where nothing is kept under that name */
  read(profile: string): Promise<Profile>
  /** Resolves when it is durable. Call it within `exclusively`. */
  write(profile: string, value: Profile): Promise<void>
  profiles(): Promise<readonly string[]>
  /** Runs while no other process is within `exclusively`, so that what was read still holds when it is written. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Names of profiles are keys, parts of commands, and shown: letters, digits, `.`, `_` and `-`. */
export const isProfileName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)
