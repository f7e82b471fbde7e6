import { spawn } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from '../build/paths.mjs'
import { percentile } from './measure.mjs'

const GOAL_MS = 200
/** The time between two saves: long enough for different file times. */
const BETWEEN_MS = 2_300

/**
 * How long a developer waits for `check --watch` after a save.
 * @param {import('./bench.mjs').BenchContext} context
 * @returns {Promise<import('./measure.mjs').Row[]>}
 */
export default async (context) => {
  const saveCount = context.some(12, 1)
  const arcade = join(context.folder, 'arcade')
  cpSync(join(ROOT, 'templates', 'arcade'), arcade, { recursive: true })
  const apps = [
    {
      name: 'a small bundle',
      folder: context.makeBundle('small', join(context.folder, 'watched')),
      file: 'js/m0.js',
    },
    { name: 'the template `arcade`', folder: arcade, file: 'game.js' },
    {
      name: 'a full bundle',
      folder: context.makeBundle('full', join(context.folder, 'watched-full')),
      file: 'js/m9.js',
    },
  ]
  /** @type {import('./measure.mjs').Row[]} */
  const rows = []
  for (const { name, folder, file } of apps) {
    const times = await timesOfSaves(context.binary, folder, join(folder, file), saveCount)
    rows.push({
      name: `\`check --watch\` of ${name}: from a save to the last byte of the new report`,
      value: percentile(times, 0.5),
      unit: 'ms',
      goal: GOAL_MS,
      detail: `the slowest of ${saveCount}: ${Math.max(...times).toFixed(0)} ms`,
    })
  }
  return rows
}

/**
 * @param {string} binary
 * @param {string} folder
 * @param {string} file the file that is saved
 * @param {number} saveCount
 */
const timesOfSaves = async (binary, folder, file, saveCount) => {
  const child = spawn(process.execPath, [binary, 'check', folder, '--watch'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let reports = 0
  let reported = () => {}
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
    text += chunk
    // The verdict is the last line of a report.
    const found = text.match(/^[✓!✗] .*\n$/m)
    if (found === null) return
    text = ''
    reports += 1
    reported()
  })
  /** @param {number} count */
  const afterReport = (count) =>
    new Promise((resolve) => {
      reported = () => {
        if (reports >= count) resolve(undefined)
      }
      reported()
    })
  try {
    await afterReport(1)
    const content = readFileSync(file, 'utf8')
    /** @type {number[]} */
    const times = []
    for (let save = 0; save < saveCount; save++) {
      await pause(BETWEEN_MS)
      const told = afterReport(reports + 1)
      const start = process.hrtime.bigint()
      // A change that does not affect the report.
      writeFileSync(file, `${content}\n// ${save}\n`)
      await told
      times.push(Number(process.hrtime.bigint() - start) / 1e6)
    }
    return times
  } finally {
    child.kill('SIGINT')
  }
}
