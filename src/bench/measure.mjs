import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {object} Bench
 * @property {string} binary the built command line
 * @property {string} folder an empty folder for this run
 * @property {number} rounds how often times are taken
 * @property {string} small a generated bundle
 * @property {string} full one just below every limit
 */

/**
 * What a process used.
 * @typedef {object} Usage
 * @property {number} cpu processor time of all its threads, in milliseconds
 * @property {number} memory at its peak, in MB
 * @property {number} time from its start until it ended or, of a server, until it served, in milliseconds
 */

/** Newer versions of Node.js start from a snapshot when they run no program: half as long as with one. */
const NOTHING = ['--no-node-snapshot', '-e', '0']

/**
 * What something takes, as a multiple of Node.js doing nothing. Of several rounds, in turns with Node.js, the least counts:
 * other work on the machine only makes it more.
 * @param {Bench} bench
 * @param {() => Promise<Usage>} run
 * @param {'cpu' | 'time'} kind processor time, which other work on the machine hardly changes; or what people wait
 */
export const timesNode = async (bench, run, kind = 'cpu') => {
  let ours = Number.POSITIVE_INFINITY
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < bench.rounds; round++) {
    least = Math.min(least, (await usageOf(bench, NOTHING))[kind])
    ours = Math.min(ours, (await run())[kind])
  }
  return ours / least
}

/**
 * Runs a Node.js process to its end.
 * @param {Bench} bench
 * @param {readonly string[]} words
 */
export const usageOf = async (bench, words) => {
  const started = performance.now()
  const { ended, usage } = start(bench, words)
  await ended
  return await usage(performance.now() - started)
}

/**
 * Starts `dev` or `service`, which print a JSON line when they serve.
 * @param {Bench} bench
 * @param {readonly string[]} words
 */
export const startServer = async (bench, words) => {
  const started = performance.now()
  const { child, ended, usage } = start(bench, [bench.binary, ...words, '--port', '0', '--format', 'json'])
  /** @type {{ url: string, control: string, token: string }} */
  const ready = await Promise.race([
    new Promise((resolve) => {
      createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)))
    }),
    ended,
  ])
  const time = performance.now() - started
  return {
    ready,
    stop: async () => {
      child.kill('SIGINT')
      await ended
      return await usage(time)
    },
  }
}

let processes = 0

/**
 * @param {Bench} bench
 * @param {readonly string[]} words
 */
const start = ({ folder }, words) => {
  const report = join(folder, `usage-${processes++}`)
  const child = spawn(process.execPath, ['--require', script('report-usage.cjs'), ...words], {
    env: { ...process.env, MINIAPP_BENCH_USAGE: report },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.resume()
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  /** @type {Promise<void>} */
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      // A server ends with 130 when it is stopped.
      if (code === 0 || code === 130) resolve()
      else reject(new Error(`${words.join(' ')} ended with ${code}:\n${errors}`))
    })
  })
  return {
    child,
    ended,
    /**
     * @param {number} time
     * @returns {Promise<Usage>}
     */
    usage: async (time) => ({ ...JSON.parse(await readFile(report, 'utf8')), time }),
  }
}

/** The path of a script in this folder. @param {string} name */
export const script = (name) => fileURLToPath(new URL(`./${name}`, import.meta.url))
