import { randomInt } from 'node:crypto'
import { listen } from '../../../src/local-server/listen.js'

/** Below the ports that a system assigns on request. */
const FIRST = 20_000
const COUNT = 12_000

/** A port that nobody listens on, and that no other test gets by asking for any before it is used. */
export const freePort = async (): Promise<number> => {
  const server = await listen(() => {}, randomInt(FIRST, FIRST + COUNT))
  await server.stop()
  return server.port
}
