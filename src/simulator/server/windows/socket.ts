import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { Failure } from '../../../failure.js'
import type { BaseClock } from '../../../host/clock.js'
import { NotSavedError } from '../../../host/saving/store.js'
import { isOwnHost } from '../../../local-server/host-guard.js'
import { SHARE_REQUEST_MAX_BYTES } from '../../../platform/limits.js'
import { type PhoneLinks, type ServerMessage, SOCKET_PATH } from '../../messages.js'
import { isOwnPageOrProgram, isToken } from '../access/access.js'
import type { Pairing } from '../access/pairing.js'
import type { Simulator } from '../simulator.js'
import { keepAlive } from './heartbeat.js'
import { MessageText } from './message-text.js'
import { ObserverConnection } from './observer-connection.js'
import { Outbox } from './outbox.js'
import { SeatConnection } from './seat-connection.js'
import { type ReadShellMessage, shellMessageSchema } from './shell-message-schema.js'

export interface SocketOptions {
  readonly simulator: Simulator
  readonly token: string
  readonly pairing: Pairing
  /** How phones get in; null where only this machine does. */
  readonly phoneLinks: PhoneLinks | null
  readonly allowedHosts: readonly string[]
  /** The bundle's origin for a browser that knows this machine by that name. */
  readonly bundleOriginFor: (hostname: string) => string
  readonly wake: BaseClock['wake']
  /** A defect of the simulator itself. */
  readonly onDefect: (error: unknown) => void
}

/** The windows that show the simulator, by their WebSockets. */
export interface Sockets {
  /** Lets nobody in any more, and resolves once every window was told and is gone: those that do not answer after a moment. */
  close(): Promise<void>
}

/** A request of the largest size, as a JSON text within a JSON text: quotes and backslashes may double it. */
const MAX_MESSAGE_BYTES = 2 * SHARE_REQUEST_MAX_BYTES + 64 * 1_024
/** How long a connection may say nothing before it says hello. */
const HELLO_MS = 10_000
/** How much a connection may send before it said hello: the rest of a message is not waited for, nor kept. */
const MAX_HELLO_BYTES = 64 * 1_024
/** How long a window that was told to go is waited for. */
const GOODBYE_MS = 1_000

export const serveSockets = (server: Server, options: SocketOptions): Sockets => {
  // Compression would finish a message after the turn in which it was sent, and so in a write of its own.
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
  })
  const messageText = new MessageText()
  const outboxes = new Map<WebSocket, Outbox>()
  let isClosing = false
  server.on('upgrade', (request, stream, head) => {
    if (isClosing) refuse(stream, '503 Service Unavailable')
    else if (mayUpgrade(request, options.allowedHosts))
      sockets.handleUpgrade(request, stream, head, (socket) => {
        const outbox = new Outbox(socket, stream)
        outboxes.set(socket, outbox)
        socket.on('close', () => outboxes.delete(socket))
        converse(socket, outbox, messageText, request, options)
      })
    else refuse(stream, '403 Forbidden')
  })
  return {
    close: async () => {
      isClosing = true
      const gone = [...outboxes].map(([socket, outbox]) => {
        outbox.flush()
        socket.close(GOING_AWAY, 'The simulator stops.')
        // Not `once` of Node.js, which rejects where a window answers with what is no frame: it is gone by that too.
        return new Promise((resolve) => socket.once('close', resolve))
      })
      // Ended before the frame was read, a connection is broken to a browser (1006), and its page cannot tell why.
      const stopWaiting = options.wake(GOODBYE_MS, () => {
        for (const socket of outboxes.keys()) socket.terminate()
      })
      await Promise.all(gone)
      stopWaiting()
      sockets.close()
    },
  }
}

const GOING_AWAY = 1001
const POLICY_VIOLATION = 1008

/** Browsers name the page's origin on every upgrade, and no same-origin policy holds one back: it must be our own. */
const mayUpgrade = (request: IncomingMessage, allowedHosts: readonly string[]): boolean =>
  request.url === SOCKET_PATH &&
  isOwnHost(request.headers.host, allowedHosts) &&
  request.headers.origin !== undefined &&
  isOwnPageOrProgram(request)

const refuse = (stream: Duplex, status: string): void => {
  // Node.js leaves the errors of an upgraded stream to us, and whoever is refused may be gone before the answer is.
  stream.on('error', () => stream.destroy())
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

const hostnameOf = (request: IncomingMessage): string => (request.headers.host ?? '').replace(/:\d+$/, '')

/** One conversation: a seat's, which says hello first, or that of a window's panels, which only look on. */
const converse = (
  socket: WebSocket,
  outbox: Outbox,
  messageText: MessageText,
  request: IncomingMessage,
  options: SocketOptions,
): void => {
  const { simulator, onDefect } = options
  const bundleOrigin = options.bundleOriginFor(hostnameOf(request))
  let seat: SeatConnection | null = null
  let stopObserving: (() => void) | null = null
  /** The window was told to go: what it had said before it heard of that counts no more. */
  let isDismissed = false
  /** Messages that wait for the frame's session; requests themselves do not wait for each other. */
  let opening: Promise<void> = Promise.resolve()

  const stopPinging = keepAlive(socket, options.wake)
  const send = (message: ServerMessage): void => outbox.write(messageText.of(message))
  const turnAway = (message: string): void => {
    send({ type: 'refused', message })
    outbox.flush()
    socket.close(POLICY_VIOLATION)
  }
  const dismiss = (message: string): void => {
    isDismissed = true
    send({ type: 'refused', message, elsewhere: true })
    outbox.flush()
    socket.close(POLICY_VIOLATION)
  }
  const stopTiming = options.wake(HELLO_MS, () => turnAway('The window said nothing.'))

  const connection = request.socket
  const mostBytes = connection.bytesRead + MAX_HELLO_BYTES
  const measure = (): void => {
    if (connection.bytesRead > mostBytes) socket.terminate()
  }
  connection.on('data', measure)

  const mayStay = (token: string): boolean => {
    stopTiming()
    connection.off('data', measure)
    const known = isToken(token, options.token)
    // A phone can change its address while its page stays.
    if (known) options.pairing.admit(request.socket)
    else turnAway('The simulator was started again. Reload this page.')
    return known
  }
  const observe = ({ token }: Extract<ReadShellMessage, { type: 'observe' }>): void => {
    if (!mayStay(token)) return
    const observer = new ObserverConnection(simulator, bundleOrigin, options.phoneLinks, send)
    stopObserving = simulator.windows.observe(observer)
    observer.welcome()
  }
  const hello = (message: Extract<ReadShellMessage, { type: 'hello' }>): void => {
    if (!mayStay(message.token)) return
    seat = new SeatConnection(simulator, message.seat, bundleOrigin, send, dismiss, message.sheets ?? [])
    simulator.windows.take(seat)
    seat.welcome()
  }

  socket.on('message', (data, isBinary) => {
    const message = isBinary ? null : readMessage(String(data))
    if (message === null)
      turnAway('The page and the simulator do not understand each other. Reload this page.')
    else if (message.type === 'hello' || message.type === 'observe') {
      if (seat !== null || stopObserving !== null) return
      if (message.type === 'hello') hello(message)
      else observe(message)
    } else if (seat === null) turnAway('The page did not say hello.')
    else {
      const seated = seat
      const handled = opening.then(async () => {
        if (!isDismissed) await seated.receive(message)
      })
      if (message.type === 'frame-opened') opening = handled.catch(() => undefined)
      handled.catch((error: unknown) => {
        if (error instanceof NotSavedError || error instanceof Failure)
          simulator.log.add({ kind: 'note', seat: seated.seatNumber, message: error.message })
        else onDefect(error)
      })
    }
  })
  socket.on('error', (error) => {
    // A message over the limit, or a broken connection: `close` follows. What strangers do is nothing to the developer.
    if (seat === null && stopObserving === null) return
    simulator.log.add({
      kind: 'note',
      seat: seat?.seatNumber ?? 1,
      message: `The window’s connection failed: ${error.message}`,
    })
  })
  socket.on('close', () => {
    stopTiming()
    stopPinging()
    stopObserving?.()
    if (seat !== null) simulator.windows.leave(seat)
  })
}

const readMessage = (text: string): ReadShellMessage | null => {
  try {
    return shellMessageSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
