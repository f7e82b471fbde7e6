#!/usr/bin/env node
// What to run once more after a red run: `failed-tests.mjs RESULTS` prints the files with failed tests, one a line. Prints
// nothing and exits 1 where a second run would tell nothing: no test failed, or so many that it is no accident.
import { readFileSync } from 'node:fs'

const MOST_ACCIDENTS = 5

/** @type {{ numFailedTests: number, testResults: { name: string, status: string }[] }} */
const { numFailedTests, testResults } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const files = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
if (files.length === 0 || Math.max(files.length, numFailedTests) > MOST_ACCIDENTS) process.exit(1)
console.log(files.join('\n'))
