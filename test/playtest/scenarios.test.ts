import { describe, expect, it } from 'vitest'
import { seededRandomness } from '../../src/host/randomness.js'
import { nextAction } from '../../src/playtest/random-player.js'
import { SCENARIO_NAMES, scenariosFor } from '../../src/playtest/scenarios.js'
import { togetherIn } from '../../src/playtest/together/scenarios.js'
import { troubleIn } from '../../src/playtest/troubles/troubles.js'

describe('the scenarios of a run', () => {
  it('2.2, 2.10: match the orientation of the app', () => {
    const names = (orientation: 'portrait' | 'landscape' | 'any') =>
      scenariosFor(orientation).map(({ name }) => name)
    expect(names('any')).toEqual(['phone', 'narrow', 'landscape', 'desktop'])
    expect(names('portrait')).toEqual(['phone', 'narrow'])
    expect(names('landscape')).toEqual(['landscape', 'desktop'])
  })

  it('are those that are named, in their own order; trouble happens on a phone to someone who owns nothing', () => {
    const named = (orientation: 'portrait' | 'landscape' | 'any') =>
      scenariosFor(orientation, ['offline', 'desktop', 'calls-fail'])
    expect(named('any').map(({ name }) => name)).toEqual(['desktop', 'calls-fail', 'offline'])
    expect(named('portrait').map(({ name }) => name)).toEqual(['calls-fail', 'offline'])
    expect(named('landscape').at(-1)).toEqual({
      name: 'offline',
      frame: 'landscape',
      theme: 'dark',
      locale: 'en',
      platform: 'ios',
      owner: false,
    })
  })

  it('are a size, another language, a trouble, or played by several people, each of them', () => {
    const [phone, ...others] = scenariosFor('any')
    expect(scenariosFor('portrait', ['language'])).toEqual([{ ...phone, name: 'language', locale: 'de-DE' }])
    const sizes = ['phone', 'language', ...others.map(({ name }) => name)]
    for (const name of SCENARIO_NAMES) {
      const kinds = [sizes.includes(name), troubleIn(name) !== null, togetherIn(name) !== null]
      expect(kinds.filter((is) => is)).toHaveLength(1)
    }
    expect(scenariosFor('any', SCENARIO_NAMES, 2).map(({ name }) => name)).toEqual(SCENARIO_NAMES)
  })

  it('are played together only with two seats or more: then one of them is played by default', () => {
    expect(scenariosFor('any', null, 2).map(({ name }) => name)).toEqual([
      ...scenariosFor('any').map(({ name }) => name),
      'together',
    ])
    expect(scenariosFor('any', ['lost-messages', 'hidden'], 1).map(({ name }) => name)).toEqual(['hidden'])
  })

  it('show every app on a phone or the web with and without purchases, in both themes, and in a language from right to left where it fills a desktop', () => {
    for (const orientation of ['portrait', 'landscape', 'any'] as const)
      for (const part of ['theme', 'owner'] as const)
        expect(new Set(scenariosFor(orientation).map((scenario) => scenario[part])).size).toBe(2)
    expect(scenariosFor('any').some(({ locale }) => locale === 'ar-EG')).toBe(true)
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
