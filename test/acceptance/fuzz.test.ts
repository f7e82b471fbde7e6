import { describe, expect, it } from 'vitest'
import { fuzz } from '../fuzz/run.mjs'
import { runs } from '../support/vitest/runs.js'
import { fuzzSubject } from './fuzz-subject.js'

/** The same cases each time; `npm run fuzz` makes others. */
const SEED = 20

describe('2.8: random pages, drawings and style sheets', () => {
  it('ask for no address that no finding names', async () => {
    const count = runs(60)
    const { cases, named, failures } = await fuzz(fuzzSubject, { seed: SEED, count })
    expect(failures).toEqual([])
    expect(cases).toBe(3 * count)
    // The browser does ask, so that there is something to judge.
    expect(named).toBeGreaterThan(cases / 2)
  })

  it('are judged: an address that nothing names is found, and the case made as small as it can be', async () => {
    const blind = { ...fuzzSubject, check: async () => [] }
    const { failures } = await fuzz(blind, { seed: SEED, count: 2, kinds: ['sheet'] })
    expect(failures.length).toBeGreaterThan(0)
    for (const failure of failures) expect(failure).toMatch(/^seed 20, sheet \d: the browser asks for p\d+x/)
  })
})
