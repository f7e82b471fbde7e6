#!/usr/bin/env node
// `npm test`: format and lint, types and build, then every test: unit, browser, package. `npm run test:long` is the same with
// the full number of runs of every property.
import { spawnSync } from 'node:child_process'
import { browserVariables } from './browsers.mjs'
import { ROOT } from './paths.mjs'

/**
 * @param {string} title
 * @param {readonly string[]} words a script of a package in node_modules, or of this folder, with its arguments
 * @param {Record<string, string>} [environment]
 */
const step = (title, words, environment = {}) => {
  console.log(`\n${title}`)
  const { status, error } = spawnSync(process.execPath, words, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  if (error !== undefined) throw error
  if (status !== 0) process.exit(status ?? 1)
}

step('Format and lint', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings'])
step('Unused code', ['node_modules/knip/bin/knip.js'])
step('Types and build', ['src/build/build.mjs'])
const words = process.argv.slice(2)
const isLong = words[0] === '--long'
step('Tests', ['node_modules/vitest/vitest.mjs', 'run', ...(isLong ? words.slice(1) : words)], {
  ...browserVariables(),
  ...(isLong ? { MINIAPP_LONG_TESTS: '1' } : {}),
})
