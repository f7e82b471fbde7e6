import { expect } from 'vitest'
import { type ContractCase, named } from '../contract.js'
import { told } from '../people.js'

/** 6: what the app is told without asking. */
export const EVENT_CASES: readonly ContractCase[] = [
  named('6: no event at the start; theme and visibility, each of its own seat', async (host) => {
    const [one, two] = [await host.open(1), await host.open(2)]
    expect(await told(one)).toEqual([])
    await host.set({ theme: 'dark' }, 2)
    await host.set({ visible: false })
    await host.set({ visible: true })
    const visibility = [
      ['visibility', { visible: false }],
      ['visibility', { visible: true }],
    ]
    expect(await told(one)).toEqual(visibility)
    expect(await told(two)).toEqual([['theme', { theme: 'dark' }], ...visibility])
  }),

  named(
    '6, 3.2: visibility is not sent while a sheet is open; the app is told what holds then',
    async (host) => {
      const seat = await host.open()
      const paying = await seat.start('pay', { product: 'coins' })
      await seat.offer('payment')
      await host.set({ visible: false })
      await host.set({ visible: true })
      await host.set({ theme: 'dark' })
      await host.set({ visible: false })
      expect(await told(seat)).toEqual([['theme', { theme: 'dark' }]])
      expect(await seat.decide('payment', 'cancel')).toBeNull()
      await expect.poll(() => paying.answer()).toEqual({ result: { status: 'cancelled' } })
      expect(await told(seat)).toEqual([
        ['theme', { theme: 'dark' }],
        ['visibility', { visible: false }],
      ])
    },
  ),

  named('6, 4.6: the nickname event, where the person changes it from the host menu', async ({ open }) => {
    const seat = await open()
    await seat.choose('getNickname', { ask: true }, 'nickname', { nickname: 'Ana' })
    expect(await told(seat)).toEqual([])
    await seat.changeNickname('Queen Ana')
    await expect.poll(() => told(seat)).toEqual([['nickname', { nickname: 'Queen Ana' }]])
    expect(await seat.call('getNickname', {}, false)).toEqual({ result: { nickname: 'Queen Ana' } })
  }),

  named('2.5: each person has a context of their own', async (host) => {
    const [one, two] = [await host.open(1), await host.open(2)]
    await host.set({ platform: 'ios', locale: 'pt-BR', theme: 'dark' }, 2)
    const context = async (seat: typeof one) =>
      ((await seat.call('getContext', {}, false)) as { readonly result: { readonly app_user_id: string } })
        .result
    const ours = { version: '1.2.3', test_mode: true, access: { type: 'free', active: true } }
    const state = (name: string) => ({ version: 1, state: name, tools: [] })
    const first = await context(one)
    const basic = ['pay', 'share', 'pickImage', 'pickVideo', 'db', 'nickname', 'multiplayer']
    expect(first).toEqual({
      ...ours,
      app_user_id: expect.any(String),
      platform: 'web',
      locale: 'en',
      theme: 'light',
      features: basic,
      capabilities: { 'ai.image': state('unavailable'), 'ai.assistant': state('unavailable') },
    })
    expect(await context(two)).toEqual({
      ...ours,
      app_user_id: `${first.app_user_id}~2`,
      platform: 'ios',
      locale: 'pt-BR',
      theme: 'dark',
      // Without ai.audio, which the manifest does not declare.
      features: [...basic, 'ai.image', 'ai.assistant'],
      capabilities: { 'ai.image': state('ready'), 'ai.assistant': state('ready') },
    })
    expect((await context(one)).app_user_id).toBe(first.app_user_id)
  }),
]
