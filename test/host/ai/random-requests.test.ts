import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HostedApp } from '../../../src/host/hosted-app.js'
import { APP, hostRig, type Outcome } from '../../support/rigs/host-rig.js'
import { runs } from '../../support/vitest/runs.js'

const capability = { version: 1, purpose: 'Draws what you write', tools: ['web_search'] }
const AI_APP: HostedApp = {
  ...APP,
  capabilities: { 'ai.image': capability, 'ai.audio': capability, 'ai.assistant': capability },
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

type Act =
  | { readonly act: 'call'; readonly method: string; readonly params: object }
  | { readonly act: 'choose'; readonly choice: string }
  | { readonly act: 'advance'; readonly ms: number }
  | { readonly act: 'strip' | 'leave' | 'return' | 'nickname' | 'close-nickname' }
  | { readonly act: 'switch'; readonly change: object }

const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom<Act>(
      { act: 'call', method: 'ai.image.generate', params: { prompt: 'x' } },
      { act: 'call', method: 'ai.audio.generate', params: { prompt: 'x', kind: 'sound' } },
      { act: 'call', method: 'ai.ask', params: { prompt: 'x' } },
      { act: 'call', method: 'ai.ask', params: { prompt: 'x', web_search: true } },
      { act: 'call', method: 'ai.cancel', params: {} },
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Act>({ act: 'choose', choice: 'allow' }, { act: 'choose', choice: 'not-now' }),
  },
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 2_000 }).map((ms): Act => ({ act: 'advance', ms })) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Act>(
      { act: 'strip' },
      { act: 'leave' },
      { act: 'return' },
      { act: 'nickname' },
      { act: 'close-nickname' },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Act>(
      { act: 'switch', change: { ai: { 'ai.image': 'needs_download' } } },
      { act: 'switch', change: { ai: { 'ai.image': 'unavailable' } } },
      { act: 'switch', change: { ai: { 'ai.image': 'ready' } } },
      { act: 'switch', change: { aiAnswer: 'blocked' } },
      { act: 'switch', change: { aiAnswer: 'made' } },
      { act: 'switch', change: { network: { offline: true } } },
      { act: 'switch', change: { network: { offline: false } } },
    ),
  },
)

const ENDS = /^(made|answered|cancelled|unavailable|blocked|BUSY|OFFLINE)$/
const endOf = (outcome: Outcome): string =>
  'code' in outcome ? outcome.code : String((outcome.result as { status?: unknown } | null)?.status ?? '{}')

describe('AI requests in any order', () => {
  it('4.7: each is answered once, for any choices of the person and the phone, and the next one can come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 1, maxLength: 40 }), async (script) => {
        const rig = await hostRig()
        await rig.set({ platform: 'ios' })
        const page = await rig.open({ app: AI_APP })
        const calls: { readonly method: string; readonly answer: Promise<Outcome> }[] = []
        const choose = (choice: unknown, kind: string) => {
          if (page.person.looking() && page.person.sheets.at(-1)?.kind === kind) page.person.choose(choice)
        }
        for (const one of script) {
          if (one.act === 'call')
            calls.push({ method: one.method, answer: page.call(one.method, one.params) })
          else if (one.act === 'choose') choose(one.choice, 'ai')
          else if (one.act === 'advance') rig.clock.advance(one.ms)
          else if (one.act === 'switch') await rig.set(one.change)
          else if (one.act === 'strip') page.session.cancelAi()
          else if (one.act === 'leave') page.session.setPageVisible(false)
          else if (one.act === 'return') page.session.setPageVisible(true)
          else if (one.act === 'nickname')
            calls.push({ method: 'getNickname', answer: page.call('getNickname', { ask: true }) })
          else choose(null, 'nickname')
          await turn()
        }
        page.session.setPageVisible(true)
        await rig.set({ aiAnswer: 'made', network: { offline: false }, ai: { 'ai.image': 'ready' } })
        // What still waits for the person or for time gets both.
        const settle = async () => {
          for (let i = 0; i < 40; i++) {
            choose('allow', 'ai')
            choose(null, 'nickname')
            rig.clock.advance(1_000)
            await turn()
          }
        }
        await settle()
        const outcomes = await Promise.all(
          calls.map(async ({ method, answer }) => [method, endOf(await answer)] as const),
        )
        for (const [method, end] of outcomes)
          if (method === 'ai.cancel') expect(end).toBe('{}')
          else if (method.startsWith('ai.')) expect(end).toMatch(ENDS)
        expect(page.strips.at(-1) ?? null).toBeNull()
        expect(page.person.looking()).toBe(false)
        const last = page.call('ai.ask', { prompt: 'x' })
        await settle()
        expect(endOf(await last)).toBe('answered')
      }),
      { numRuns: runs(60) },
    )
  })
})
