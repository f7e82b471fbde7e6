import { describe, expect, it } from 'vitest'
import type { HostedApp } from '../../../src/host/hosted-app.js'
import { BinaryAnswer } from '../../../src/host/session/binary-answer.js'
import { CAPABILITIES } from '../../../src/platform/features.js'
import {
  AI_ANSWERS_PER_HOUR,
  AI_IMAGES_PER_HOUR,
  AI_MODEL_MAX_BYTES,
  AI_MODEL_MIN_BYTES,
  AI_SOUNDS_PER_HOUR,
  AI_WEB_SEARCHES_PER_HOUR,
} from '../../../src/platform/limits.js'
import { APP, type HostRig, hostRig, type Outcome, type Page } from '../../support/rigs/host-rig.js'

const capability = { version: 1, purpose: 'Draws what you write', tools: [] }
const AI_APP: HostedApp = {
  ...APP,
  capabilities: {
    'ai.image': capability,
    'ai.audio': capability,
    'ai.assistant': { ...capability, tools: ['web_search'] },
  },
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Lets the host's time pass, a tenth of a second after the other, until a call is answered. */
const timed = async (rig: HostRig, answer: Promise<Outcome>): Promise<{ outcome: Outcome; ms: number }> => {
  const began = rig.clock.now()
  let outcome: Outcome | null = null
  answer.then((given) => {
    outcome = given
  })
  for (let i = 0; i < 2_000; i++) {
    await turn()
    if (outcome !== null) return { outcome, ms: rig.clock.now() - began }
    rig.clock.advance(100)
  }
  throw new Error('The call was not answered in time.')
}
const answered = async (rig: HostRig, answer: Promise<Outcome>) => (await timed(rig, answer)).outcome

/** A phone in front of a person who allowed everything. */
const phone = async (options: { allow?: boolean; app?: HostedApp } = {}) => {
  const rig = await hostRig()
  await rig.set({ platform: 'ios' })
  const page = await rig.open({ app: options.app ?? AI_APP })
  if (options.allow !== false) page.person.choices.push('allow', 'allow', 'allow')
  return { rig, page }
}
const progress = (page: Page) =>
  page.events().flatMap((event) => {
    const { event: name, data } = event as { event: string; data: { stage: string; done?: number } }
    return name === 'ai.progress' ? [data] : []
  })
const stages = (page: Page) => [...new Set(progress(page).map(({ stage }) => stage))]
const whyOf = (rig: HostRig) => rig.log.entries().findLast(({ kind }) => kind === 'call')?.why

const ASK = { prompt: 'Is it late?' }
const CALLS = [
  ['ai.image.generate', { prompt: 'a cat' }],
  ['ai.audio.generate', { prompt: 'rain' }],
  ['ai.ask', ASK],
] as const

describe('AI calls', () => {
  it('4.7: a picture is made as a PNG of 384 by 384, with the seed that was used', async () => {
    const { rig, page } = await phone()
    const params = { prompt: 'a cat', avoid: 'dogs', quality: 'best', seed: 7 }
    expect(await answered(rig, page.call('ai.image.generate', params))).toEqual({
      result: {
        status: 'made',
        image: new BinaryAnswer('image/png', new Uint8Array(3)),
        type: 'image/png',
        width: 384,
        height: 384,
        seed: 7,
      },
    })
    expect(rig.ai.made).toEqual([{ capability: 'ai.image', ...params }])
    expect(rig.log.entries().find(({ kind }) => kind === 'call')).toMatchObject({
      result: { image: { type: 'image/png', size: 3 } },
    })
  })

  it('4.7: without a seed one is drawn and told, another one each time', async () => {
    const { rig, page } = await phone()
    const first = await answered(rig, page.call('ai.image.generate', { prompt: 'a cat' }))
    const second = await answered(rig, page.call('ai.image.generate', { prompt: 'a cat' }))
    const seeds = rig.ai.made.map((request) => ('seed' in request ? request.seed : null))
    expect([first, second]).toMatchObject(seeds.map((seed) => ({ result: { seed } })))
    expect(seeds[0]).not.toBe(seeds[1])
    expect(rig.ai.made[0]).toMatchObject({ quality: 'balanced', avoid: '' })
  })

  it.each([
    [{ prompt: 'x' }, { kind: 'music', seconds: 15 }],
    [
      { prompt: 'x', kind: 'sound' },
      { kind: 'sound', seconds: 6 },
    ],
    [
      { prompt: 'x', kind: 'music', seconds: 30 },
      { kind: 'music', seconds: 30 },
    ],
    [
      { prompt: 'x', kind: 'sound', seconds: 12 },
      { kind: 'sound', seconds: 12 },
    ],
  ])('4.7: the sound of %j is %j', async (params, made) => {
    const { rig, page } = await phone()
    expect(await answered(rig, page.call('ai.audio.generate', params))).toEqual({
      result: {
        status: 'made',
        audio: new BinaryAnswer('audio/wav', new Uint8Array(5)),
        type: 'audio/wav',
        seconds: made.seconds,
        seed: expect.any(Number),
      },
    })
    expect(rig.ai.made).toMatchObject([made])
  })

  it('4.7: an answer comes as text, as JSON where it is asked for, and says whether it searched', async () => {
    const { rig, page } = await phone()
    expect(await answered(rig, page.call('ai.ask', ASK, false))).toEqual({
      result: { status: 'answered', text: 'Yes.', json: null, searched: false },
    })
    const params = { ...ASK, context: 'It is noon.', format: 'json', web_search: true, max_chars: 50 }
    expect(await answered(rig, page.call('ai.ask', params, false))).toEqual({
      result: { status: 'answered', text: 'Yes.', json: { answer: 'Yes.' }, searched: true },
    })
    const common = { capability: 'ai.assistant', prompt: 'Is it late?' }
    expect(rig.ai.made).toEqual([
      { ...common, context: '', webSearch: false, json: false, maxCharacters: 800 },
      { ...common, context: 'It is noon.', webSearch: true, json: true, maxCharacters: 50 },
    ])
  })

  it.each([
    ['ai.image.generate', { prompt: '' }],
    ['ai.image.generate', { prompt: 'x'.repeat(401) }],
    ['ai.image.generate', { prompt: 'x', avoid: 'x'.repeat(201) }],
    ['ai.image.generate', { prompt: 'x', quality: 'good' }],
    ['ai.image.generate', { prompt: 'x', seed: 1.5 }],
    ['ai.image.generate', {}],
    ['ai.audio.generate', { prompt: 'x', seconds: 6 }],
    ['ai.audio.generate', { prompt: 'x', kind: 'sound', seconds: 15 }],
    ['ai.audio.generate', { prompt: 'x', kind: 'song' }],
    ['ai.ask', { prompt: 'x'.repeat(2_001) }],
    ['ai.ask', { prompt: 'x', context: 'x'.repeat(8_001) }],
    ['ai.ask', { prompt: 'x', max_chars: 49 }],
    ['ai.ask', { prompt: 'x', max_chars: 1_501 }],
    ['ai.ask', { prompt: 'x', format: 'xml' }],
  ])('4.7, 8.4: %s of %j is INVALID', async (method, params) => {
    const { page } = await phone()
    expect(await page.call(method, params)).toEqual({ code: 'INVALID' })
    expect(page.person.sheets).toEqual([])
  })

  it('4.1: pictures and sounds need a tap; questions do not', async () => {
    const { rig, page } = await phone()
    for (const [method, params] of CALLS.slice(0, 2))
      expect(await page.call(method, params, false)).toEqual({ code: 'NEEDS_TAP' })
    expect(await answered(rig, page.call('ai.ask', ASK, false))).toMatchObject({
      result: { status: 'answered' },
    })
  })

  it('4.7: NOT_DECLARED where the manifest does not declare the capability or the tool, on the web too', async () => {
    const { rig, page } = await phone({ app: { ...APP, capabilities: { 'ai.assistant': capability } } })
    for (const platform of ['ios', 'web'] as const) {
      await rig.set({ platform })
      for (const [method, params] of CALLS.slice(0, 2))
        expect(await page.call(method, params)).toEqual({ code: 'NOT_DECLARED' })
      expect(await page.call('ai.ask', { ...ASK, web_search: true })).toEqual({ code: 'NOT_DECLARED' })
      expect(await page.call('ai.cancel')).toEqual({ result: {} })
    }
    expect(page.person.sheets).toEqual([])
  })

  it('4.7: on the website every call answers unavailable, and asks nobody', async () => {
    const { rig, page } = await phone()
    await rig.set({ platform: 'web' })
    for (const [method, params] of CALLS) {
      expect(await page.call(method, params)).toEqual({ result: { status: 'unavailable' } })
      expect(whyOf(rig)).toContain('only in the phone app')
    }
    expect(page.person.sheets).toEqual([])
    expect(page.strips).toEqual([])
  })

  it.each([
    [
      'the switch is on unavailable',
      { ai: { 'ai.image': 'unavailable', 'ai.audio': 'unavailable', 'ai.assistant': 'unavailable' } },
    ],
    ['the person is signed out', { person: 'signed-out' }],
    ['the guardian of a child did not allow it', { person: '13-15', guardian: { ai: false } }],
  ] as const)(
    '4.7, 5: unavailable where %s, in the context too, without the reason',
    async (_case, change) => {
      const { rig, page } = await phone()
      await rig.set(change)
      for (const [method, params] of CALLS)
        expect(await page.call(method, params)).toEqual({ result: { status: 'unavailable' } })
      const context = await page.call('getContext')
      expect(context).toMatchObject({
        result: {
          capabilities: Object.fromEntries(CAPABILITIES.map((name) => [name, { state: 'unavailable' }])),
        },
      })
      expect(JSON.stringify(context)).not.toMatch(/"features":\[[^\]]*ai\./)
      expect(page.person.sheets).toEqual([])
    },
  )

  it('5: a child whose guardian allowed it uses AI; an adult’s guardian switches do not count', async () => {
    for (const change of [{ person: '13-15' }, { person: 'adult', guardian: { ai: false } }] as const) {
      const { rig, page } = await phone()
      await rig.set(change)
      expect(await answered(rig, page.call('ai.ask', ASK))).toMatchObject({ result: { status: 'answered' } })
    }
  })

  it('9: a capability version above the host’s is unavailable, and no feature', async () => {
    const { page } = await phone({
      app: { ...AI_APP, capabilities: { 'ai.image': { ...capability, version: 2 } } },
    })
    expect(await page.call('ai.image.generate', { prompt: 'x' })).toEqual({
      result: { status: 'unavailable' },
    })
    expect(await page.call('getContext')).toMatchObject({
      result: {
        features: expect.not.arrayContaining(['ai.image']),
        capabilities: { 'ai.image': { version: 1, state: 'unavailable' } },
      },
    })
  })

  it('2.5: on a phone the features and capabilities say what works', async () => {
    const { page } = await phone()
    expect(await page.call('getContext')).toMatchObject({
      result: {
        features: expect.arrayContaining([...CAPABILITIES]),
        capabilities: {
          'ai.image': { version: 1, state: 'ready', tools: [] },
          'ai.assistant': { version: 1, state: 'ready', tools: ['web_search'] },
        },
      },
    })
  })

  it('4.7, 2.4: the first time the person is asked, with the purpose word for word; then never again', async () => {
    const { rig, page } = await phone({ allow: false })
    const first = page.call('ai.image.generate', { prompt: 'x' })
    await turn()
    expect(page.person.sheets).toEqual([
      {
        kind: 'ai',
        offer: {
          app: 'Hello',
          capability: 'ai.image',
          purpose: 'Draws what you write',
          searchesWeb: false,
          downloadBytes: null,
        },
      },
    ])
    expect(page.strips).toEqual([])
    page.person.choose('allow')
    expect(await answered(rig, first)).toMatchObject({ result: { status: 'made' } })
    expect(await answered(rig, page.call('ai.image.generate', { prompt: 'x' }))).toMatchObject({
      result: { status: 'made' },
    })
    expect(page.person.sheets).toHaveLength(1)
    // Each capability is asked for on its own, and each person.
    page.person.choices.push('allow')
    await answered(rig, page.call('ai.ask', ASK))
    expect(page.person.sheets[1]?.offer).toMatchObject({ capability: 'ai.assistant', searchesWeb: true })
    const other = await rig.open({ app: AI_APP, seat: 2 })
    other.person.choices.push('allow')
    await answered(rig, other.call('ai.ask', ASK))
    expect(other.person.sheets).toHaveLength(1)
    // And it is remembered.
    const later = await hostRig(rig.store)
    const again = await later.open({ app: AI_APP })
    expect(await answered(later, again.call('ai.ask', ASK))).toMatchObject({ result: { status: 'answered' } })
    expect(again.person.sheets).toEqual([])
  })

  it('4.7: the developer can take a yes back, or give it, so that the question can be tried', async () => {
    const { rig, page } = await phone()
    await answered(rig, page.call('ai.ask', ASK))
    await rig.host.edit({ edit: 'set-ai-consent', seat: 1, capability: 'ai.assistant', allowed: false })
    await answered(rig, page.call('ai.ask', ASK))
    expect(page.person.sheets).toHaveLength(2)
    await rig.host.edit({ edit: 'set-ai-consent', seat: 1, capability: 'ai.image', allowed: true })
    await answered(rig, page.call('ai.image.generate', { prompt: 'x' }))
    expect(page.person.sheets).toHaveLength(2)
  })

  it.each([
    [{ app: 'blocked' }, { code: 'MINI_APP_UNAVAILABLE' }],
    [{ ai: { 'ai.image': 'unavailable' } }, { result: { status: 'unavailable' } }],
    [{ person: '16-17', guardian: { ai: false } }, { result: { status: 'unavailable' } }],
  ] as const)(
    '3.1, 4.7: makes nothing that may not be made by the time the person allows it: %j',
    async (change, outcome) => {
      const rig = await hostRig()
      await rig.set({ platform: 'ios' })
      const page = await rig.open({ app: AI_APP })
      const generation = page.call('ai.image.generate', { prompt: 'a fox' })
      await page.call('storage.keys')
      await rig.set(change)
      page.person.choose('allow')
      expect(await answered(rig, generation)).toEqual(outcome)
      expect(rig.ai.made).toEqual([])
    },
  )

  it('4.7: Not now answers cancelled, makes nothing, and the next request asks again', async () => {
    const { rig, page } = await phone({ allow: false })
    page.person.choices.push('not-now')
    expect(await page.call('ai.ask', ASK)).toEqual({ result: { status: 'cancelled' } })
    expect(whyOf(rig)).toContain('`Not now`')
    expect(rig.ai.made).toEqual([])
    page.person.choices.push('allow')
    expect(await answered(rig, page.call('ai.ask', ASK))).toMatchObject({ result: { status: 'answered' } })
    expect(page.person.sheets).toHaveLength(2)
  })

  it('3.4, 6: needs_download asks, downloads a model of 1 to 2.5 GB with its progress, and is ready from then on', async () => {
    const { rig, page } = await phone()
    await rig.set({ ai: { 'ai.image': 'needs_download' } })
    expect(await page.call('getContext')).toMatchObject({
      result: { capabilities: { 'ai.image': { state: 'needs_download' } } },
    })
    expect(await answered(rig, page.call('ai.image.generate', { prompt: 'x' }))).toMatchObject({
      result: { status: 'made' },
    })
    const downloadBytes = (page.person.sheets[0]?.offer as { downloadBytes: number } | undefined)
      ?.downloadBytes
    expect(downloadBytes).toBeGreaterThan(AI_MODEL_MIN_BYTES)
    expect(downloadBytes).toBeLessThan(AI_MODEL_MAX_BYTES)
    const downloads = progress(page).filter(({ stage }) => stage === 'downloading')
    expect(downloads[0]).toMatchObject({ done: 0, total: downloadBytes })
    expect(downloads.at(-1)).toMatchObject({ done: downloadBytes, total: downloadBytes })
    expect(stages(page)).toEqual(['downloading', 'loading', 'making'])
    expect(await page.call('getContext')).toMatchObject({
      result: { capabilities: { 'ai.image': { state: 'ready' } } },
    })
    // Not downloaded again, and no longer asked for.
    await answered(rig, page.call('ai.image.generate', { prompt: 'x' }))
    expect(page.person.sheets).toHaveLength(1)
    // A phone that lost the model asks again, though the person allowed AI before.
    await rig.set({ ai: { 'ai.image': 'needs_download' } })
    await answered(rig, page.call('ai.image.generate', { prompt: 'x' }))
    expect(page.person.sheets).toHaveLength(2)
  })

  it('3.4: a download that is cancelled leaves the state as it was', async () => {
    const { rig, page } = await phone()
    await rig.set({ ai: { 'ai.image': 'needs_download' } })
    const answer = page.call('ai.image.generate', { prompt: 'x' })
    await turn()
    rig.clock.advance(300)
    await turn()
    expect(stages(page)).toEqual(['downloading'])
    page.session.cancelAi()
    expect(await answer).toEqual({ result: { status: 'cancelled' } })
    expect(rig.switches.of(1).ai['ai.image']).toBe('needs_download')
  })

  it('7: phones without a connection ask and draw, but search nothing and download nothing', async () => {
    const { rig, page } = await phone()
    await rig.set({ network: { offline: true } })
    for (const [method, params] of CALLS)
      expect(await answered(rig, page.call(method, params))).toMatchObject({
        result: { status: expect.stringMatching(/made|answered/) },
      })
    expect(await page.call('ai.ask', { ...ASK, web_search: true })).toEqual({ code: 'OFFLINE' })
    expect(await page.call('ai.cancel')).toEqual({ result: {} })
    await rig.set({ ai: { 'ai.image': 'needs_download' } })
    page.person.choices.push('allow')
    expect(await page.call('ai.image.generate', { prompt: 'x' })).toEqual({
      result: { status: 'unavailable' },
    })
    expect(rig.switches.of(1).ai['ai.image']).toBe('needs_download')
  })

  it('4.7: the host refuses where the switch says so: blocked, and nothing is made', async () => {
    const { rig, page } = await phone()
    await rig.set({ aiAnswer: 'blocked' })
    for (const [method, params] of CALLS)
      expect(await page.call(method, params)).toEqual({ result: { status: 'blocked' } })
    expect(rig.ai.made).toEqual([])
  })

  it('4.7, 7: one request at a time: BUSY while one of any kind is running or waits for the person', async () => {
    const { rig, page } = await phone({ allow: false })
    const first = page.call('ai.image.generate', { prompt: 'x' })
    for (const [method, params] of CALLS) expect(await page.call(method, params)).toEqual({ code: 'BUSY' })
    page.person.choose('allow')
    await turn()
    for (const [method, params] of CALLS) expect(await page.call(method, params)).toEqual({ code: 'BUSY' })
    // Another person's phone is not in the way, and other calls go on.
    const other = await rig.open({ app: AI_APP, seat: 2 })
    other.person.choices.push('allow')
    expect(await page.call('storage.keys')).toEqual({ result: { keys: [] } })
    expect(await answered(rig, other.call('ai.ask', ASK))).toMatchObject({ result: { status: 'answered' } })
    expect(await answered(rig, first)).toMatchObject({ result: { status: 'made' } })
    page.person.choices.push('allow')
    expect(await answered(rig, page.call('ai.ask', ASK))).toMatchObject({ result: { status: 'answered' } })
  })

  it('7: BUSY where another sheet is open and the person must be asked; without a question it goes on', async () => {
    const { rig, page } = await phone({ allow: false })
    const nickname = page.call('getNickname', { ask: true })
    await page.call('storage.keys')
    expect(await page.call('ai.ask', ASK)).toEqual({ code: 'BUSY' })
    page.person.choose(null)
    await nickname
    page.person.choices.push('allow')
    await answered(rig, page.call('ai.ask', ASK))
    const again = page.call('getNickname', { ask: true })
    await page.call('storage.keys')
    expect(await answered(rig, page.call('ai.ask', ASK))).toMatchObject({ result: { status: 'answered' } })
    page.person.choose(null)
    await again
  })

  it('4.7: ai.cancel stops the running request, which answers cancelled', async () => {
    const { rig, page } = await phone()
    const answer = page.call('ai.image.generate', { prompt: 'x' })
    await turn()
    rig.clock.advance(200)
    expect(await page.call('ai.cancel', {}, false)).toEqual({ result: {} })
    expect(await answer).toEqual({ result: { status: 'cancelled' } })
    expect(rig.ai.made).toEqual([])
    expect(page.strips.at(-1)).toBeNull()
    rig.clock.advance(60_000)
    expect(page.strips.at(-1)).toBeNull()
    expect(await answered(rig, page.call('ai.ask', ASK))).toMatchObject({ result: { status: 'answered' } })
  })

  it('4.7: ai.cancel while the person is asked takes the question away', async () => {
    const { rig, page } = await phone({ allow: false })
    const answer = page.call('ai.ask', ASK)
    await turn()
    expect(page.person.looking()).toBe(true)
    await page.call('ai.cancel')
    expect(await answer).toEqual({ result: { status: 'cancelled' } })
    expect(page.person.looking()).toBe(false)
    // The next sheet can open.
    page.person.choices.push('allow')
    expect(await answered(rig, page.call('ai.ask', ASK))).toMatchObject({ result: { status: 'answered' } })
  })

  it.each([
    ['presses Cancel', (page: Page) => page.session.cancelAi()],
    ['leaves the service', (page: Page) => page.session.setPageVisible(false)],
    ['closes the app', (page: Page) => page.session.end('left')],
  ])('4.7: cancelled where the person %s', async (_case, act) => {
    const { rig, page } = await phone()
    const answer = page.call('ai.image.generate', { prompt: 'x' }).catch(() => null)
    await turn()
    act(page)
    await answer
    expect(rig.log.entries().findLast(({ kind }) => kind === 'call')).toMatchObject({
      method: 'ai.image.generate',
      result: { status: 'cancelled' },
      why: expect.stringMatching(/^The person /),
    })
    expect(rig.ai.made).toEqual([])
  })

  it('4.7: leaving by the switch `visible` cancels too', async () => {
    const { rig, page } = await phone()
    const answer = page.call('ai.ask', ASK)
    await turn()
    await rig.set({ visible: false })
    expect(await answer).toEqual({ result: { status: 'cancelled' } })
  })

  it.each([
    ['ai.image.generate', { prompt: 'x' }, AI_IMAGES_PER_HOUR],
    ['ai.audio.generate', { prompt: 'x' }, AI_SOUNDS_PER_HOUR],
    ['ai.ask', ASK, AI_ANSWERS_PER_HOUR],
    ['ai.ask', { ...ASK, web_search: true }, AI_WEB_SEARCHES_PER_HOUR],
  ])('8.4: %s of %j: %i an hour, then unavailable until one is free', async (method, params, limit) => {
    const { rig, page } = await phone()
    for (let i = 0; i < limit; i++)
      expect(await answered(rig, page.call(method, params))).toMatchObject({
        result: { status: expect.stringMatching(/made|answered/) },
      })
    expect(await page.call(method, params)).toEqual({ result: { status: 'unavailable' } })
    expect(whyOf(rig)).toContain('within an hour (8.4)')
    expect(rig.log.entries().findLast(({ kind }) => kind === 'call')).toMatchObject({ by: 'limit' })
    rig.clock.advance(3_600_000)
    expect(await answered(rig, page.call(method, params))).toMatchObject({
      result: { status: expect.stringMatching(/made|answered/) },
    })
  })

  it('8.4: ai.audio over the hour leave plain questions alone, and loading the app again frees nothing', async () => {
    const { rig, page } = await phone()
    for (let i = 0; i < AI_WEB_SEARCHES_PER_HOUR; i++)
      await answered(rig, page.call('ai.ask', { ...ASK, web_search: true }))
    const again = await rig.open({ app: AI_APP })
    expect(await again.call('ai.ask', { ...ASK, web_search: true })).toEqual({
      result: { status: 'unavailable' },
    })
    expect(await answered(rig, again.call('ai.ask', ASK))).toMatchObject({ result: { status: 'answered' } })
  })

  it('6: stages come in order, with the id of the request; loading only the first time', async () => {
    const { rig, page } = await phone()
    await answered(rig, page.call('ai.ask', { ...ASK, web_search: true }))
    expect(stages(page)).toEqual(['loading', 'searching', 'writing'])
    const answer = page.posted.findLast((message) => 'id' in message)
    expect(new Set(progress(page).map((data) => ('request' in data ? data.request : '')))).toEqual(
      new Set([answer !== undefined && 'id' in answer ? answer.id : 'none']),
    )
    const before = progress(page).length
    await answered(rig, page.call('ai.ask', ASK))
    expect(
      progress(page)
        .slice(before)
        .map(({ stage }) => stage),
    ).toEqual(['writing'])
    await answered(rig, page.call('ai.image.generate', { prompt: 'x', quality: 'fast' }))
    expect(progress(page).slice(before + 1)).toEqual([
      expect.objectContaining({ stage: 'loading' }),
      ...[0, 1, 2, 3, 4].map((done) => expect.objectContaining({ stage: 'making', done, total: 4 })),
    ])
    // Every progress came before its answer.
    expect(page.posted.at(-1)).toHaveProperty('result.status', 'made')
  })

  it('4.7: the strip shows the app’s words and how far it is, and goes with the answer', async () => {
    const { rig, page } = await phone()
    await answered(rig, page.call('ai.image.generate', { prompt: 'A cat', quality: 'fast' }))
    const common = { capability: 'ai.image', words: 'A cat' }
    expect(page.strips).toEqual([
      { ...common, stage: 'loading', share: null },
      ...[0, 0.25, 0.5, 0.75, 1].map((share) => ({ ...common, stage: 'making', share })),
      null,
    ])
  })

  it.each([
    ['ai.image.generate', { prompt: 'x', quality: 'fast' }, 40_000, 40_000],
    ['ai.image.generate', { prompt: 'x', quality: 'balanced' }, 41_000, 59_000],
    ['ai.image.generate', { prompt: 'x', quality: 'best' }, 60_000, 60_000],
    ['ai.audio.generate', { prompt: 'x' }, 2_000, 9_000],
    ['ai.ask', ASK, 2_000, 9_000],
  ])(
    '4.7: at the real pace %s of %j takes %i to %i ms, more the first time',
    async (method, params, least, most) => {
      const { rig, page } = await phone()
      await rig.set({ aiPace: 'real' })
      const first = await timed(rig, page.call(method, params))
      const second = await timed(rig, page.call(method, params))
      expect(second.ms).toBeGreaterThanOrEqual(least)
      expect(second.ms).toBeLessThanOrEqual(most + 200)
      expect(first.ms).toBeGreaterThan(second.ms)
      if (method === 'ai.ask') expect(first.ms).toBeGreaterThan(50_000)
    },
  )

  it('at the fast pace everything takes a second or two', async () => {
    const { rig, page } = await phone()
    await rig.set({ ai: { 'ai.image': 'needs_download' } })
    expect((await timed(rig, page.call('ai.image.generate', { prompt: 'x' }))).ms).toBeLessThan(2_500)
    expect((await timed(rig, page.call('ai.ask', ASK))).ms).toBeLessThan(1_000)
  })

  it('a script answers instead, takes its time, and refuses', async () => {
    const { rig, page } = await phone()
    const location = 'ai.json, entry 1'
    rig.ai.script = { location, delayMs: 5_000, answer: { kind: 'answer', text: 'No.', json: null } }
    const { outcome, ms } = await timed(rig, page.call('ai.ask', ASK))
    expect(outcome).toEqual({ result: { status: 'answered', text: 'No.', json: null, searched: false } })
    expect(ms).toBeGreaterThanOrEqual(5_000)
    expect(whyOf(rig)).toContain(location)
    for (const status of ['blocked', 'unavailable', 'cancelled'] as const) {
      rig.ai.script = { location, delayMs: null, answer: { status } }
      expect(await answered(rig, page.call('ai.ask', ASK))).toEqual({ result: { status } })
    }
    expect(rig.ai.made).toEqual([])
    rig.ai.script = { location, delayMs: 10, answer: null }
    expect(await answered(rig, page.call('ai.ask', ASK))).toMatchObject({ result: { text: 'Yes.' } })
  })
})
