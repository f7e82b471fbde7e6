import { DEFAULT_SWITCHES } from '../../../src/host/control/switches.js'
import type { ServerMessage } from '../../../src/simulator/messages.js'
import { parseShellMessage } from '../../../src/simulator/server/windows/parse-shell-message.js'
import type { Socket, SocketHandlers } from '../../../src/simulator/shell/bridge/connection.js'
import type { ShellMessage } from '../../../src/simulator/shell-messages.js'
import { bytesOf } from '../cases/message-bytes.js'

type Welcome = Extract<ServerMessage, { type: 'welcome' }>

export interface FakeSimulator {
  readonly openSocket: (handlers: SocketHandlers) => Socket
  /** What the shell said on the newest socket, oldest first. */
  received(): ShellMessage[]
  /** How many sockets were opened. */
  sockets(): number
  /** Lets the newest socket open. */
  open(): void
  /** Lets the newest socket open and welcomes it to its seat. */
  welcome(changes?: Partial<Welcome>): void
  say(message: ServerMessage): void
  sayText(text: string): void
  /** Whether the shell closed the newest socket. */
  closed(): boolean
  /** The newest socket breaks. */
  drop(): void
}

/** The server's side of the WebSocket, without one. */
export const fakeSimulator = (): FakeSimulator => {
  const sockets: { readonly handlers: SocketHandlers; readonly received: ShellMessage[]; closed: boolean }[] =
    []
  const newest = () => {
    const socket = sockets.at(-1)
    if (socket === undefined) throw new Error('No socket was opened.')
    return socket
  }
  const say = (message: ServerMessage) => newest().handlers.received(JSON.stringify(message))
  return {
    openSocket: (handlers) => {
      const socket = { handlers, received: [] as ShellMessage[], closed: false }
      sockets.push(socket)
      return {
        send: (parts) => {
          socket.received.push(parseShellMessage(bytesOf(parts)) as ShellMessage)
        },
        close: () => {
          socket.closed = true
          handlers.closed()
        },
      }
    },
    received: () => newest().received,
    sockets: () => sockets.length,
    closed: () => newest().closed,
    open: () => newest().handlers.opened(),
    welcome: (changes = {}) => {
      newest().handlers.opened()
      say({
        type: 'welcome',
        seat: 1,
        app: {
          id: 'ma_abcdefghij',
          name: 'Hello',
          version: '1.0.0',
          orientation: 'any',
          iconUrl: null,
        },
        switches: DEFAULT_SWITCHES,
        frameUrl: 'http://localhost:2/ma_abcdefghij/1.0.0/index.html',
        problems: null,
        ...changes,
      })
    },
    say,
    sayText: (text) => newest().handlers.received(text),
    drop: () => newest().handlers.closed(),
  }
}
