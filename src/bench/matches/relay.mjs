// The baseline for matches: forwards every message to all other connections, unread.
import { WebSocketServer } from 'ws'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
server.on('connection', (socket) => {
  socket.on('message', (data, isBinary) => {
    for (const other of server.clients) if (other !== socket) other.send(data, { binary: isBinary })
  })
})
server.once('listening', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 })
})
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }))
process.on('disconnect', () => process.exit())
