#!/usr/bin/env node
// Adds up the JSON results of several test runs: `count-tests.mjs FILE…` prints "N passed, N failed". Of a file of tests
// that was run once more (`NAME-again.json` beside `NAME.json`) the second run counts, and what passed only then is named.
import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ name: string, status: string, assertionResults: { fullName: string, status: string }[] }} TestFile */

/** @type {(results: string) => TestFile[]} */
const read = (results) => JSON.parse(readFileSync(results, 'utf8')).testResults

/** @type {(file: TestFile) => { name: string, status: string }[]} */
const outcomes = ({ name, status, assertionResults }) =>
  // A file that could not even be loaded holds no failed test, and yet it failed.
  status === 'failed' && assertionResults.length === 0
    ? [{ name, status }]
    : assertionResults.map((test) => ({ name: test.fullName, status: test.status }))

let passed = 0
let failed = 0
let skipped = 0
/** @type {string[]} */
const passedAgain = []
for (const results of process.argv.slice(2)) {
  const again = results.replace(/\.json$/, '-again.json')
  const second = new Map((existsSync(again) ? read(again) : []).map((file) => [file.name, file]))
  for (const first of read(results)) {
    const failedFirst = new Set(
      outcomes(first).flatMap(({ name, status }) => (status === 'failed' ? [name] : [])),
    )
    for (const { name, status } of outcomes(second.get(first.name) ?? first)) {
      if (status === 'failed') failed += 1
      else if (status !== 'passed') skipped += 1
      else {
        passed += 1
        if (failedFirst.has(name)) passedAgain.push(name)
      }
    }
  }
}
if (passedAgain.length > 0)
  console.log(`Passed only when run once more:\n${passedAgain.map((name) => `  ${name}\n`).join('')}`)
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(passed > 0 && failed === 0 ? 0 : 1)
