import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'
import { timeOf } from './measure.mjs'

/** @typedef {import('../platform/envelope.js').Answer} Answer */
/**
 * @template {import('../platform/calls/table.js').Method} M
 * @typedef {import('../platform/calls/shapes.js').ResultOf<M>} ResultOf
 */

/** The files: one that is replaced as a whole, and one with a journal. */
const AREAS = ['storage', 'db']
const WRITERS_OF_EACH = 2
// Longer than a write and its flush, so that kills hit every moment of one.
const LONGEST_LIFE_MS = 60

/**
 * `kill -9` a thousand times at random moments of writing: no acknowledged write is lost, and no file is corrupt.
 * @param {import('./bench.mjs').BenchContext} context
 * @returns {Promise<import('./measure.mjs').Row[]>}
 */
export default async (context) => {
  const killCount = context.some(1_000, 5)
  const app = join(context.folder, 'killed')
  const words = ['init', app, '--template', 'blank', '--name', 'Bench', '--app-id', 'ma_benchbench']
  await timeOf({ command: process.execPath, words: [context.binary, ...words] })
  /** @type {Record<string, number>} */
  const acknowledged = { storage: 0, db: 0 }
  let writes = 0
  let lost = 0
  for (let kill = 0; kill < killCount; kill++) {
    if (kill > 0 && kill % 100 === 0) context.note(`${kill} of ${killCount} kills`)
    const run = await openSimulator(context.binary, app)
    for (const area of AREAS) {
      const found = countIn(area, await run.call(`${area}.get`, { key: 'count' }))
      const known = acknowledged[area] ?? 0
      if (!(found >= known)) lost += 1
      let next = Math.max(found, known)
      const write = async () => {
        for (;;) {
          next += 1
          const value = next
          const answer = await run.call(`${area}.set`, { key: 'count', value: String(value) })
          // As many as the rate limit allows.
          if ('error' in answer) return
          acknowledged[area] = Math.max(acknowledged[area] ?? 0, value)
          writes += 1
        }
      }
      for (let n = 0; n < WRITERS_OF_EACH; n++) void write()
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_LIFE_MS))
    await run.kill()
  }
  const names = await readdir(join(app, '.miniapp', 'data'), { recursive: true })
  return [
    {
      name: `acknowledged writes lost by ${killCount.toLocaleString('en')} times \`kill -9\``,
      value: lost,
      unit: 'losses',
      goal: 0,
      detail: `${writes} writes acknowledged`,
    },
    {
      name: 'files torn by them',
      value: names.filter((name) => name.includes('damaged')).length,
      unit: 'files',
      goal: 0,
    },
  ]
}

/**
 * The count that an area answered with; 0 if it has none, or rejected the call.
 * @param {string} area
 * @param {Answer} answer
 */
const countIn = (area, answer) => {
  if ('error' in answer) return 0
  if (area !== 'db') return Number(answer.result ?? 0)
  const { record } = /** @type {ResultOf<'db.get'>} */ (answer.result)
  return Number(record?.value ?? 0)
}

/**
 * @param {string} binary
 * @param {string} app
 */
const openSimulator = async (binary, app) => {
  const child = spawn(
    process.execPath,
    [binary, 'dev', app, '--port', '0', '--no-open', '--format', 'json'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const ended = new Promise((resolve) => child.once('exit', resolve))
  /** @type {{ url: string, token: string }} */
  const { url, token } = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)))
    child.once('exit', (code) => reject(new Error(`dev ended with ${code}.`)))
  })
  const { origin } = new URL(url)
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket`, { origin })
  /** @type {Map<string, (answer: Answer) => void>} */
  const waiting = new Map()
  /** @param {import('../simulator/messages.js').ShellMessage} message */
  const send = (message) => socket.send(JSON.stringify(message))
  await new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => send({ type: 'hello', seat: 1, token, sheets: [] }))
    socket.on('message', (data) => {
      /** @type {import('../simulator/messages.js').SeatMessage} */
      const message = JSON.parse(String(data))
      if (message.type === 'welcome') {
        send({ type: 'frame-opened', frame: 1 })
        resolve(undefined)
      } else if (message.type === 'to-app' && 'id' in message.message)
        waiting.get(message.message.id)?.(message.message)
    })
  })
  // A kill breaks the connection, as intended.
  socket.removeAllListeners('error').on('error', () => {})
  let calls = 0
  return {
    /**
     * @param {string} method
     * @param {unknown} params
     * @returns {Promise<Answer>} the answer; never settles if the simulator is killed first
     */
    call: (method, params) =>
      new Promise((resolve) => {
        calls += 1
        const id = `call-${calls}`
        waiting.set(id, resolve)
        const json = JSON.stringify({ service: 1, id, method, params })
        send({ type: 'request', frame: 1, json, gesture: true })
      }),
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
