import { Failure } from '../../failure.js'
import { EMPTY_PROFILE, type Profile, profileSchema } from '../sign-in/session.js'
import { type KeyStore, KeyStoreUnreachable } from './key-store.js'
import type { KeptProfile, TokenFile } from './token-file.js'
import type { TokenStore } from './token-store.js'

/**
 * Sign-ins in the system's key store if one works, else in the file. The file always records where a
 * profile's sign-in is, so that users without a key-store entry never wait for the key store; an entry of the
 * file moves to the key store on its next write.
 * @param openKeyStore called when needed; returns null if there is no key store
 * @param folder tells the sign-ins of several configuration folders apart
 */
export const keyStoreTokens = (
  file: TokenFile,
  folder: string,
  openKeyStore: () => KeyStore | null,
  warn: (line: string) => void,
): TokenStore => {
  /**
   * Values from the key store, since each read starts a process. Valid until another process may have changed
   * them.
   */
  const known = new Map<string, Profile>()
  const accountOf = (profile: string): string => `${profile} in ${folder}`

  /** @returns the file's entry for the profile: the sign-in itself, or a note that the key store has it */
  const keep = async (profile: string, value: Profile, fileOnly: boolean): Promise<KeptProfile> => {
    const inFile = { ...value, keyStore: null, fileOnly }
    const keys = fileOnly ? null : openKeyStore()
    if (keys === null) return inFile
    try {
      const account = accountOf(profile)
      await keys.set(account, JSON.stringify(value))
      return { ...EMPTY_PROFILE, keyStore: account, fileOnly }
    } catch (error) {
      if (error instanceof KeyStoreUnreachable) return inFile
      throw error
    }
  }

  const forget = async (account: string): Promise<void> => {
    const keys = openKeyStore()
    try {
      if (keys === null) throw new KeyStoreUnreachable('it is not available here')
      await keys.delete(account)
    } catch (error) {
      if (!(error instanceof KeyStoreUnreachable)) throw error
      warn(`The old sign-in could not be removed from the system's key store (${error.message}).`)
    }
  }

  return {
    placeOf: async (profile) => {
      const { keyStore } = await file.read(profile)
      return keyStore === null ? file.path : (openKeyStore()?.name ?? "the system's key store")
    },
    read: async (profile) => {
      const kept = await file.read(profile)
      if (kept.keyStore === null) return { session: kept.session, pending: kept.pending }
      const value = known.get(kept.keyStore) ?? (await readFrom(openKeyStore(), kept.keyStore))
      known.set(kept.keyStore, value)
      return value
    },
    write: async (profile, value, fileOnly) => {
      known.clear()
      const before = await file.read(profile)
      const isEmpty = value.session === null && value.pending === null
      const next = isEmpty
        ? { ...EMPTY_PROFILE, keyStore: null, fileOnly: false }
        : await keep(profile, value, fileOnly ?? before.fileOnly)
      await file.write(profile, next)
      // Only once the file no longer refers to it: a kill in between leaves a spare entry, never a missing
      // one.
      if (before.keyStore !== null && next.keyStore !== before.keyStore) await forget(before.keyStore)
    },
    profiles: file.profiles,
    exclusively: (work) =>
      file.exclusively(() => {
        known.clear()
        return work()
      }),
  }
}

const readFrom = async (keys: KeyStore | null, account: string): Promise<Profile> => {
  try {
    if (keys === null) throw new KeyStoreUnreachable('it could not be unlocked')
    const secret = await keys.get(account)
    // It was removed from the key store, which ends the sign-in.
    return secret === null ? EMPTY_PROFILE : parse(secret)
  } catch (error) {
    if (!(error instanceof KeyStoreUnreachable)) throw error
    throw new Failure(
      'sign-in',
      `Your sign-in is stored in the system's key store, which cannot be read: ${error.message}.`,
      'Unlock it, or run miniapp login --no-keyring to store the token in a file.',
      error,
    )
  }
}

const parse = (secret: string): Profile => {
  try {
    return profileSchema.parse(JSON.parse(secret))
  } catch (error) {
    throw new KeyStoreUnreachable('it contains something else under that name', { cause: error })
  }
}
