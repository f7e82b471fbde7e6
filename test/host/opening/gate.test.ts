import { describe, expect, it } from 'vitest'
import { type SwitchChange, withChange } from '../../../src/host/control/switch-change.js'
import { DEFAULT_SWITCHES } from '../../../src/host/control/switches.js'
import { HANDLERS } from '../../../src/host/domains.js'
import type { HostedApp } from '../../../src/host/hosted-app.js'
import { gateOf } from '../../../src/host/opening/gate.js'
import { AGE_RATINGS, PERSON_KINDS } from '../../../src/platform/ages.js'
import { REQUIRABLE_FEATURES, type RequirableFeature } from '../../../src/platform/features.js'
import { APP } from '../../support/rigs/host-rig.js'

const gate = (app: Partial<HostedApp>, change: SwitchChange = {}) =>
  gateOf(
    { ...APP, ...app },
    (method) => Object.hasOwn(HANDLERS, method),
    withChange(DEFAULT_SWITCHES, change),
  )

const AI_APP: Partial<HostedApp> = {
  capabilities: {
    'ai.image': { version: 1, purpose: 'Draws what you say.', tools: [] },
    'ai.audio': { version: 1, purpose: 'Plays what you say.', tools: [] },
    'ai.assistant': { version: 1, purpose: 'Answers what you ask.', tools: [] },
  },
}

describe('the gate before an app', () => {
  it('5: lets each person open up to the rating of their age', () => {
    const opened = Object.fromEntries(
      PERSON_KINDS.map((person) => [
        person,
        AGE_RATINGS.filter((ageRating) => gate({ ageRating }, { person }) === null).at(-1),
      ]),
    )
    expect(opened).toEqual({
      adult: '18+',
      '16-17': '16+',
      '13-15': '13+',
      'under-13': '13+',
      'no-birth-date': '13+',
      'signed-out': '13+',
    })
    expect(gate({ ageRating: '16+' }, { person: '13-15' })).toEqual({
      reason: 'age',
      words: 'This app is not for your age.',
      why: 'The app is rated 16+, but a person aged 13 to 15 can open apps only up to 13+ (5). The switch `person` sets the age.',
    })
  })

  it('5: needs a guardian’s permission only for children: for mini apps first, then for this one', () => {
    const off = { guardian: { miniApps: false, thisApp: false } }
    for (const person of ['16-17', '13-15', 'under-13'] as const) {
      expect(gate({}, { ...off, person })?.reason).toBe('guardian-mini-apps')
      expect(gate({}, { guardian: { thisApp: false }, person })?.reason).toBe('guardian-this-app')
      // The other guardian switches keep nobody out.
      expect(
        gate({}, { guardian: { pay: false, media: false, online: false, ai: false }, person }),
      ).toBeNull()
    }
    for (const person of ['adult', 'no-birth-date', 'signed-out'] as const)
      expect(gate({}, { ...off, person })).toBeNull()
  })

  it('3.1: opens neither a blocked app nor a deleted one', () => {
    expect(gate({}, { app: 'blocked' })?.reason).toBe('app-blocked')
    expect(gate({}, { app: 'deleted' })?.reason).toBe('app-deleted')
  })

  it('2.2: opens an app that requires what is here, on the web without AI, on phones with it', () => {
    const opens = (feature: RequirableFeature, change: SwitchChange) =>
      gate({ ...AI_APP, requires: [feature] }, change) === null
    const web = REQUIRABLE_FEATURES.filter((feature) => opens(feature, {}))
    expect(web).toEqual([
      'pay',
      'share',
      'pickImage',
      'pickVideo',
      'db',
      'nickname',
      'multiplayer',
      'storage',
      'purchases',
    ])
    for (const feature of REQUIRABLE_FEATURES) expect(opens(feature, { platform: 'ios' })).toBe(true)
  })

  it('2.2: tells a person to open it in the phone app, or to update, and never why', () => {
    const ai: Partial<HostedApp> = { ...AI_APP, requires: ['ai.image', 'multiplayer'] }
    expect(gate(ai)).toEqual({
      reason: 'missing-feature',
      words: 'This app does not work here: open it in the phone app.',
      why: 'The manifest requires `ai.image`, which this host does not offer this person (2.2, 2.5).',
    })
    const child = {
      platform: 'android',
      person: '13-15',
      guardian: { online: false, ai: false },
    } as const
    expect(gate(ai, child)).toMatchObject({
      words: 'This app needs a newer version of the phone app: update it.',
      why: expect.stringContaining('`ai.image`, `multiplayer`'),
    })
  })

  it('9: keeps an app that needs newer calls from an older host, and opens one that needs only the oldest', () => {
    const old = { platform: 'ios', hostVersion: 'old' } as const
    expect(gate({ requires: ['pay', 'share', 'storage', 'purchases'] }, old)).toBeNull()
    expect(gate({ requires: ['db'] }, old)?.reason).toBe('missing-feature')
  })

  it('tells what comes first: the app’s standing, the age, the guardian, the host', () => {
    const all = {
      app: 'blocked',
      person: '13-15',
      guardian: { miniApps: false },
    } as const
    const app: Partial<HostedApp> = { ageRating: '18+', requires: ['ai.image'] }
    expect(gate(app, all)?.reason).toBe('app-blocked')
    expect(gate(app, { ...all, app: 'live' })?.reason).toBe('age')
    expect(gate({ ...app, ageRating: '4+' }, { ...all, app: 'live' })?.reason).toBe('guardian-mini-apps')
  })
})
