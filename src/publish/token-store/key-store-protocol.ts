import * as z from 'zod'

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
