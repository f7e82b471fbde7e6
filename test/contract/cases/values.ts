import { expect } from 'vitest'
import type { Defined } from '../../../src/platform/calls/shape-parts.js'
import { boundsOf, withoutOptional } from '../../../src/platform/calls/shape-parts.js'
import { parametersOf } from '../../../src/platform/calls/shapes.js'
import type { Method } from '../../../src/platform/calls/table.js'
import { METHODS } from '../../../src/platform/calls/table.js'
import { type ContractCase, named } from '../contract.js'

/** What a browser's messages carry and JSON does not, as expressions. */
const NOT_JSON = [
  'NaN',
  'Infinity',
  '-Infinity',
  '10n',
  'new Date(0)',
  'new Map([["a", 1]])',
  'new Set([1])',
  'new Uint8Array(2)',
  'new ArrayBuffer(2)',
  'new String("x")',
  'new Number(1)',
  'new Boolean(true)',
  'new Blob(["x"])',
  'new Error("x")',
  '/x/',
  '[undefined]',
  '[1, , 2]',
  'Object.assign([1], { a: 2 })',
  '{ a: NaN }',
  '[[Infinity]]',
  '{ a: { b: new Date(0) } }',
  '(() => { const one = {}; one.one = one; return one })()',
  '(() => { let deep = []; for (let i = 0; i < 2_000; i++) deep = [deep]; return deep })()',
] as const

/** Parameters with which each call that has some is not refused as bad. */
export const GOOD: Partial<Record<Method, Readonly<Record<string, unknown>>>> = {
  'storage.get': { key: 'a' },
  'storage.set': { key: 'a', value: 'b' },
  'storage.remove': { key: 'a' },
  pay: { product: 'boat' },
  consume: { purchase: 'p' },
  share: { text: '#x', image: '' },
  pickImage: { max_size: 64 },
  pickVideo: { max_seconds: 1 },
  getNickname: { ask: false },
  'db.set': { key: 'a', value: 'b', replaceable: true, rank: 1 },
  'db.get': { key: 'a', player: 'p' },
  'db.list': { key: 'a', order: 'recent', limit: 1, cursor: '' },
  'db.remove': { key: 'a' },
  'mp.host': { max_players: 2, public: false, meta: {} },
  'mp.join': { code: 'ABCDEF' },
  'mp.send': { data: 1, to: 'p' },
  'ai.image.generate': { prompt: 'x', avoid: 'x', quality: 'fast', seed: 1 },
  'ai.audio.generate': { prompt: 'x', kind: 'sound', seconds: 3, seed: 1 },
  'ai.ask': { prompt: 'x', context: 'x', web_search: false, format: 'json', max_chars: 50 },
}

/** The names of a call's parameters. */
const namesOf = (method: Method): readonly string[] => [
  ...new Set(parametersOf(method).flatMap((shape) => Object.keys(shape))),
]

const WITH_PARAMETERS = METHODS.filter((method) => namesOf(method).length > 0)

/** Every text with a limit in characters, by its call. */
export const TEXTS = METHODS.flatMap((method) =>
  parametersOf(method).flatMap((shape) =>
    Object.entries(shape).flatMap(([name, schema]) => {
      const { most } = boundsOf(schema)
      const { type } = (withoutOptional(schema) as Defined).def
      return type === 'string' && most !== null ? [[method, name, most] as const] : []
    }),
  ),
)

const written = (params: Readonly<Record<string, unknown>>, name: string, value: string): string => {
  const { [name]: _replaced, ...others } = params
  return `{ ...${JSON.stringify(others)}, ${JSON.stringify(name)}: ${value} }`
}

/** 4, 7: what parameters may be. */
export const VALUE_CASES: readonly ContractCase[] = [
  named('7: every call with parameters has good ones in this test', async () => {
    expect(Object.keys(GOOD).sort()).toEqual([...WITH_PARAMETERS].sort())
    for (const [method, params] of Object.entries(GOOD))
      expect(namesOf(method as Method)).toEqual(expect.arrayContaining(Object.keys(params)))
  }),

  ...WITH_PARAMETERS.map((method) =>
    named(
      `4, 7: what is not JSON in any parameter of ${method} is INVALID, and does nothing`,
      async (host) => {
        const seat = await host.open()
        const calls = namesOf(method).flatMap((name) =>
          NOT_JSON.map((value) => [method, written(GOOD[method] ?? {}, name, value)] as const),
        )
        const outcomes = await seat.burstWritten(calls, true)
        const taken = calls.filter((_call, index) => {
          const outcome = outcomes[index]
          return outcome === undefined || !('code' in outcome) || outcome.code !== 'INVALID'
        })
        expect(taken).toEqual([])
        expect(outcomes).toHaveLength(calls.length)
        expect(await seat.call('storage.keys', {}, false)).toEqual({ result: { keys: [] } })
        expect(await seat.call('db.usage', {}, false)).toMatchObject({ result: { bytes: 0 } })
      },
    ),
  ),

  named(
    '4, 7: parameters that are not an object are INVALID, and undefined counts as none',
    async ({ open }) => {
      const seat = await open()
      const values = ['NaN', 'null', '"x"', '5', '[]', '[NaN]', 'new Date(0)', 'new Map()', '10n', 'true']
      expect(await seat.burstWritten(values.map((value) => ['storage.keys', value]))).toEqual(
        values.map(() => ({ code: 'INVALID' })),
      )
      expect(await seat.burstWritten([['storage.keys', 'undefined']])).toEqual([{ result: { keys: [] } }])
    },
  ),

  named('7: an optional parameter that is undefined counts as absent, -0 as 0', async ({ open }) => {
    const seat = await open()
    const params = '{ key: "a", value: "b", rank: -0, replaceable: undefined, more: undefined }'
    expect(await seat.burstWritten([['db.set', params]])).toEqual([{ result: { saved: true } }])
    expect(await seat.call('db.get', { key: 'a' }, false)).toMatchObject({
      result: { record: { rank: 0, replaceable: false } },
    })
  }),

  named('4: a message without a request is never answered, whatever is in it', async ({ open }) => {
    const seat = await open()
    expect(await seat.ignores({ service: 1, id: null, method: 'ready', params: {} })).toBe(true)
  }),

  ...TEXTS.map(([method, name, most]) =>
    named(
      `readings: \`${name}\` of ${method} counts UTF-16 units: an emoji is two of ${most}`,
      async (host) => {
        await host.set({ platform: 'ios' })
        await host.manifest({
          capabilities: Object.fromEntries(
            ['ai.image', 'ai.audio', 'ai.assistant'].map((capability) => [
              capability,
              { version: 1, purpose: 'Makes what you write.' },
            ]),
          ),
        })
        const seat = await host.open()
        const [fits, over] = ['🎈'.repeat(most / 2), `${'🎈'.repeat(most / 2)}x`]
        expect(await seat.call(method, { ...GOOD[method], [name]: over })).toEqual({ code: 'INVALID' })
        expect(await seat.call(method, { ...GOOD[method], [name]: '🎈'.repeat(most) })).toEqual({
          code: 'INVALID',
        })
        await host.set({
          ai: { 'ai.image': 'unavailable', 'ai.audio': 'unavailable', 'ai.assistant': 'unavailable' },
        })
        expect(await seat.call(method, { ...GOOD[method], [name]: fits })).toEqual({
          result: { status: 'unavailable' },
        })
      },
    ),
  ),

  named('4.4, 8.2: texts to share and stored values count UTF-16 units too', async ({ open }) => {
    const seat = await open()
    expect(await seat.call('share', { text: `${'🎈'.repeat(190)}x` })).toEqual({ code: 'INVALID_TEXT' })
    expect(await seat.choose('share', { text: '🎈'.repeat(190) }, 'share', null)).toEqual({ result: {} })
    const value = '🎈'.repeat(2_048)
    expect(await seat.call('storage.set', { key: 'a', value: `${value}x` })).toEqual({
      code: 'VALUE_TOO_LONG',
    })
    expect(await seat.call('storage.set', { key: 'a', value })).toEqual({ result: { saved: true } })
  }),
]
