import * as z from 'zod'

/** A message that an app sent. */
export interface SentMessage {
  readonly seat: number
  /** When, in milliseconds since 1970. */
  readonly at: number
  readonly data: unknown
  /** The player it was for; null if it was for all others. */
  readonly to: string | null
}

/** The messages in a log, in order: the calls of `multiplayer.send` that were answered. Other entries are passed over. */
export const sentMessagesIn = (log: readonly unknown[]): readonly SentMessage[] =>
  log.flatMap((entry) => {
    const { data } = sentSchema.safeParse(entry)
    if (data === undefined) return []
    const { seat, at, received, params } = data
    return [{ seat, at: Date.parse(received?.at ?? at), data: params.data, to: params.to ?? null }]
  })

const sentSchema = z.object({
  kind: z.literal('call'),
  // Logs of version 0.1 have the name in the protocol.
  method: z.enum(['multiplayer.send', 'mp.send']),
  seat: z.int(),
  at: z.iso.datetime(),
  received: z.object({ at: z.iso.datetime() }).optional(),
  result: z.object({}),
  params: z.object({
    data: z.custom<unknown>((data) => data !== undefined),
    to: z.string().nullish(),
  }),
})
