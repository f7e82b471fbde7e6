import type { ReadonlySignal } from '@preact/signals'
import { signal } from '@preact/signals'
import type { StartTimer } from '../../../rpc/transport.js'
import type { ServerMessage } from '../../messages.js'
import { type MessageParts, writeShellMessage } from '../../shell-message-text.js'
import type { ShellMessage } from '../../shell-messages.js'

/** `lost` is retried automatically; `refused` is final. */
export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused'

/** The part of a WebSocket that a connection needs. */
export interface Socket {
  send(message: MessageParts): void
  close(): void
}

export interface SocketHandlers {
  readonly opened: () => void
  readonly received: (data: unknown) => void
  readonly closed: () => void
}

/** The page of a connection, which may not fit the server after a restart. */
export interface PageOptions {
  /** The edition of this page; by default it fits every server. */
  readonly edition?: string
  /** Loads this page again. */
  readonly reloadPage?: () => void
}

export interface ConnectionOptions<Message extends ServerMessage> extends PageOptions {
  readonly openSocket: (handlers: SocketHandlers) => Socket
  readonly startTimer: StartTimer
  /** Sent first on every new socket. */
  readonly hello: () => ShellMessage
  readonly onMessage: (message: Message) => void
}

export interface Connection {
  readonly state: ReadonlySignal<ConnectionState>
  /** Sends a message; without a connection it is dropped, since the server's sessions are gone too. */
  send(message: ShellMessage): void
  /** Reconnects now instead of at the next interval. */
  retryNow(): void
  /** Reconnects after the server refused. */
  begin(): void
  close(): void
}

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 4_000

/** A connection to the simulator's server that reconnects automatically: a seat's, or that of the panels. */
export const createConnection = <Message extends ServerMessage>(
  options: ConnectionOptions<Message>,
): Connection => {
  const state = signal<ConnectionState>('connecting')
  let socket: Socket | null = null
  let delay = FIRST_RETRY_MS
  let stopRetry: (() => void) | null = null
  let wasOpen = false

  const receive = (data: unknown) => {
    const message = parse<Message>(data)
    if (message === null) return
    if (message.type === 'refused') {
      state.value = 'refused'
      // A page that was never let in would be refused again.
      if (message.outdated === true && wasOpen) options.reloadPage?.()
    } else if (message.type === 'welcome' || message.type === 'observing') {
      if (message.edition !== undefined && message.edition !== (options.edition ?? message.edition)) {
        options.reloadPage?.()
        return
      }
      wasOpen = true
      delay = FIRST_RETRY_MS
      state.value = 'open'
    }
    options.onMessage(message)
  }

  const open = () => {
    stopRetry?.()
    stopRetry = null
    const current: Socket = options.openSocket({
      opened: () => current.send(writeShellMessage(options.hello())),
      received: (data) => {
        if (socket === current) receive(data)
      },
      closed: () => {
        if (socket !== current) return
        socket = null
        if (state.value === 'refused') return
        state.value = 'lost'
        stopRetry = options.startTimer(open, delay)
        delay = Math.min(delay * 2, LAST_RETRY_MS)
      },
    })
    socket = current
  }
  open()

  return {
    state,
    send: (message) => {
      if (state.value === 'open') socket?.send(writeShellMessage(message))
    },
    retryNow: () => {
      if (state.value !== 'lost' || stopRetry === null) return
      delay = FIRST_RETRY_MS
      open()
    },
    begin: () => {
      if (state.value !== 'refused') return
      state.value = 'connecting'
      open()
    },
    close: () => {
      const current = socket
      socket = null
      stopRetry?.()
      current?.close()
    },
  }
}

/** The server is ours, but a proxy in between may send anything. */
const parse = <Message extends ServerMessage>(data: unknown): Message | null => {
  if (typeof data !== 'string') return null
  try {
    return JSON.parse(data) as Message
  } catch {
    return null
  }
}
