import type { Profile } from './session.js'

/** Where sign-ins are kept: in a system's key store, or in a file (`key-store-tokens.ts`). */
export interface TokenStore {
  /** Names the place of a profile's sign-in to a person. */
  placeOf(profile: string): Promise<string>
  /** @returns `EMPTY_PROFILE` where nothing is kept under that name */
  read(profile: string): Promise<Profile>
  /**
   * Resolves when it is durable. Call it within `exclusively`.
   * @param fileOnly whether to keep it in a file even where there is a key store; left out, as it was
   */
  write(profile: string, value: Profile, fileOnly?: boolean): Promise<void>
  profiles(): Promise<readonly string[]>
  /** Runs while no other process is within `exclusively`, so that what was read still holds when it is written. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Names of profiles are keys, parts of commands, and shown: letters, digits, `.`, `_` and `-`. */
export const isProfileName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)
