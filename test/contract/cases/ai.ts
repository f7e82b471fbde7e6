import { expect } from 'vitest'
import {
  CONTRACT_MANIFEST,
  type ContractCase,
  type ContractHost,
  type ContractSeat,
  named,
} from '../contract.js'
import { told } from '../people.js'

const HOUR = 3_600_000
const GB = 1_024 ** 3

const PICTURE = { prompt: 'A fox in the snow', quality: 'fast', seed: 7 }

/** An app that declares everything. */
const EVERYTHING = {
  capabilities: {
    ...CONTRACT_MANIFEST.capabilities,
    'ai.audio': { version: 1, purpose: 'Plays what you write.' },
    'ai.assistant': { ...CONTRACT_MANIFEST.capabilities['ai.assistant'], tools: ['web_search'] },
  },
}

const refused = (status: 'cancelled' | 'unavailable' | 'blocked') => ({ result: { status } })
const answered = { result: { status: 'answered', text: expect.any(String), json: null, searched: false } }

/** Makes a request that the person agrees to, the first time that they are asked, and stops it once it is under way. */
const agree = async (seat: ContractSeat, method: string, params: object): Promise<void> => {
  const asking = await seat.start(method, params)
  expect(await seat.decide('ai', 'allow')).toBeNull()
  await expect.poll(() => seat.strip()).not.toBeNull()
  await seat.call('ai.cancel', {}, false)
  await expect.poll(() => asking.answer()).toEqual(refused('cancelled'))
}

/** A phone, on which the person agreed that the app may ask the assistant. */
const phone = async (all: ContractHost, pace: 'fast' | 'real' = 'fast'): Promise<ContractSeat> => {
  await all.set({ platform: 'ios', aiPace: 'real' })
  const seat = await all.open()
  await agree(seat, 'ai.ask', { prompt: 'Ready?' })
  await all.set({ aiPace: pace })
  return seat
}

/** The stages that were reported for a request. */
const stages = async (seat: ContractSeat, id: string): Promise<readonly unknown[]> =>
  (await told(seat)).flatMap(([event, data]) => {
    const { request, ...stage } = data as { readonly request: string }
    return event === 'ai.progress' && request === id ? [stage] : []
  })

const stateOf = async (seat: ContractSeat): Promise<unknown> => {
  const { result } = (await seat.call('getContext', {}, false)) as {
    readonly result: { readonly capabilities: Readonly<Record<string, { readonly state: string }>> }
  }
  return Object.values(result.capabilities).map(({ state }) => state)
}

/** 3.4, 4.7, 8.4: AI on the person's phone. */
export const AI_CASES: readonly ContractCase[] = [
  named('4.7: on the web every call answers unavailable, and nobody is asked', async ({ open }) => {
    const seat = await open()
    expect(await stateOf(seat)).toEqual(['unavailable', 'unavailable'])
    expect(await seat.call('ai.ask', { prompt: 'Who?' }, false)).toEqual(refused('unavailable'))
    expect(await seat.call('ai.image.generate', PICTURE)).toEqual(refused('unavailable'))
    expect(await seat.call('ai.cancel', {}, false)).toEqual({ result: {} })
    expect(await seat.call('ai.audio.generate', { prompt: 'rain' })).toEqual({ code: 'NOT_DECLARED' })
    expect(await seat.call('ai.ask', { prompt: 'Who?', web_search: true }, false)).toEqual({
      code: 'NOT_DECLARED',
    })
  }),

  named(
    '4.7, 2.4: each person is asked once for each capability, with the purpose as written',
    async (all) => {
      await all.set({ platform: 'ios' })
      const [one, two] = [await all.open(1), await all.open(2)]
      const offer = {
        app: 'Contract',
        capability: 'ai.assistant',
        purpose: 'Answers what you ask.',
        searchesWeb: false,
        downloadBytes: null,
      }
      expect(await one.choose('ai.ask', { prompt: 'Who?' }, 'ai', 'not-now')).toEqual(refused('cancelled'))
      const asking = await one.start('ai.ask', { prompt: 'Who?' })
      expect(await one.offer('ai')).toEqual(offer)
      expect(await one.decide('ai', 'allow')).toBeNull()
      await expect.poll(() => asking.answer()).toMatchObject(answered)
      expect(await one.call('ai.ask', { prompt: 'And who else?' }, false)).toMatchObject(answered)
      const drawing = await one.start('ai.image.generate', PICTURE)
      expect(await one.offer('ai')).toEqual({
        ...offer,
        capability: 'ai.image',
        purpose: 'Draws what you write.',
      })
      expect(await one.decide('ai', 'not-now')).toBeNull()
      await expect.poll(() => drawing.answer()).toEqual(refused('cancelled'))
      const other = await two.start('ai.ask', { prompt: 'Who?' })
      expect(await two.offer('ai')).toEqual(offer)
      expect(await two.decide('ai', 'not-now')).toBeNull()
      await expect.poll(() => other.answer()).toEqual(refused('cancelled'))
    },
  ),

  named('4.7, 7: one request at a time, under a strip with the app’s words and Cancel', async (all) => {
    const seat = await phone(all, 'real')
    expect(await seat.strip()).toBeNull()
    const first = await seat.start('ai.ask', { prompt: 'What is the moon made of?' })
    await expect.poll(() => seat.strip()).toBe('What is the moon made of?')
    expect(await seat.call('ai.ask', { prompt: 'And the sun?' }, false)).toEqual({ code: 'BUSY' })
    expect(await seat.call('ai.image.generate', PICTURE)).toEqual({ code: 'BUSY' })
    // It is not a sheet: the app goes on.
    expect(await seat.call('storage.keys', {}, false)).toEqual({ result: { keys: [] } })
    expect(await first.answer()).toBeNull()
    await seat.cancelAi()
    await expect.poll(() => first.answer()).toEqual(refused('cancelled'))
    await expect.poll(() => seat.strip()).toBeNull()
    for (const stop of [() => seat.call('ai.cancel', {}, false), () => all.set({ visible: false })]) {
      const next = await seat.start('ai.ask', { prompt: 'And the stars?' })
      await expect.poll(() => seat.strip()).toBe('And the stars?')
      await stop()
      await expect.poll(() => next.answer()).toEqual(refused('cancelled'))
    }
  }),

  named('3.4, 6: needs_download asks, downloads 1 to 2.5 GB, and makes; stages in order', async (all) => {
    await all.set({ platform: 'android', ai: { 'ai.image': 'needs_download' } })
    const seat = await all.open()
    expect(await stateOf(seat)).toEqual(['needs_download', 'ready'])
    const drawing = await seat.start('ai.image.generate', PICTURE)
    const { downloadBytes } = (await seat.offer('ai')) as { readonly downloadBytes: number }
    expect(downloadBytes / GB).toBeGreaterThanOrEqual(1)
    expect(downloadBytes / GB).toBeLessThanOrEqual(2.5)
    expect(await seat.decide('ai', 'allow')).toBeNull()
    const made = {
      result: {
        status: 'made',
        image: { type: 'image/png', size: expect.any(Number) },
        type: 'image/png',
        width: 384,
        height: 384,
        seed: 7,
      },
    }
    await expect.poll(() => drawing.answer()).toMatchObject(made)
    const tenths = Array.from({ length: 11 }, (_, tenth) => ({
      stage: 'downloading',
      done: Math.round((downloadBytes * tenth) / 10),
      total: downloadBytes,
    }))
    const making = Array.from({ length: 5 }, (_, done) => ({ stage: 'making', done, total: 4 }))
    expect(await stages(seat, drawing.id)).toEqual([...tenths, { stage: 'loading' }, ...making])
    expect(await stateOf(seat)).toEqual(['ready', 'ready'])
    const again = await seat.start('ai.image.generate', PICTURE)
    await expect.poll(() => again.answer()).toMatchObject(made)
    expect(await stages(seat, again.id)).toEqual(making)
  }),

  named('4.7: answers within max_chars, as JSON, searched; sounds of the seconds asked', async (all) => {
    await all.manifest(EVERYTHING)
    const seat = await phone(all)
    const ask = async (params: object): Promise<{ readonly text: string; readonly json: unknown }> => {
      const outcome = await seat.call('ai.ask', params, false)
      expect(outcome).toMatchObject({ result: { status: 'answered', text: expect.any(String) } })
      return (outcome as { readonly result: { readonly text: string; readonly json: unknown } }).result
    }
    const short = await ask({ prompt: 'Tell me a long story about a dragon.', max_chars: 50 })
    expect(short.text.length).toBeLessThanOrEqual(50)
    expect(short.json).toBeNull()
    const json = await ask({ prompt: 'Three animals, as {"animals": ["…"]}', format: 'json' })
    expect(json.json).toEqual(JSON.parse(json.text))
    const searching = await seat.start('ai.ask', { prompt: 'News of the moon?', web_search: true })
    await expect
      .poll(() => searching.answer())
      .toMatchObject({
        result: {
          status: 'answered',
          text: expect.not.stringMatching(/@|\bhttps?:|\bwww\./),
          searched: true,
        },
      })
    expect(await stages(seat, searching.id)).toEqual([{ stage: 'searching' }, { stage: 'writing' }])
    expect(
      await seat.choose('ai.audio.generate', { prompt: 'A bell', kind: 'sound', seconds: 3 }, 'ai', 'allow'),
    ).toMatchObject({
      // 16 bits, 44,100 times a second, after a head of 44 bytes.
      result: { status: 'made', audio: { type: 'audio/wav', size: 44 + 2 * 3 * 44_100 }, seconds: 3 },
    })
  }),

  named('4.7, 8.4, 7: INVALID beyond the sizes that are allowed', async (all) => {
    await all.manifest(EVERYTHING)
    const seat = await phone(all)
    for (const [method, params] of [
      ['ai.ask', {}],
      ['ai.ask', { prompt: '' }],
      ['ai.ask', { prompt: 'x'.repeat(2_001) }],
      ['ai.ask', { prompt: 'x', context: 'x'.repeat(8_001) }],
      ['ai.ask', { prompt: 'x', max_chars: 49 }],
      ['ai.ask', { prompt: 'x', max_chars: 1_501 }],
      ['ai.image.generate', { prompt: '' }],
      ['ai.image.generate', { prompt: 'x'.repeat(401) }],
      ['ai.image.generate', { prompt: 'x', avoid: 'x'.repeat(201) }],
      ['ai.image.generate', { prompt: 'x', quality: 'good' }],
      ['ai.audio.generate', { prompt: 'x', kind: 'music', seconds: 12 }],
      ['ai.audio.generate', { prompt: 'x', kind: 'sound', seconds: 15 }],
    ] as const)
      expect([method, params, await seat.call(method, params)]).toEqual([method, params, { code: 'INVALID' }])
    expect(
      await seat.call(
        'ai.ask',
        { prompt: 'x'.repeat(2_000), context: 'x'.repeat(8_000), max_chars: 1_500 },
        false,
      ),
    ).toMatchObject(answered)
  }),

  named('4.7: the host refuses and is unavailable as its switches say, and gives no reason', async (all) => {
    const seat = await phone(all)
    await all.set({ aiAnswer: 'blocked' })
    expect(await seat.call('ai.ask', { prompt: 'Who?' }, false)).toEqual(refused('blocked'))
    await all.set({ aiAnswer: 'made', ai: { 'ai.assistant': 'unavailable' } })
    expect(await seat.call('ai.ask', { prompt: 'Who?' }, false)).toEqual(refused('unavailable'))
    expect(await stateOf(seat)).toEqual(['ready', 'unavailable'])
  }),

  named(
    '8.4: 30 pictures, 60 sounds, 60 answers, 30 searches an hour; then unavailable for a while',
    async (all) => {
      await all.manifest(EVERYTHING)
      await all.pause()
      // A stopped request still counts as a request; at this pace nothing is made meanwhile.
      const seat = await phone(all, 'real')
      await agree(seat, 'ai.image.generate', PICTURE)
      await agree(seat, 'ai.audio.generate', { prompt: 'A bell' })
      const stopped = async (method: string, params: object, times: number): Promise<void> => {
        for (let time = 0; time < times; time += 1)
          expect(
            await seat.burst(
              [
                [method, params],
                ['ai.cancel', {}],
              ],
              true,
            ),
          ).toEqual([refused('cancelled'), { result: {} }])
      }
      const question = { prompt: 'Who?' }
      const search = { ...question, web_search: true }
      await stopped('ai.image.generate', PICTURE, 29)
      expect(await seat.call('ai.image.generate', PICTURE)).toEqual(refused('unavailable'))
      await stopped('ai.audio.generate', { prompt: 'A bell' }, 59)
      expect(await seat.call('ai.audio.generate', { prompt: 'A bell' })).toEqual(refused('unavailable'))
      await stopped('ai.ask', search, 30)
      expect(await seat.call('ai.ask', search, false)).toEqual(refused('unavailable'))
      // The first of them was asked before all this.
      await stopped('ai.ask', question, 29)
      expect(await seat.call('ai.ask', question, false)).toEqual(refused('unavailable'))
      await all.advance(HOUR - 1)
      expect(await seat.call('ai.ask', question, false)).toEqual(refused('unavailable'))
      await all.advance(1)
      await stopped('ai.ask', search, 1)
      await stopped('ai.image.generate', PICTURE, 1)
    },
  ),
]
