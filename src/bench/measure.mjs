import { execFileSync, spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * A figure of the bench. Machines are noisy, so where possible a figure is a ratio of two things measured in
 * turns within one run.
 * @typedef {object} Row
 * @property {string} name what was measured, and against what
 * @property {number} value
 * @property {string} unit `×`, `ms`, `MB` …
 * @property {number | null} goal the largest value that meets the goal (the smallest, where `atLeast`); null: none
 * @property {boolean} [atLeast]
 * @property {string} [detail] the raw numbers behind it
 */

/**
 * @typedef {object} Process
 * @property {string} command
 * @property {readonly string[]} words
 * @property {string} [cwd]
 * @property {readonly number[]} [exitCodes] the exit codes that count as success; default 0
 */

/** @param {readonly number[]} numbers */
export const median = (numbers) => percentile(numbers, 0.5)

/**
 * @param {readonly number[]} numbers
 * @param {number} share 0 to 1
 */
export const percentile = (numbers, share) => {
  const sorted = [...numbers].sort((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new Error('Cannot take the percentile of an empty list.')
  return value
}

/**
 * Runs a process to its end. Returns the milliseconds it took.
 * @param {Process} what
 * @returns {Promise<number>}
 */
export const timeOf = ({ command, words, cwd, exitCodes = [0] }) =>
  new Promise((resolve, reject) => {
    const start = process.hrtime.bigint()
    const child = spawn(command, words, { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      errors += text
    })
    child.once('error', reject)
    child.once('close', (code) => {
      const ms = Number(process.hrtime.bigint() - start) / 1e6
      if (code !== null && exitCodes.includes(code)) resolve(ms)
      else reject(new Error(`${command} ${words.join(' ')} ended with ${code}:\n${errors}`))
    })
  })

/**
 * Times several processes in turns, so that all have the same noise. Returns the median of each.
 * @param {readonly Process[]} processes
 * @param {number} rounds
 */
export const mediansInTurns = async (processes, rounds) => {
  /** @type {number[][]} */
  const times = processes.map(() => [])
  // The first of several rounds warms the file cache, and is not counted.
  for (let round = rounds === 1 ? 0 : -1; round < rounds; round++)
    for (const [index, what] of processes.entries()) {
      const ms = await timeOf(what)
      if (round >= 0) times[index]?.push(ms)
    }
  return times.map(median)
}

/**
 * The peak memory of a Node.js process, in MB.
 * @param {readonly string[]} words the script and its arguments
 * @param {readonly number[]} [exitCodes]
 */
export const peakMemoryOf = async (words, exitCodes) => {
  const report = join(tmpdir(), `miniapp-bench-memory-${process.pid}-${process.hrtime.bigint()}`)
  const hook = fileURLToPath(new URL('./report-memory.mjs', import.meta.url))
  const before = process.env['MINIAPP_BENCH_MEMORY']
  process.env['MINIAPP_BENCH_MEMORY'] = report
  try {
    await timeOf({
      command: process.execPath,
      words: ['--import', hook, ...words],
      ...(exitCodes && { exitCodes }),
    })
    return Number(await readFile(report, 'utf8')) / 1024
  } finally {
    if (before === undefined) delete process.env['MINIAPP_BENCH_MEMORY']
    else process.env['MINIAPP_BENCH_MEMORY'] = before
    await rm(report, { force: true })
  }
}

/**
 * The memory that a running process has now, in bytes. Needs `ps`.
 * @param {number} pid
 */
export const residentBytes = (pid) =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1_024
