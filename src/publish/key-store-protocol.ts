import * as z from 'zod'

/** What is asked of the process that calls the key store. */
export interface KeyStoreRequest {
  readonly operation: 'get' | 'set' | 'delete'
  readonly account: string
  /** What to keep; empty where nothing is. */
  readonly secret: string
}

/** What it answers. */
export const keyStoreReply = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), secret: z.string().nullable() }),
  z.object({ ok: z.literal(false), reason: z.string() }),
])

export type KeyStoreReply = Readonly<z.infer<typeof keyStoreReply>>
