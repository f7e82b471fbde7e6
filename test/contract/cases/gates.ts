import { expect } from 'vitest'
import { type ContractCase, named } from '../contract.js'

const AGE = 'This app is not for your age.'
const PHONE = 'This app does not work here: open it in the phone app.'
const UPDATE = 'This app needs a newer version of the phone app: update it.'

const unavailable = { result: { status: 'unavailable' } }

/** 3.1, 5: what stands before an app, and what a child's app is told while it runs. */
export const GATE_CASES: readonly ContractCase[] = [
  named('5: each can open apps only up to the rating of their age', async (host) => {
    await host.manifest({ age_rating: '18+' })
    for (const [person, words] of [
      ['16-17', AGE],
      ['adult', null],
    ] as const) {
      await host.set({ person })
      expect([person, await host.gate()]).toEqual([person, words])
    }
    await host.manifest({ age_rating: '16+' })
    for (const [person, words] of [
      ['13-15', AGE],
      ['under-13', AGE],
      ['no-birth-date', AGE],
      ['signed-out', AGE],
      ['16-17', null],
    ] as const) {
      await host.set({ person })
      expect([person, await host.gate()]).toEqual([person, words])
    }
  }),

  named('5: children need a guardian to turn on mini apps, and to allow this one', async (host) => {
    await host.set({ person: '13-15', guardian: { miniApps: false, thisApp: false } })
    expect(await host.gate()).toBe('Ask your guardian to turn on mini apps.')
    await host.set({ guardian: { miniApps: true } })
    expect(await host.gate()).toBe('Ask your guardian to allow this app.')
    await host.set({ guardian: { thisApp: true } })
    expect(await host.gate()).toBeNull()
    await host.set({ person: 'adult', guardian: { miniApps: false, thisApp: false } })
    expect(await host.gate()).toBeNull()
  }),

  named(
    '5: what a guardian does not allow is unavailable to the app, and it never learns why',
    async (host) => {
      const no = { pay: false, media: false, online: false, ai: false }
      await host.set({ person: '13-15', guardian: no, platform: 'ios' })
      const seat = await host.open()
      expect(await seat.call('pay', { product: 'coins' })).toEqual({
        result: { status: 'failed', reason: 'unavailable' },
      })
      expect(await seat.call('pickImage', {})).toEqual(unavailable)
      expect(await seat.call('pickVideo', {})).toEqual(unavailable)
      expect(await seat.call('mp.host', { max_players: 2 })).toEqual(unavailable)
      expect(await seat.call('mp.join', { code: 'ABCDEF' })).toEqual(unavailable)
      expect(await seat.call('ai.ask', { prompt: 'Why?' }, false)).toEqual(unavailable)
      expect(await seat.call('ai.image.generate', { prompt: 'A cat' })).toEqual(unavailable)
      expect(await seat.call('getContext', {}, false)).toMatchObject({
        result: {
          features: ['pay', 'share', 'pickImage', 'pickVideo', 'db', 'nickname'],
          capabilities: {
            'ai.image': { state: 'unavailable' },
            'ai.assistant': { state: 'unavailable' },
          },
        },
      })
      // Those switches are a child's.
      await host.set({ person: 'adult' })
      expect(await seat.call('getContext', {}, false)).toMatchObject({
        result: { capabilities: { 'ai.image': { state: 'ready' } } },
      })
    },
  ),

  named('2.2, 4.7, 9: a host that lacks what the app requires never opens it', async (host) => {
    await host.manifest({ requires: ['ai.image', 'db'] })
    expect(await host.gate()).toBe(PHONE)
    await host.set({ platform: 'android' })
    expect(await host.gate()).toBeNull()
    await host.set({ ai: { 'ai.image': 'unavailable' } })
    expect(await host.gate()).toBe(UPDATE)
    await host.set({ ai: { 'ai.image': 'ready' }, person: '16-17', guardian: { ai: false } })
    expect(await host.gate()).toBe(UPDATE)
    await host.set({ guardian: { ai: true }, hostVersion: 'old' })
    expect(await host.gate()).toBe(UPDATE)
  }),

  named('3.1: neither a blocked app opens nor a deleted one; unblocked, all is as before', async (host) => {
    const seat = await host.open()
    await host.set({ app: 'blocked' })
    expect(await seat.call('getContext', {}, false)).toEqual({ code: 'MINI_APP_UNAVAILABLE' })
    await host.set({ app: 'live' })
    expect(await seat.call('getContext', {}, false)).toHaveProperty('result')
    await host.set({ app: 'deleted' })
    expect(await seat.call('getContext', {}, false)).toEqual({ code: 'MINI_APP_DELETED' })
    expect(await host.gate()).toBe('This app no longer exists.')
    await host.set({ app: 'blocked' })
    expect(await host.gate()).toBe('This app is not available at the moment.')
    await host.set({ app: 'live' })
    expect(await host.gate()).toBeNull()
  }),

  named(
    '5, 2.3: access that was not bought keeps a paid app closed, behind every other gate',
    async (host) => {
      const statement = 'Every level of the game, for good.'
      await host.manifest({ access: { type: 'one_time', price: '5', statement } })
      expect(await host.gate()).toBe(statement)
      await host.set({ person: '13-15', guardian: { thisApp: false } })
      expect(await host.gate()).toBe('Ask your guardian to allow this app.')
    },
  ),
]
