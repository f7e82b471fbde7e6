#!/usr/bin/env node
// `npm run bench [-- GROUP…]` prints a table of figures with their goals. A missed goal does not fail:
// figures depend on the machine. Build first: the bench runs what is in dist/.
// `npm run bench -- --quick` takes few rounds, and less than two minutes. CI runs it, so that every benchmark
// keeps working: it fails if one does not run.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ROOT } from '../build/paths.mjs'

/**
 * @typedef {object} BenchContext
 * @property {string} binary the built command line
 * @property {string} folder an empty folder for this run
 * @property {(size: 'small' | 'full', into?: string) => string} makeBundle writes a generated bundle and returns its folder
 * @property {(full: number, quick: number) => number} some how many rounds, calls or copies: all of them, or few
 * @property {(line: string) => void} note
 */

/** @type {Readonly<Record<string, () => Promise<{ default: (context: BenchContext) => Promise<import('./measure.mjs').Row[]> }>>>} */
const GROUPS = {
  install: () => import('./install.mjs'),
  startup: () => import('./startup.mjs'),
  templates: () => import('./templates.mjs'),
  bundle: () => import('./bundle.mjs'),
  growth: () => import('./growth.mjs'),
  watch: () => import('./watch.mjs'),
  hostile: () => import('./hostile.mjs'),
  simulator: () => import('./simulator.mjs'),
  kills: () => import('./kills.mjs'),
  matches: () => import('./matches.mjs'),
  store: () => import('./store.mjs'),
  publish: () => import('./publish.mjs'),
  service: () => import('./service.mjs'),
}

/** Groups that take minutes: they run if you name them, or with few rounds. */
const LONG = new Set(['kills'])
/** Groups that a quick run skips: one needs the network, and one needs large bundles. */
const NOT_QUICK = new Set(['install', 'growth'])
/** The programs that groups need. */
const PROGRAMS = { bundle: ['zip'], publish: ['curl'], simulator: ['ps'], service: ['ps'] }

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
  strict: false,
})
const { quick, ...otherFlags } = values
const wanted = [...positionals, ...Object.keys(otherFlags).map((flag) => `--${flag}`)]
const unknown = wanted.filter((name) => !Object.hasOwn(GROUPS, name))
if (unknown.length > 0) {
  console.error(`Unknown group ${unknown.join(', ')}. The groups are ${Object.keys(GROUPS).join(', ')}.`)
  process.exit(2)
}

const folder = await mkdtemp(join(tmpdir(), 'miniapp-bench-'))
/** @type {Map<string, string>} */
const bundles = new Map()
/** @type {BenchContext} */
const context = {
  binary: join(ROOT, 'bin', 'miniapp.js'),
  folder,
  makeBundle: (size, into = join(folder, size)) => {
    const made = bundles.get(into)
    if (made !== undefined) return made
    const script = fileURLToPath(new URL('./make-bundle.mjs', import.meta.url))
    const { status, stderr } = spawnSync(process.execPath, [script, into, size], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`The bundle could not be made:\n${stderr}`)
    bundles.set(into, into)
    return into
  },
  some: (full, few) => (quick ? few : full),
  note: (line) => console.error(line),
}

/** @param {number} value */
const format = (value) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

/**
 * Whether a program can be started, with any exit code.
 * @param {string} program
 */
const isInstalled = (program) => spawnSync(program, [], { stdio: 'ignore' }).error === undefined

let missed = 0
try {
  console.log('| group | figure | measured | goal | | detail |\n| --- | --- | ---: | ---: | --- | --- |')
  for (const [name, load] of Object.entries(GROUPS)) {
    if (wanted.length === 0 ? (quick ? NOT_QUICK : LONG).has(name) : !wanted.includes(name)) continue
    const missing = (PROGRAMS[/** @type {keyof typeof PROGRAMS} */ (name)] ?? []).filter(
      (program) => !isInstalled(program),
    )
    if (missing.length > 0) {
      console.log(`| ${name} | skipped: ${missing.join(' and ')} is not installed | | | | |`)
      continue
    }
    const { default: run } = await load()
    for (const row of await run(context)) {
      const met = row.goal === null || (row.atLeast ? row.value >= row.goal : row.value <= row.goal)
      if (!met) missed += 1
      const goal = row.goal === null ? '' : `${row.atLeast ? '≥' : '≤'} ${row.goal} ${row.unit}`
      const verdict = row.goal === null ? '' : met ? 'met' : 'missed'
      console.log(
        `| ${name} | ${row.name} | ${format(row.value)} ${row.unit} | ${goal} | ${verdict} | ${row.detail ?? ''} |`,
      )
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.error(missed === 0 ? 'Every goal is met.' : `${missed} missed.`)
