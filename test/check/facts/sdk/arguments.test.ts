/// <reference path="../../../../src/sdk/service-miniapp.d.ts" />
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FileFacts } from '../../../../src/check/facts/file.js'
import { argumentFaults } from '../../../../src/check/facts/sdk/arguments.js'
import { sdkCalls } from '../../../../src/check/facts/sdk/calls.js'
import { OPTIONS } from '../../../../src/platform/calls/definition.js'
import { parametersOf } from '../../../../src/platform/calls/shapes.js'
import { CALL_TABLE, METHODS, type Method } from '../../../../src/platform/calls/table.js'
import { STORAGE_VALUE_MAX_CHARACTERS } from '../../../../src/platform/storage-limits.js'
import { createService } from '../../../../src/sdk/service.js'
import { GOOD, TEXTS as TEXT_LIMITS } from '../../../contract/cases/values.js'
import { INTERESTS } from '../../../support/cases/interests.js'
import { APP, hostRig } from '../../../support/rigs/host-rig.js'
import { ofRuns, runs } from '../../../support/vitest/runs.js'

/** What the checker says that a call rejects with. */
const judged = async (script: string): Promise<readonly string[]> => {
  const bytes = Buffer.from(script)
  const file = new FileFacts(
    { path: 'game.js', bytes: bytes.length, compressedBytes: null },
    bytes,
    INTERESTS,
  )
  return (await sdkCalls(file)).flatMap((call) => argumentFaults(call).flatMap(({ code }) => code ?? []))
}

/** Runs scripts with the SDK itself against the simulator's host, in which nothing is available: no sheet waits. */
const hosted = async () => {
  const rig = await hostRig()
  await rig.set({ share: 'unavailable', pickers: 'unavailable', multiplayer: 'off' })
  const page = await rig.open({ app: { ...APP, id: 'ma_abcdefghij' } })
  let receive: (message: unknown) => void = () => {}
  const service = createService({
    host: {
      send: (message) => {
        const before = page.posted.length
        void page.session.receive({ json: JSON.stringify(message), gesture: true }).then(() => {
          for (const answer of page.posted.slice(before)) receive(answer)
        })
      },
      listen: (listener) => {
        receive = listener
        return () => {}
      },
    },
    withinTap: () => true,
    startTimer: () => () => {},
    idPrefix: 'abcdefghij',
    reportRefusal: () => {},
    noticeCall: null,
    reportError: () => {},
  })
  return async (script: string): Promise<string | null> => {
    // Seldom enough for every rate, and often enough for a session of 12 hours.
    rig.clock.advance(20_000)
    page.person.choices.push(null)
    try {
      await (runInNewContext(script, { Service: service }) as Promise<unknown>)
      return null
    } catch (error) {
      return (error as ServiceMiniapp.ServiceError).code
    }
  }
}

/** The codes that depend on what a call is given, and on nothing else. */
const OF_ARGUMENTS = [
  'INVALID',
  'INVALID_KEY',
  'VALUE_TOO_LONG',
  'INVALID_TEXT',
  'INVALID_IMAGE',
  'IMAGE_TOO_LARGE',
  'MESSAGE_TOO_LARGE',
]

const TEXTS = [
  '',
  'a',
  'a b',
  'I won #cats',
  'by @ana',
  'see example.com',
  'line\nbreak',
  'rank_desc',
  'music',
  'sound',
  'fast',
  'json',
  'data:image/png;base64,AAAA',
  'ABCDEF',
  'x'.repeat(128),
  'x'.repeat(129),
  'x'.repeat(381),
  'ü'.repeat(600),
  'x'.repeat(4_097),
]
const NUMBERS = [-1, 0, 1, 2, 6, 8, 9, 15, 50, 64, 100, 101, 600, 601, 4_096, 4_097, 0.5, 64.5]
const known = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.constantFrom(...NUMBERS),
  fc.constantFrom(true, false, undefined),
)
const scalar = fc.oneof({ weight: 20, arbitrary: known }, { weight: 1, arbitrary: fc.constant(null) })
const value = (one: fc.Arbitrary<unknown>, object: fc.Arbitrary<object>) =>
  fc.oneof(one, object, fc.array(scalar, { maxLength: 2 }), fc.constant({ a: 'x'.repeat(300) }))

/** Options of a call: mostly its own, each with anything but null, which the checker takes for absent. */
const optionsOf = (method: Method): fc.Arbitrary<object> => {
  const names = [...parametersOf(method).flatMap((shape) => Object.keys(shape)), 'other']
  return fc.dictionary(fc.constantFrom(...names), value(known, fc.constant({})), { maxKeys: 4 })
}

/** All runs take 5 s on a quiet machine, and were seen to take more than 30 s on a busy one. */
const LIMIT_MS = 180_000
/** A call without an answer is a counterexample, which a limit for all runs would not keep. */
const ANSWER_MS = 20_000

const WITH_ARGUMENTS = METHODS.filter((method) => CALL_TABLE[method].arguments.length > 0)

/** A value as a script says it. */
const written = (given: unknown): string => {
  if (given === undefined) return 'undefined'
  if (Array.isArray(given)) return `[${given.map(written).join(', ')}]`
  if (typeof given !== 'object' || given === null) return JSON.stringify(given)
  return `{ ${Object.entries(given)
    .map(([name, field]) => `${name}: ${written(field)}`)
    .join(', ')} }`
}

const script = fc.constantFrom(...WITH_ARGUMENTS).chain((method) => {
  const names: readonly string[] = CALL_TABLE[method].arguments
  const values = names.map((name) =>
    name === OPTIONS
      ? fc.oneof({ weight: 4, arbitrary: optionsOf(method) }, { weight: 1, arbitrary: scalar })
      : value(scalar, fc.constant({})),
  )
  return fc
    .tuple(fc.tuple(...values), fc.nat(3))
    .map(
      ([given, leftOut]) =>
        `Service.${CALL_TABLE[method].name}(${(leftOut === 0 ? given.slice(0, -1) : given).map(written).join(', ')})`,
    )
})

describe('the arguments of SDK calls', () => {
  it.each([
    ['Service.db.list("a", { cursor: "" })', ['INVALID']],
    ['Service.db.list("a", { cursor: "rank_desc~1~1" })', ['INVALID']],
    ['Service.db.list("a", { cursor: null })', []],
    ['Service.db.list("a", { cursor: page.next })', []],
  ])('report a cursor that no answer gave: %s', async (text, codes) => {
    expect(await judged(text)).toEqual(codes)
  })

  it.each([...TEXT_LIMITS, ['storage.set', 'value', STORAGE_VALUE_MAX_CHARACTERS] as const])(
    'readings: count UTF-16 units, and an emoji is two of them: %s, %s',
    async (method, name, most) => {
      const given = Object.entries(GOOD[method] ?? {}).filter(([key]) => !key.includes('_'))
      const script = (text: string): string => {
        const parameters: Readonly<Record<string, unknown>> = { ...Object.fromEntries(given), [name]: text }
        const names = CALL_TABLE[method].arguments
        const list = names.includes(OPTIONS) ? [parameters] : names.map((key) => parameters[key])
        return `Service.${CALL_TABLE[method].name}(${list.map(written).join(', ')})`
      }
      const code = method === 'storage.set' ? 'VALUE_TOO_LONG' : 'INVALID'
      expect(await judged(script('🎈'.repeat(most / 2)))).toEqual([])
      expect(await judged(script(`${'🎈'.repeat(most / 2)}x`))).toEqual([code])
    },
  )

  it('4: name what is not JSON in a message that is too large, too: the host refuses it first', async () => {
    expect(await judged(`Service.multiplayer.send(['${'x'.repeat(1_100)}', undefined])`)).toEqual([
      'MESSAGE_TOO_LARGE',
      'INVALID',
    ])
  })

  it(
    'are judged as the SDK and the host judge them',
    async () => {
      const run = await hosted()
      let refused = 0
      await fc.assert(
        fc.asyncProperty(script, async (text) => {
          const [codes, code] = [await judged(text), await run(text)]
          if (code !== null && OF_ARGUMENTS.includes(code)) {
            refused += 1
            expect(codes, text).toContain(code)
          } else if (code !== 'NOT_IN_MATCH') expect(codes, text).toEqual([])
        }),
        { numRuns: runs(1_500), timeout: ANSWER_MS },
      )
      expect(refused).toBeGreaterThan(ofRuns(100, 1_500))
    },
    LIMIT_MS,
  )
})
