import { describe, expect, it } from 'vitest'
import { seededRandomness } from '../../src/host/seeded-randomness.js'
import { nextAction } from '../../src/playtest/actions.js'
import { scenariosFor } from '../../src/playtest/scenarios.js'

describe('the scenarios of a run', () => {
  it('2.2, 2.10: match the orientation of the app', () => {
    const names = (orientation: 'portrait' | 'landscape' | 'any') =>
      scenariosFor(orientation).map(({ name }) => name)
    expect(names('any')).toEqual(['phone', 'narrow', 'landscape', 'desktop'])
    expect(names('portrait')).toEqual(['phone', 'narrow'])
    expect(names('landscape')).toEqual(['landscape', 'desktop'])
  })

  it('show every app on a phone or the web with and without purchases, in both themes, and in a language from right to left where it fills a desktop', () => {
    for (const orientation of ['portrait', 'landscape', 'any'] as const)
      for (const part of ['theme', 'owner'] as const)
        expect(new Set(scenariosFor(orientation).map((scenario) => scenario[part])).size).toBe(2)
    expect(scenariosFor('any').some(({ locale }) => locale === 'ar')).toBe(true)
  })

  it('are played the same way for the same seed, and differently for another', () => {
    const actions = (seed: number) => {
      const randomness = seededRandomness(seed)
      return Array.from({ length: 50 }, () => nextAction(randomness))
    }
    expect(actions(7)).toEqual(actions(7))
    expect(actions(7)).not.toEqual(actions(8))
    expect(new Set(actions(7).map(({ kind }) => kind))).toEqual(new Set(['control', 'tap', 'drag', 'key']))
  })
})
