#!/usr/bin/env node
// Adds up the JSON results of several test runs: `count-tests.mjs FILE…` prints "N passed, N failed", and above it the
// names of the tests that passed only on a retry.
import { readFileSync } from 'node:fs'

/**
 * A test that passes keeps the messages of its failed tries.
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] }} TestResult
 * @typedef {{ name: string, status: string, assertionResults: TestResult[] }} TestFile
 */

let passed = 0
let failed = 0
let skipped = 0
/** @type {string[]} */
const passedAgain = []
for (const results of process.argv.slice(2)) {
  /** @type {TestFile[]} */
  const files = JSON.parse(readFileSync(results, 'utf8')).testResults
  for (const { status: ofFile, assertionResults } of files) {
    // A file that could not be loaded has no failed test, but it failed.
    if (ofFile === 'failed' && assertionResults.length === 0) failed += 1
    for (const { fullName, status, failureMessages = [] } of assertionResults) {
      if (status === 'failed') failed += 1
      else if (status !== 'passed') skipped += 1
      else {
        passed += 1
        if (failureMessages.length > 0) passedAgain.push(fullName)
      }
    }
  }
}
if (passedAgain.length > 0)
  console.log(`Passed only on a second try:\n${passedAgain.map((name) => `  ${name}\n`).join('')}`)
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(passed > 0 && failed === 0 ? 0 : 1)
