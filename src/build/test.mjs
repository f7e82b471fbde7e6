#!/usr/bin/env node
// `npm test`: format and lint, types and build, then the unit, package and browser tests. `npm run test:acceptance`: the build,
// then the tests that take minutes. `npm run test:long`: all of it, with the full number of runs of every property.
import { spawn } from 'node:child_process'
import { ALL_ENGINES, browserVariables } from './browsers.mjs'
import { ROOT } from './paths.mjs'

/**
 * Starts Node.js in this checkout.
 * @param {readonly string[]} words a script of a package in node_modules, or of this folder, with its arguments
 * @param {import('node:child_process').SpawnOptions} [options]
 */
const start = (words, options) => spawn(process.execPath, words, { cwd: ROOT, ...options })

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>} its exit code; 1 where a signal ended it
 */
const ended = (child) =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })

/**
 * A step that runs beside others: its output comes in one piece, once it has ended.
 * @param {string} title
 * @param {readonly string[]} words
 */
const step = async (title, words) => {
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const child = start(words, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...colours } })
  /** @type {Buffer[]} */
  const output = []
  child.stdout?.on('data', (bytes) => output.push(bytes))
  child.stderr?.on('data', (bytes) => output.push(bytes))
  const code = await ended(child)
  console.log(`\n${title}`)
  process.stdout.write(Buffer.concat(output))
  return code
}

const [first, ...others] = process.argv.slice(2)
const isAcceptance = first === '--acceptance'
const isLong = first === '--long'
const words = isAcceptance || isLong ? others : process.argv.slice(2)

// Most of them keep one core busy.
const codes = await Promise.all([
  ...(isAcceptance
    ? []
    : [
        step('Format and lint', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings']),
        step('Unused code', ['node_modules/knip/bin/knip.js']),
      ]),
  step('Types and build', ['src/build/build.mjs']),
])
const failed = codes.find((code) => code !== 0)
if (failed !== undefined) process.exit(failed)

console.log('\nTests')
const projects = isAcceptance ? ['acceptance'] : ['unit', 'package', 'e2e', ...(isLong ? ['acceptance'] : [])]
const tests = start(
  ['node_modules/vitest/vitest.mjs', 'run', ...projects.map((name) => `--project=${name}`), ...words],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...browserVariables(projects.includes('acceptance') ? ALL_ENGINES : ['chromium']),
      ...(isLong ? { MINIAPP_LONG_TESTS: '1' } : {}),
    },
  },
)
process.exit(await ended(tests))
