/** A system's key store (Keychain, Credential Manager, Secret Service), as little of it as is used here. */
export interface KeyStore {
  /** Names it to a person. */
  readonly name: string
  /** @returns null where nothing is kept under that account @throws {KeyStoreUnreachable} */
  get(account: string): Promise<string | null>
  /** Resolves when it was kept and read back. @throws {KeyStoreUnreachable} */
  set(account: string, secret: string): Promise<void>
  /** @throws {KeyStoreUnreachable} */
  delete(account: string): Promise<void>
}

/** The key store did not do it: it is locked, was denied, gave no answer in time, or refuses a secret of that size. */
export class KeyStoreUnreachable extends Error {
  override readonly name = 'KeyStoreUnreachable'
}
