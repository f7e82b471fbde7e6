import type { RequestListener, Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { systemErrorCode, usageFailure } from '../failure.js'
import { LAST_PORT } from './ports.js'

export interface ListeningServer {
  readonly server: Server
  readonly port: number
  /** Whether the requested port was in use, so that another one was taken. */
  readonly moved: boolean
  /** Stops listening and closes every connection; resolves when the port is free. */
  stop(): Promise<void>
}

const PORTS_TRIED = 20

/**
 * Starts an HTTP server on a port, or on the next free one.
 * @param port the first port to try; 0 picks any free one
 * @param host the address to bind, `127.0.0.1` unless the user chose otherwise
 * @throws {Failure} `usage` if no port is available, with the port and the reason
 */
export const listen = async (
  listener: RequestListener,
  port: number,
  host = '127.0.0.1',
): Promise<ListeningServer> => {
  const last = port === 0 ? 0 : Math.min(port + PORTS_TRIED - 1, LAST_PORT)
  for (let candidate = port; ; candidate++) {
    const server = createServer(listener)
    try {
      await listenOnce(server, candidate, host)
    } catch (error) {
      const code = systemErrorCode(error)
      if (code === 'EADDRINUSE' && candidate < last) continue
      throw listenFailure(code, error, port, candidate, host)
    }
    const actual = (server.address() as AddressInfo).port
    return { server, port: actual, moved: port !== 0 && actual !== port, stop: stopOf(server) }
  }
}

/**
 * Lets a server answer at another address of this machine too, on its own port.
 * @throws {Failure} `usage` if that address and port cannot be used
 */
export const listenAlso = async (
  { server, port }: Pick<ListeningServer, 'server' | 'port'>,
  host: string,
): Promise<Pick<ListeningServer, 'stop'>> => {
  const also = createServer((request, response) => server.emit('request', request, response))
  also.on('upgrade', (...upgrade) => server.emit('upgrade', ...upgrade))
  also.requestTimeout = server.requestTimeout
  await listenOnce(also, port, host).catch((error: unknown) => {
    throw listenFailure(systemErrorCode(error), error, port, port, host)
  })
  return { stop: stopOf(also) }
}

/** How to stop a server with all of its connections. */
const stopOf = (server: Server): ListeningServer['stop'] => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return () =>
    new Promise((resolve, reject) => {
      server.close((error) => (error === undefined ? resolve() : reject(error)))
      // WebSockets and keep-alive connections would keep the port in use.
      for (const socket of sockets) socket.destroy()
    })
}

const listenOnce = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })

const listenFailure = (
  code: string | undefined,
  error: unknown,
  first: number,
  last: number,
  host: string,
): unknown => {
  const failure = (message: string, remedy: string) => usageFailure(message, remedy, error)
  switch (code) {
    case 'EADDRINUSE':
      return failure(
        first === last ? `Port ${first} is in use.` : `All ports from ${first} to ${last} are in use.`,
        'Choose another with --port, or use --port 0 for any free port.',
      )
    case 'EACCES':
      return failure(
        `You do not have permission to use port ${first}.`,
        'Choose a port above 1023 with --port.',
      )
    case 'EADDRNOTAVAIL':
      return failure(`This machine does not have the address ${host}.`, 'Set --host to one of its addresses.')
    default:
      return error
  }
}
