import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** Another host, which an app must not reach. It never answers. */
export interface Elsewhere {
  readonly url: string
  /** What it was sent. */
  readonly received: string[]
  readonly close: () => void
}

export const openElsewhere = async (): Promise<Elsewhere> => {
  const received: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('data', (bytes) => received.push(bytes.toString('latin1')))
    socket.on('error', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
