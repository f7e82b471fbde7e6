import { describe, expect, it } from 'vitest'
import { hostRig, type Page } from '../../support/rigs/host-rig.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const GEM = {
  id: 'gem',
  title: 'Gem',
  statement: 'You receive a gem.',
  price: '0.1',
  kind: 'consumable',
} as const

/** A rate: its uses, which take turns, whether an answer is that of a refusal, and what the person chooses on its sheet. */
interface Rate {
  readonly limit: number
  readonly windowMs: number
  readonly calls: readonly (readonly [method: string, params: object])[]
  readonly refused: object
  readonly chooses?: unknown
}

const RATES: Readonly<Record<string, Rate>> = {
  '8.2: storage writes': {
    limit: 120,
    windowMs: MINUTE,
    calls: [
      ['storage.set', { key: 'a', value: '1' }],
      ['storage.remove', { key: 'a' }],
    ],
    refused: { code: 'RATE_LIMITED' },
  },
  '8.3: writes to the shared store': {
    limit: 60,
    windowMs: MINUTE,
    calls: [
      ['db.set', { key: 'a', value: '1' }],
      ['db.remove', { key: 'a' }],
    ],
    refused: { code: 'RATE_LIMITED' },
  },
  '8.3: reads of the shared store': {
    limit: 120,
    windowMs: MINUTE,
    calls: [
      ['db.get', { key: 'a' }],
      ['db.list', { key: 'a' }],
      ['db.usage', {}],
    ],
    refused: { code: 'RATE_LIMITED' },
  },
  '4.3: payment requests': {
    limit: 10,
    windowMs: MINUTE,
    calls: [['pay', { product: 'gem' }]],
    refused: { result: { status: 'failed', reason: 'unavailable' } },
    chooses: 'cancel',
  },
}

const uses = async (page: Page, { calls, chooses, refused }: Rate, count: number): Promise<number> => {
  let taken = 0
  for (let use = 0; use < count; use++) {
    const [method, params] = calls[use % calls.length] ?? ['', {}]
    if (chooses !== undefined) page.person.choices.push(chooses)
    const answer = await page.call(method, params)
    if (JSON.stringify(answer) !== JSON.stringify(refused)) taken++
  }
  return taken
}

describe('a rate is a window that slides', () => {
  it.each(Object.entries(RATES))(
    '%s: each opens again at its very moment, for each person, and no load of the page opens it',
    async (_name, rate) => {
      const { clock, open } = await hostRig()
      const app = { id: 'ma_abcdefghij', name: 'Hello', version: '1.2.3', access: { type: 'free' } } as const
      const hosted = { ...app, products: [GEM], ageRating: '4+', requires: [], capabilities: {} } as const
      const page = await open({ app: hosted })
      const { limit, windowMs } = rate
      expect(await uses(page, rate, 3)).toBe(3)
      clock.advance(windowMs / 2)
      expect(await uses(page, rate, limit)).toBe(limit - 3)
      const other = await open({ app: hosted, seat: 2 })
      expect(await uses(other, rate, limit + 1)).toBe(limit)
      clock.advance(windowMs / 2 - 1)
      const reloaded = await open({ app: hosted })
      expect(await uses(reloaded, rate, 1)).toBe(0)
      clock.advance(1)
      expect(await uses(reloaded, rate, 5)).toBe(3)
      clock.advance(windowMs / 2 - 1)
      expect(await uses(reloaded, rate, 1)).toBe(0)
      clock.advance(1)
      expect(await uses(reloaded, rate, limit)).toBe(limit - 3)
      expect(await uses(other, rate, limit + 1)).toBe(limit)
    },
  )

  it('8.2: share sheets of an hour, which only opened sheets use up', async () => {
    const { clock, open } = await hostRig()
    const page = await open()
    const shares = async (count: number): Promise<number> => {
      const before = page.person.sheets.length
      for (let time = 0; time < count; time++) {
        page.person.choices.splice(0, Number.POSITIVE_INFINITY, null)
        expect(await page.call('share', { text: 'Look' })).toEqual({ result: {} })
      }
      return page.person.sheets.length - before
    }
    expect(await shares(5)).toBe(5)
    clock.advance(1)
    expect(await shares(30)).toBe(15)
    expect(page.notices).toHaveLength(15)
    for (const params of [{ text: '#no' }, { text: '' }, { image: 'data:image/png;base64,BAD=', text: 'a' }])
      expect(await page.call('share', params)).toHaveProperty('code')
    clock.advance(HOUR - 2)
    expect(await shares(1)).toBe(0)
    clock.advance(1)
    expect(await shares(6)).toBe(5)
    clock.advance(1)
    expect(await shares(16)).toBe(15)
  })
})
