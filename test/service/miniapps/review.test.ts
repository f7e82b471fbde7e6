import { beforeEach, describe, expect, it } from 'vitest'
import type { VersionAction } from '../../../src/control/service-bodies.js'
import { blockApp, deleteApp, unblockApp } from '../../../src/service/miniapps/change-app.js'
import { appOf } from '../../../src/service/miniapps/context.js'
import { asksOf, decideGrant, grantStates } from '../../../src/service/miniapps/grants.js'
import { openMultiplayer, requestMultiplayer } from '../../../src/service/miniapps/multiplayer.js'
import { actOnVersion } from '../../../src/service/miniapps/review.js'
import { aProblem, type MiniAppsRig, miniAppsRig } from '../../support/rigs/mini-apps-rig.js'

const HOUR = 3_600_000

let rig: MiniAppsRig
let app: string
beforeEach(async () => {
  rig = await miniAppsRig()
  app = (await rig.register()).id
})

const act = (version: string, action: VersionAction, reason: string | null = null) =>
  rig.attempt((context) => actOnVersion(context, { appId: app, version }, action, reason))

describe('the review of a version (3.1)', () => {
  it('approves by itself after one hour, not a millisecond before', async () => {
    await rig.upload(app)
    rig.clock.advance(HOUR - 1)
    await rig.miniApps.settled()
    expect(rig.states(app)).toEqual({ '1.0.0': 'waiting' })
    rig.clock.advance(1)
    await rig.miniApps.settled()
    expect(rig.states(app)).toEqual({ '1.0.0': 'live' })
    expect(rig.notices()).toEqual(['member_you: Version 1.0.0 of Hello was approved and is live.'])
  })

  it('never approves a flagged version by itself', async () => {
    const outcome = await rig.upload(app, {}, [aProblem({})])
    expect(outcome).toMatchObject({ accepted: true, review: 'admin', version: { flags: ['Uses WebRTC'] } })
    rig.clock.advance(1_000 * HOUR)
    await rig.miniApps.settled()
    expect(rig.states(app)).toEqual({ '1.0.0': 'waiting' })
    expect(await act('1.0.0', 'approve')).toBeNull()
    expect(rig.states(app)).toEqual({ '1.0.0': 'live' })
  })

  it('replaces the live version by the approved one, in the order of uploads', async () => {
    await rig.upload(app)
    await rig.upload(app, { version: '1.1.0' })
    rig.clock.advance(5 * HOUR)
    await rig.miniApps.settled()
    expect(rig.states(app)).toEqual({ '1.0.0': 'replaced', '1.1.0': 'live' })
    expect([...rig.miniApps.records.all('notice')].map(({ version }) => version)).toEqual(['1.0.0', '1.1.0'])
  })

  it('declines with a reason, holds and withdraws without a notice', async () => {
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await rig.upload(app, { version })
    expect(await act('1.0.0', 'decline')).toBe('reason: a decline needs a reason.')
    expect(await act('1.0.0', 'decline', 'It pressures to pay.')).toBeNull()
    expect(await act('1.1.0', 'hold')).toBeNull()
    expect(await act('1.2.0', 'withdraw')).toBeNull()
    rig.clock.advance(48 * HOUR)
    await rig.miniApps.settled()
    expect(rig.states(app)).toEqual({ '1.0.0': 'declined', '1.1.0': 'held', '1.2.0': 'withdrawn' })
    expect(rig.notices()).toEqual(['member_you: Version 1.0.0 of Hello was declined: It pressures to pay.'])
  })

  const ACTIONS: readonly VersionAction[] = ['approve', 'decline', 'hold', 'withdraw']
  /** What 3.1 lets happen to a version in each state. */
  const POSSIBLE: Readonly<Record<string, readonly VersionAction[]>> = {
    waiting: ['approve', 'decline', 'hold', 'withdraw'],
    held: ['approve', 'decline'],
    live: [],
    replaced: [],
    declined: [],
    withdrawn: [],
  }
  it.each(Object.keys(POSSIBLE).flatMap((state) => ACTIONS.map((action) => [state, action] as const)))(
    'of a version that is %s, %s is possible only where 3.1 has it',
    async (state, action) => {
      await rig.upload(app)
      if (state === 'live' || state === 'replaced') await act('1.0.0', 'approve')
      if (state === 'replaced') {
        await rig.upload(app, { version: '2.0.0' })
        await act('2.0.0', 'approve')
      }
      if (state === 'held') await act('1.0.0', 'hold')
      if (state === 'declined') await act('1.0.0', 'decline', 'No')
      if (state === 'withdrawn') await act('1.0.0', 'withdraw')
      expect(rig.states(app)['1.0.0']).toBe(state)
      const refusal = await act('1.0.0', action, 'Because')
      expect(refusal === null).toBe(POSSIBLE[state]?.includes(action))
      if (refusal !== null) expect(rig.states(app)['1.0.0']).toBe(state)
    },
  )

  it('does nothing to a version of a blocked or deleted app', async () => {
    await rig.upload(app)
    await rig.miniApps.run((context) => blockApp(context, app, null))
    for (const action of ACTIONS) expect(await act('1.0.0', action, 'x')).toBe('Hello is blocked (3.1).')
    await expect(rig.upload(app, { version: '2.0.0' })).rejects.toThrow('Hello is blocked (3.1).')
    rig.clock.advance(2 * HOUR)
    await rig.miniApps.settled()
    expect(rig.states(app)).toEqual({ '1.0.0': 'waiting' })
    await rig.miniApps.run((context) => unblockApp(context, app))
    rig.clock.advance(HOUR)
    await rig.miniApps.settled()
    expect(rig.states(app)).toEqual({ '1.0.0': 'live' })
    await rig.miniApps.run((context) => deleteApp(context, app))
    for (const action of ACTIONS) expect(await act('1.0.0', action, 'x')).toBe('Hello is deleted (3.1).')
  })
})

describe('the hour of a version (3.1)', () => {
  const block = () => rig.attempt((context) => blockApp(context, app, null))
  const unblock = () => rig.attempt((context) => unblockApp(context, app))

  it('counts only while the app is not blocked', async () => {
    await rig.upload(app)
    rig.clock.advance(HOUR / 4)
    for (const _ of [1, 2]) {
      expect(await block()).toBeNull()
      rig.clock.advance(10 * HOUR)
      expect(await unblock()).toBeNull()
      rig.clock.advance(HOUR / 4)
    }
    rig.clock.advance(HOUR / 4 - 1)
    await rig.miniApps.settled()
    expect(rig.states(app)).toEqual({ '1.0.0': 'waiting' })
    rig.clock.advance(1)
    await rig.miniApps.settled()
    expect(rig.states(app)).toEqual({ '1.0.0': 'live' })
  })

  it('is over where it was before the app was blocked', async () => {
    await rig.upload(app, {}, [aProblem({})])
    rig.clock.advance(2 * HOUR)
    await rig.upload(app, { version: '1.1.0' })
    await block()
    rig.clock.advance(2 * HOUR)
    await unblock()
    rig.clock.advance(HOUR)
    await rig.miniApps.settled()
    expect(rig.states(app)).toEqual({ '1.0.0': 'replaced', '1.1.0': 'live' })
  })
})

describe('versions only go up (2.2, 9)', () => {
  const reasons = () =>
    Object.fromEntries(
      [...rig.miniApps.records.all('miniAppVersion')].map(({ version, reason }) => [version, reason]),
    )

  it.each([
    ['approved', () => act('1.2.0', 'approve')],
    [
      'live by its hour',
      async () => {
        rig.clock.advance(HOUR)
        await rig.miniApps.settled()
      },
    ],
  ])('replaces all lower ones in review when a higher one is %s, and no higher one', async (_how, goLive) => {
    await rig.upload(app, {}, [aProblem({})])
    await rig.upload(app, { version: '1.1.0' }, [aProblem({})])
    await act('1.1.0', 'hold')
    await rig.upload(app, { version: '1.2.0' })
    await rig.upload(app, { version: '1.3.0' }, [aProblem({})])
    await goLive()
    expect(rig.states(app)).toEqual({
      '1.0.0': 'replaced',
      '1.1.0': 'replaced',
      '1.2.0': 'live',
      '1.3.0': 'waiting',
    })
    const higher = 'a higher version went live'
    expect(reasons()).toEqual({ '1.0.0': higher, '1.1.0': higher, '1.2.0': null, '1.3.0': null })
    expect(rig.notices()).toEqual(['member_you: Version 1.2.0 of Hello was approved and is live.'])
    expect(await act('1.0.0', 'approve')).toContain('version 1.0.0: it is replaced')
  })

  it('never lets the hour of a lower one replace a higher one that an earlier version left live', async () => {
    await rig.upload(app)
    await rig.upload(app, { version: '2.0.0' })
    const live = rig.store.get('miniAppVersion', `${app}/2.0.0`)
    await rig.miniApps.run(({ draft }) => {
      if (live !== null) draft.put('miniAppVersion', { ...live, state: 'live' })
    })
    rig.clock.advance(2 * HOUR)
    await rig.miniApps.settled()
    expect(rig.states(app)).toEqual({ '1.0.0': 'replaced', '2.0.0': 'live' })
  })
})

describe('blocking and deleting (3.1)', () => {
  const block = () => rig.attempt((context) => blockApp(context, app, 'Reports'))
  const unblock = () => rig.attempt((context) => unblockApp(context, app))
  const remove = () => rig.attempt((context) => deleteApp(context, app))

  it('blocks what is not blocked, unblocks what is, and notifies of both', async () => {
    expect(await unblock()).toBe('Hello is not blocked (3.1).')
    expect(await block()).toBeNull()
    expect(await block()).toBe('Hello is blocked (3.1).')
    expect(await remove()).toBe('Hello is blocked (3.1).')
    expect(await unblock()).toBeNull()
    expect(rig.notices()).toEqual([
      'member_you: Hello was blocked: Reports',
      'member_you: Hello was unblocked.',
    ])
  })

  it('leaves no version of a deleted app live or in review', async () => {
    await rig.upload(app)
    await act('1.0.0', 'approve')
    await rig.upload(app, { version: '1.1.0' })
    await act('1.1.0', 'hold')
    await rig.upload(app, { version: '1.2.0' })
    await rig.upload(app, { version: '1.3.0' })
    await act('1.3.0', 'decline', 'No')
    expect(await remove()).toBeNull()
    expect(rig.states(app)).toEqual({
      '1.0.0': 'withdrawn',
      '1.1.0': 'withdrawn',
      '1.2.0': 'withdrawn',
      '1.3.0': 'declined',
    })
  })

  it('deletes for good, and notifies nobody', async () => {
    await rig.upload(app)
    expect(await remove()).toBeNull()
    for (const attempt of [block, unblock, remove])
      expect(await attempt()).toMatch(/^Hello is (not blocked|deleted)/)
    expect(rig.notices()).toEqual([])
    const next = await rig.register('Hello')
    expect(next.slug).toBe('hello-2')
  })
})

describe('capabilities (3.1)', () => {
  const asking = (version: string, scope: object, requires: readonly string[] = []) => ({
    version,
    requires,
    capabilities: { 'ai.assistant': { version: 1, purpose: 'Answers questions about the game.', ...scope } },
  })
  const decide = (decision: 'granted' | 'declined' | 'off') =>
    rig.attempt((context) => decideGrant(context, app, 'ai.assistant', decision))

  it('lets a first request, a higher version and a new tool wait, and the same go on', async () => {
    expect(await rig.upload(app, asking('1.0.0', {}))).toMatchObject({ review: 'admin' })
    rig.clock.advance(2 * HOUR)
    await rig.miniApps.settled()
    expect(rig.states(app)).toEqual({ '1.0.0': 'waiting' })
    expect(await decide('granted')).toBeNull()
    await rig.miniApps.settled()
    expect(rig.states(app)).toEqual({ '1.0.0': 'live' })
    expect(await rig.upload(app, asking('1.1.0', {}))).toMatchObject({ review: 'automatic' })
    expect(await rig.upload(app, asking('1.2.0', { version: 2 }))).toMatchObject({ review: 'admin' })
    expect(await rig.upload(app, asking('1.3.0', { tools: ['web_search'] }))).toMatchObject({
      review: 'admin',
    })
    expect(await decide('granted')).toBeNull()
    expect(await rig.upload(app, asking('1.4.0', { version: 2, tools: ['web_search'] }))).toMatchObject({
      review: 'automatic',
    })
  })

  it('tells what the live version has while a higher one waits for more', async () => {
    const found = () => {
      const { records } = rig.miniApps
      const record = appOf({ draft: records }, app)
      const asks = [...records.where('miniAppVersion', 'appId', app)].map((one) => asksOf(record, one))
      return [grantStates({ draft: records }, record), asks]
    }
    await rig.upload(app, asking('1.0.0', {}))
    expect(found()).toEqual([{ 'ai.assistant': 'asked' }, [['ai.assistant']]])
    await decide('granted')
    await act('1.0.0', 'approve')
    await rig.upload(app, asking('1.1.0', { version: 2 }))
    expect(found()).toEqual([{ 'ai.assistant': 'granted' }, [[], ['ai.assistant']]])
    await decide('off')
    expect(found()).toEqual([{ 'ai.assistant': 'off' }, [[], ['ai.assistant']]])
    expect(await decide('declined')).toBeNull()
    expect(await decide('declined')).toContain('to declined: it is off')
    expect(found()).toEqual([{ 'ai.assistant': 'off' }, [[], []]])
    await rig.upload(app, asking('1.2.0', { version: 3 }))
    expect(await decide('granted')).toBeNull()
    expect(found()).toEqual([{ 'ai.assistant': 'granted' }, [[], [], []]])
  })

  it('keeps what was declined off, without another wait', async () => {
    await rig.upload(app, asking('1.0.0', {}))
    expect(await decide('off')).toContain('to off: it is only requested')
    expect(await decide('declined')).toBeNull()
    expect(await decide('declined')).toContain('to declined: it is declined')
    expect(rig.states(app)).toEqual({ '1.0.0': 'waiting' })
    expect(await rig.upload(app, asking('1.1.0', {}))).toMatchObject({ review: 'automatic' })
    expect(rig.notices()).toEqual([])
  })

  it('declines a version that requires what is declined', async () => {
    await rig.upload(app, asking('1.0.0', {}, ['ai.assistant']))
    await rig.upload(app, asking('1.1.0', {}))
    expect(await decide('declined')).toBeNull()
    expect(rig.states(app)).toEqual({ '1.0.0': 'declined', '1.1.0': 'waiting' })
    expect(rig.notices()).toEqual([
      'member_you: Version 1.0.0 of Hello was declined: It requires ai.assistant, which was declined.',
    ])
    expect(await rig.upload(app, asking('1.2.0', {}, ['ai.assistant']))).toMatchObject({ review: 'admin' })
  })

  it('turns a granted one off and on again, and none that was never asked for', async () => {
    expect(await decide('granted')).toContain('was never requested')
    await rig.upload(app, asking('1.0.0', {}))
    await decide('granted')
    expect(await decide('off')).toBeNull()
    expect(await decide('off')).toContain('is off')
    expect(await decide('granted')).toBeNull()
    expect(await decide('granted')).toContain('is granted')
  })
})

describe('multiplayer (4.8)', () => {
  const open = (to: 'off' | 'adults' | 'everyone') =>
    rig.attempt((context) => openMultiplayer(context, app, to))
  const ask = () => rig.attempt((context) => requestMultiplayer(context, app, 'Two players race.'))

  it('is opened by an admin, who answers a request; only the answer notifies', async () => {
    const undescribed = await rig.attempt((context) => requestMultiplayer(context, app, ''))
    expect(undescribed).toBe('description: describe what players do together (4.8).')
    expect(await ask()).toBeNull()
    expect(await ask()).toContain('has already requested multiplayer')
    expect(await open('adults')).toBeNull()
    expect(await open('adults')).toContain('is already set to adults')
    expect(await open('everyone')).toBeNull()
    expect(await ask()).toContain('already has multiplayer for everyone')
    expect(await open('off')).toBeNull()
    expect(await ask()).toBeNull()
    expect(await open('off')).toBeNull()
    expect(rig.notices()).toEqual([
      'member_you: Multiplayer of Hello was opened to adults.',
      'member_you: Multiplayer of Hello was declined.',
    ])
  })
})
