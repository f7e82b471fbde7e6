import { afterAll, describe, expect, it } from 'vitest'
import { closeWindows, isolatingBrowser } from '../support/browser/browser.js'
import { troubleProblems } from '../support/browser/trouble-problems.js'
import { LONG, someOf } from '../support/vitest/runs.js'
import { BONUS } from './planted-styles.js'
import { PLANTED } from './planted-troubles.js'

afterAll(async () => closeWindows(await isolatingBrowser()))

describe('in a scenario with trouble', { timeout: 240_000 }, () => {
  it.each(someOf(PLANTED, 2))('$scenario: finds $bug, and nothing in an app without it', async (planted) => {
    const { scenario, manifest, wrong, right, finds } = planted
    const found = await troubleProblems(scenario, wrong, manifest)
    expect(found).toEqual(finds.map((rule) => ({ rule, message: expect.any(String) })))
    expect(await troubleProblems(scenario, right, manifest)).toEqual([])
  })

  it.runIf(LONG)('finds nothing in a bonus that is there for a moment, and may be tapped twice', async () => {
    expect(await troubleProblems('buttons', BONUS)).toEqual([])
  })
})
