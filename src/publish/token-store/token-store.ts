import type { Profile } from '../sign-in/session.js'

/** The store of sign-ins: the system's key store, or a file (`key-store-tokens.ts`). */
export interface TokenStore {
  /** Where a profile's sign-in is stored, for messages. */
  placeOf(profile: string): Promise<string>
  /** @returns `EMPTY_PROFILE` if there is no entry */
  read(profile: string): Promise<Profile>
  /**
   * Resolves when it is durable. Call it within `exclusively`.
   * @param fileOnly whether to use the file even if there is a key store; by default, unchanged
   */
  write(profile: string, value: Profile, fileOnly?: boolean): Promise<void>
  profiles(): Promise<readonly string[]>
  /** Runs while no other process is within `exclusively`, so that values read are still current when written. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Profile names are keys, parts of commands, and shown: letters, digits, `.`, `_` and `-`. */
export const isProfileName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)

/** The profile used when none is named. */
export const DEFAULT_PROFILE = 'default'

/** The `--profile` option for a command to run, with a leading space; empty for the default profile. */
export const profileFlag = (profile: string): string =>
  profile === DEFAULT_PROFILE ? '' : ` --profile ${profile}`
