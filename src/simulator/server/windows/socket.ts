import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { BaseClock } from '../../../host/clock.js'
import { isOwnHost } from '../../../local-server/host-guard.js'
import { SHARE_REQUEST_MAX_BYTES } from '../../../platform/limits.js'
import { type ServerMessage, SOCKET_PATH } from '../../messages.js'
import { type ReadShellMessage, shellMessageSchema } from '../../shell-messages.js'
import { isOwnPageOrProgram } from '../access/access.js'
import type { Pairing } from '../access/pairing.js'
import type { KnownFeatures } from '../bundle-origin/known-features.js'
import type { Admission } from './admission.js'
import { MessageText } from './message-text.js'
import { Outbox } from './outbox.js'
import { parseShellMessage } from './parse-shell-message.js'
import { type Dismiss, SeatConnection } from './seat-connection.js'
import { seatFailed } from './seat-world.js'
import { openElsewhere } from './windows.js'

export interface SocketOptions {
  /** Whom a token admits; null for one that is not known. */
  readonly admit: (token: string) => Admission | null
  readonly pairing: Pairing
  readonly allowedHosts: readonly string[]
  /** The bundle's origin for a browser that uses this name for this machine. */
  readonly bundleOriginFor: (hostname: string) => string
  /** Identifies pages that fit this server. */
  readonly edition: string
  /** The features that each browser knows. */
  readonly features: KnownFeatures
  readonly wake: BaseClock['wake']
}

/** The WebSockets of the simulator's windows. */
export interface Sockets {
  /** Refuses new connections and closes all. Resolves once they are closed, those that do not answer after a short time. */
  close(): Promise<void>
}

/** The largest request as JSON within JSON, where quotes and backslashes may double its size. */
const MAX_MESSAGE_BYTES = 2 * SHARE_REQUEST_MAX_BYTES + 64 * 1_024
/** How long a connection may take for its first message. */
const HELLO_MS = 10_000
/** How much a connection may send before it is admitted. */
const MAX_HELLO_BYTES = 64 * 1_024
/** How long to wait for a window to close its connection. */
const CLOSE_MS = 1_000

export const serveSockets = (server: Server, options: SocketOptions): Sockets => {
  // Compression would finish a message in a later turn, and so in a separate write.
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    // What follows from a message is done before the next one is read: a replay has no other way to tell.
    allowSynchronousEvents: false,
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
        handleConnection(socket, outbox, messageText, request, options)
      })
    else refuse(stream, '403 Forbidden')
  })
  return {
    close: async () => {
      isClosing = true
      const gone = [...outboxes].map(([socket, outbox]) => {
        outbox.flush()
        socket.close(GOING_AWAY, 'The simulator stopped.')
        // Not `once` of Node.js, which rejects if a window answers with an invalid frame. That closes the connection too.
        return new Promise((resolve) => socket.once('close', resolve))
      })
      // If the connection ended before the frame was read, the browser would report it as broken (1006).
      const stopWaiting = options.wake(CLOSE_MS, () => {
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

/** The same-origin policy does not apply to WebSockets, but browsers send the page's origin: it must be our own. */
const mayUpgrade = (request: IncomingMessage, allowedHosts: readonly string[]): boolean =>
  request.url === SOCKET_PATH &&
  isOwnHost(request.headers.host, allowedHosts) &&
  request.headers.origin !== undefined &&
  isOwnPageOrProgram(request)

const refuse = (stream: Duplex, status: string): void => {
  // Node.js does not handle errors of an upgraded stream, and the client may disconnect before the answer.
  stream.on('error', () => stream.destroy())
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

const hostnameOf = (request: IncomingMessage): string => (request.headers.host ?? '').replace(/:\d+$/, '')

/** Handles a connection: that of a seat, which starts with `hello`, or that of a window's panels, which only observe. */
const handleConnection = (
  socket: WebSocket,
  outbox: Outbox,
  messageText: MessageText,
  request: IncomingMessage,
  options: SocketOptions,
): void => {
  const bundleOrigin = options.bundleOriginFor(hostnameOf(request))
  let admission: Admission | null = null
  let seat: SeatConnection | null = null
  let stopObserving: (() => void) | null = null
  /** Whether the window was dismissed: messages that it sent before it knew are ignored. */
  let isDismissed = false
  /** Messages wait until the frame's session is open. They do not wait for each other. */
  let opening: Promise<void> = Promise.resolve()

  const stopPinging = keepAlive(socket, options.wake)
  const send = (message: ServerMessage): void => outbox.write(messageText.of(message))
  const turnAway = (message: string, isOutdated = false): void => {
    send({ type: 'refused', message, ...(isOutdated ? { outdated: true } : {}) })
    outbox.flush()
    socket.close(POLICY_VIOLATION)
  }
  const dismiss: Dismiss = (message, why) => {
    isDismissed = true
    send({ type: 'refused', message, [why]: true })
    outbox.flush()
    socket.close(POLICY_VIOLATION)
  }
  const stopTiming = options.wake(HELLO_MS, () => turnAway('The window sent no message.'))

  const connection = request.socket
  const mostBytes = connection.bytesRead + MAX_HELLO_BYTES
  const measure = (): void => {
    if (connection.bytesRead > mostBytes) socket.terminate()
  }
  connection.on('data', measure)

  const admit = (token: string): Admission | null => {
    stopTiming()
    connection.off('data', measure)
    admission = options.admit(token)
    // A phone can change its address while its page is open.
    if (admission !== null) options.pairing.admit(request.socket)
    else turnAway('The simulator was restarted. Reload this page.', true)
    return admission
  }
  const observe = ({ token }: Extract<ReadShellMessage, { type: 'observe' }>): void => {
    const admitted = admit(token)
    if (admitted === null) return
    if (admitted.observer === null) {
      turnAway('A real run has no developer panels.')
      return
    }
    const observer = admitted.observer(bundleOrigin, send)
    observer.welcome(options.edition)
    stopObserving = admitted.world.windows.observe(observer)
  }
  const hello = (message: Extract<ReadShellMessage, { type: 'hello' }>): void => {
    const admitted = admit(message.token)
    if (admitted === null) return
    const { world } = admitted
    const number = admitted.seat ?? message.seat
    const browser = request.headers['user-agent']
    if (browser !== undefined && message.features !== undefined)
      options.features.add(browser, message.features)
    if (message.ifFree === true && world.windows.inSeat(number)?.hasWindow === true) {
      dismiss(openElsewhere(number), 'elsewhere')
      return
    }
    if (message.surroundings !== undefined) world.real?.surroundings(number, message.surroundings)
    seat = new SeatConnection(world, number, bundleOrigin, send, dismiss, message.sheets ?? [])
    world.windows.take(seat)
    seat.welcome(options.edition)
  }

  socket.on('message', (data) => {
    const message = readMessage(data)
    if (message === null)
      turnAway('The page belongs to another version of the simulator. Reload this page.', true)
    else if (message.type === 'hello' || message.type === 'observe') {
      if (seat !== null || stopObserving !== null) return
      if (message.type === 'hello') hello(message)
      else observe(message)
    } else if (seat === null) turnAway('The page did not send `hello` first.')
    else {
      const seated = seat
      const handled = opening.then(async () => {
        if (!isDismissed) await seated.receive(message)
      })
      if (message.type === 'frame-opened') opening = handled.catch(() => undefined)
      handled.catch((error: unknown) => {
        if (admission !== null) seatFailed(admission.world, seated.seatNumber, error)
      })
    }
  })
  socket.on('error', (error) => {
    // A message above the limit, or a broken connection: `close` follows. Only errors of admitted windows are logged.
    if (seat === null && stopObserving === null) return
    admission?.world.log.note(seat?.seatNumber ?? 1, `The window’s connection failed: ${error.message}`)
  })
  socket.on('close', () => {
    stopTiming()
    stopPinging()
    stopObserving?.()
    if (seat !== null) admission?.world.windows.leave(seat)
  })
}

/** @param data what a window sent, which nobody has checked so far */
const readMessage = (data: RawData): ReadShellMessage | null => {
  try {
    return Buffer.isBuffer(data) ? (shellMessageSchema.safeParse(parseShellMessage(data)).data ?? null) : null
  } catch {
    return null
  }
}

/** What a heartbeat needs from a WebSocket. */
export interface BeatingSocket {
  ping(): void
  terminate(): void
  on(event: 'pong', listener: () => void): unknown
}

/**
 * Ends a connection that was lost without being closed, such as that of a phone that left the network. Browsers answer
 * pings automatically, even for pages that are hidden or paused in a debugger (RFC 6455, 5.5.2).
 * @returns a function that stops it
 */
export const keepAlive = (socket: BeatingSocket, wake: BaseClock['wake']): (() => void) => {
  let unanswered = 0
  socket.on('pong', () => {
    unanswered = 0
  })
  const beat = (): void => {
    if (unanswered === MAX_UNANSWERED) {
      socket.terminate()
      return
    }
    unanswered += 1
    socket.ping()
    cancel = wake(BEAT_MS, beat)
  }
  let cancel = wake(BEAT_MS, beat)
  return () => cancel()
}

const BEAT_MS = 15_000
/** A phone may sleep for a while. */
const MAX_UNANSWERED = 3
