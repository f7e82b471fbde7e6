import type { Commands } from 'webdriver-bidi-protocol'
import { WebSocket } from 'ws'
import * as z from 'zod'

/** A command that the browser refused. */
export class BidiError extends Error {
  override readonly name = 'BidiError'
  /** The code, such as `no such frame`. */
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** A session of WebDriver BiDi (W3C) with a browser. */
export interface BidiSession {
  readonly browserVersion: string
  /**
   * Sends a command and waits for its result.
   * @throws {BidiError} if the browser refuses it, or the connection is closed before it answers
   */
  readonly send: <Name extends keyof Commands>(
    method: Name,
    parameters: Commands[Name]['params'],
  ) => Promise<Commands[Name]['returnType']>
  readonly close: () => void
}

/**
 * Connects to a browser's WebSocket.
 * @param begun the browser's version, where its session has begun already; else a session begins
 * @throws {Error} if there is no connection
 */
export const openBidiSession = async (url: string, begun?: string): Promise<BidiSession> => {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  let last = 0
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const end = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  socket.on('error', end)
  socket.on('close', () => end(new BidiError('closed', 'The browser closed the connection.')))
  socket.on('message', (data) => {
    const answer = ANSWER.safeParse(JSON.parse(String(data))).data
    // Events, which nobody subscribed to.
    if (answer === undefined) return
    const request = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (answer.type === 'success') request?.resolve(answer.result as never)
    else request?.reject(new BidiError(answer.error, answer.message))
  })
  const send: BidiSession['send'] = (method, parameters) =>
    new Promise((resolve, reject) => {
      if (socket.readyState !== WebSocket.OPEN) {
        reject(new BidiError('closed', 'The browser closed the connection.'))
        return
      }
      last += 1
      waiting.set(last, { resolve, reject })
      socket.send(JSON.stringify({ id: last, method, params: parameters }))
    })
  const browserVersion =
    begun ?? (await send('session.new', { capabilities: CAPABILITIES })).capabilities.browserVersion
  return { browserVersion, send, close: () => socket.close() }
}

/** An original may ask in dialogs: as if OK was pressed. */
const CAPABILITIES = { alwaysMatch: { unhandledPromptBehavior: { default: 'accept' } } } as const

const ANSWER = z.discriminatedUnion('type', [
  z.object({ type: z.literal('success'), id: z.number(), result: z.unknown() }),
  z.object({ type: z.literal('error'), id: z.number(), error: z.string(), message: z.string() }),
])
