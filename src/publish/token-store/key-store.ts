import * as z from 'zod'

/** The part of a system's key store (Keychain, Credential Manager, Secret Service) that is used here. */
export interface KeyStore {
  /** Its name for messages. */
  readonly name: string
  /**
   * @returns null if the account has no entry
   * @throws {KeyStoreUnreachable}
   */
  get(account: string): Promise<string | null>
  /**
   * Resolves once the value was stored and read back.
   * @throws {KeyStoreUnreachable}
   */
  set(account: string, secret: string): Promise<void>
  /** @throws {KeyStoreUnreachable} */
  delete(account: string): Promise<void>
}

/**
 * The key store failed: it is locked, access was denied, it did not answer in time, or it rejects a secret of
 * that size.
 */
export class KeyStoreUnreachable extends Error {
  override readonly name = 'KeyStoreUnreachable'
}

/** The request to the key-store process. */
export interface KeyStoreRequest {
  readonly operation: 'get' | 'set' | 'delete'
  readonly account: string
  /** The value to store; otherwise empty. */
  readonly secret: string
}

/** Its reply. */
export const keyStoreReply = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), secret: z.string().nullable() }),
  z.object({ ok: z.literal(false), reason: z.string() }),
])

export type KeyStoreReply = Readonly<z.infer<typeof keyStoreReply>>
