import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { check } from '../../src/check/run.js'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { runInFrame } from '../support/browser/run-in-frame.js'
import { bundleOf, fetchLibraries, LIBRARIES, versionOf } from '../support/cases/libraries.js'
import { judge, tableOf, type Verdict } from '../support/cases/verdicts.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { LONG } from '../support/vitest/runs.js'

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => closeWindows(browser))

describe('a page in the frame', () => {
  const happensTo = async (run: string): Promise<string | null> =>
    runInFrame(browser, await bundleOf({ name: 'own', run }), 3_000)

  it('runs where it is done, without an error', async () => {
    expect(await happensTo('setTimeout(() => { window.done = true })')).toBe(null)
  })

  it.each([
    ['throws', "localStorage.setItem('a', 1)\nwindow.done = true", /^SecurityError: .*'localStorage'/],
    [
      'rejects, though it is done',
      "Promise.reject(new TypeError('a'))\nwindow.done = true",
      /^TypeError: a$/,
    ],
    ['throws as it has loaded', 'window.done = true\nonload = () => { throw new Error("a") }', /^Error: a$/],
    ['is done with something wrong', 'window.done = 1 > 2', /^done is false$/],
    ['is never done', '', /^It is never done\.$/],
  ])('dies where it %s', async (_how, run, why) => {
    expect(await happensTo(run)).toMatch(why)
  })
})

describe('the verdicts', () => {
  const verdict = (name: string, runs: boolean, dies?: string): Verdict => ({
    page: { name, run: '', ...(dies === undefined ? {} : { dies }) },
    version: '1.0.0',
    runs,
    findings: runs ? [] : [{ rule: 'script/storage', file: 'main.js', line: 3, column: 1 }],
    milliseconds: name.charCodeAt(0),
  })

  it('are counted against what the pages do', () => {
    const verdicts = [
      verdict('a', true),
      verdict('b', false),
      verdict('c', false, 'no'),
      verdict('d', true, 'no'),
    ]
    expect(judge(verdicts)).toEqual({ run: 2, die: 2, falselyTold: ['b'], notTold: ['d'] })
    expect(tableOf(verdicts)).toBe(`\
library  version  check         Chromium  found, where the verdict is wrong
a        1.0.0    runs          runs
b        1.0.0    will not run  runs      script/storage main.js:3:1
c        1.0.0    will not run  no
d        1.0.0    runs          no        nothing
2 run: check says of 1 that they will not.
2 die: check does not say so of 1.
The slowest checks: d 100 ms, c 99 ms, b 98 ms, a 97 ms.
`)
  })
})

/** How many windows are open side by side. */
const WINDOWS = 4

describe.runIf(LONG)('the most used browser libraries', { timeout: 1_200_000 }, () => {
  let unreachable: string | null
  beforeAll(async () => {
    unreachable = await fetchLibraries()
  }, 900_000)

  it('run and die in the frame as the list says', async ({ skip }) => {
    skip(unreachable !== null, unreachable ?? '')
    const { pages } = LIBRARIES
    const happened: string[] = []
    const waiting = pages.entries()
    const work = async (): Promise<void> => {
      for (const [index, page] of waiting) {
        const why = (await runInFrame(browser, await bundleOf(page))) ?? 'runs'
        const expected = page.dies ?? page.errs
        happened[index] = `${page.name}: ${expected !== undefined && why.includes(expected) ? expected : why}`
      }
    }
    await Promise.all(Array.from({ length: WINDOWS }, work))
    expect(happened).toEqual(pages.map(({ name, dies, errs }) => `${name}: ${dies ?? errs ?? 'runs'}`))
  })

  it('are told that they will not run where they die, and only there', async ({ skip }) => {
    skip(unreachable !== null, unreachable ?? '')
    const verdicts: Verdict[] = []
    for (const page of LIBRARIES.pages) {
      const bundle = memoryBundle(await bundleOf(page))
      const start = performance.now()
      const { runs, problems } = await check(bundle)
      const milliseconds = performance.now() - start
      const findings = problems.filter(({ impact }) => impact === 'breaks')
      verdicts.push({ page, version: versionOf(page), runs, findings, milliseconds })
    }
    process.stdout.write(tableOf(verdicts))
    const { run, die, falselyTold, notTold } = judge(verdicts)
    const [falsely, silently] = [falselyTold.join(', '), notTold.join(', ')]
    expect.soft(falselyTold.length / run, `told, but they run: ${falsely}`).toBeLessThanOrEqual(0.02)
    expect.soft(notTold.length / die, `not told, but they die: ${silently}`).toBeLessThanOrEqual(0.05)
  })
})
