import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/**
 * Starts a server that first prints a JSON line with its port or address.
 * @param {readonly string[]} words
 */
export const startServer = async (words) => {
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const lines = createInterface(child.stdout)
  const [line] = await once(lines, 'line')
  const ready = JSON.parse(line)
  return {
    child,
    ended,
    ready,
    /** @type {number} */
    port: ready.port ?? Number(new URL(ready.url).port),
    stop: async () => {
      child.kill('SIGINT')
      await ended
    },
  }
}

/**
 * The local service, as its `ready` line has it.
 * @param {import('./bench.mjs').BenchContext} context
 * @param {string} data the folder of its data
 */
export const startService = (context, data) =>
  startServer([context.binary, 'service', '--port', '0', '--data', data, '--format', 'json'])
