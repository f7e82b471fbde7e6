import { WebSocket } from 'ws'
import type { SheetKind } from '../../../src/host/session/sheets.js'
import type { Answer } from '../../../src/platform/envelope.js'
import { type ServerMessage, SOCKET_PATH } from '../../../src/simulator/messages.js'
import { writeShellMessage } from '../../../src/simulator/shell-message-text.js'
import type { ShellMessage } from '../../../src/simulator/shell-messages.js'
import { bytesOf } from '../cases/message-bytes.js'

/** A window of the shell, without a browser. */
export interface ShellWindow {
  readonly received: ServerMessage[]
  send(message: ShellMessage): void
  /** Sends bytes, as a browser sends a large message. */
  sendBytes(bytes: Uint8Array): void
  /** The first message of a type that has come or will come, and that passes the test. */
  next<T extends ServerMessage['type']>(
    type: T,
    test?: (message: Extract<ServerMessage, { type: T }>) => boolean,
  ): Promise<Extract<ServerMessage, { type: T }>>
  readonly closed: Promise<number>
  /** Posts a request as the app in this frame does, and gives the host's answer. */
  call(frame: number, method: string, params?: unknown, gesture?: boolean): Promise<Answer>
  close(): void
}

/** Opens a seat's socket, says hello, and waits for what is said to that. @param origin `http://localhost:PORT` */
export const openShellWindow = (
  origin: string,
  token: string,
  seat: number,
  sheets: readonly SheetKind[] = [],
): Promise<ShellWindow> => converse(origin, { type: 'hello', seat, token, sheets })

/** Opens the socket of a window's panels, and waits until they are told what there is. @param origin `http://localhost:PORT` */
export const openPanels = (origin: string, token: string): Promise<ShellWindow> =>
  converse(origin, { type: 'observe', token })

const converse = async (origin: string, first: ShellMessage): Promise<ShellWindow> => {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${SOCKET_PATH}`, { origin })
  const received: ServerMessage[] = []
  let calls = 0
  const waiting = new Set<() => void>()
  socket.on('message', (data) => {
    received.push(JSON.parse(String(data)) as ServerMessage)
    for (const look of waiting) look()
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const window: ShellWindow = {
    received,
    closed,
    send: (message) => socket.send(bytesOf(writeShellMessage(message))),
    sendBytes: (bytes) => socket.send(bytes),
    next: (type, test = () => true) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = received.find(
            (message): message is Extract<ServerMessage, { type: typeof type }> =>
              message.type === type && test(message as Extract<ServerMessage, { type: typeof type }>),
          )
          if (found === undefined) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    call: async (frame, method, params = {}, gesture = true) => {
      calls += 1
      const id = `call-${calls}`
      window.send({
        type: 'request',
        frame,
        json: JSON.stringify({ service: 1, id, method, params }),
        gesture,
      })
      const { message } = await window.next('to-app', ({ message }) => 'id' in message && message.id === id)
      return message as Answer
    },
    close: () => socket.close(),
  }
  const greeted = new Promise<void>((resolve) => {
    socket.once('message', () => resolve())
    socket.once('close', () => resolve())
  })
  window.send(first)
  // Else what the test does by another way could come before the window.
  await greeted
  return window
}
