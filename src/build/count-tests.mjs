#!/usr/bin/env node
// Adds up the JSON results of several test runs: `count-tests.mjs FILE…` prints "N passed, N failed".
import { readFileSync } from 'node:fs'

let passed = 0
let failed = 0
let skipped = 0
for (const file of process.argv.slice(2)) {
  const results = JSON.parse(readFileSync(file, 'utf8'))
  passed += results.numPassedTests
  failed += results.numFailedTests
  skipped += results.numPendingTests + results.numTodoTests
  // A file that could not even be loaded holds no failed test, and yet it failed.
  for (const suite of results.testResults)
    if (suite.status === 'failed' && suite.assertionResults.length === 0) failed += 1
}
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(passed > 0 && failed === 0 ? 0 : 1)
