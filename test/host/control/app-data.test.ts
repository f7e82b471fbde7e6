import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AppContents } from '../../../src/host/control/app-contents.js'
import { readAppData, writeAppData } from '../../../src/host/control/app-data-codec.js'
import { documentsOf } from '../../../src/host/domains.js'
import { MemoryStore } from '../../../src/host/saving/store.js'
import { CAPABILITIES } from '../../../src/platform/features.js'
import { APP, hostRig } from '../../support/rigs/host-rig.js'
import { runs } from '../../support/vitest/runs.js'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 0, 1)
const HERE = { app: 'ma_abcdefghij', ownerId: 'u_me', now: NOW }

const time = fc.integer({ min: 0, max: NOW })
const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.~-]{0,20}$/)
const key = fc.oneof(fc.constant('__proto__'), fc.stringMatching(/^[A-Za-z0-9_.:-]{1,20}$/))
const sale = fc
  .record({
    id,
    buyer: id,
    item: fc.constantFrom(
      { type: 'product', id: 'gems', kind: 'consumable' } as const,
      { type: 'access', access: 'pass_30d' } as const,
    ),
    thousandths: fc.nat(50_000),
    purchasedAt: time,
    consumedAt: fc.option(time),
  })
  .chain((common) =>
    fc.constantFrom(
      { ...common, state: 'held', confirmsAt: null, returnReason: null } as const,
      { ...common, state: 'confirming', confirmsAt: 7, returnReason: null } as const,
      { ...common, state: 'returned', confirmsAt: null, returnReason: 'refund' } as const,
    ),
  )
const contents: fc.Arbitrary<AppContents> = fc.record({
  ownerId: id,
  storage: fc
    .array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.array(fc.tuple(key, fc.string()), { minLength: 1 })))
    .map((seats) => new Map(seats.map(([seat, values]) => [seat, new Map(values)]))),
  nicknames: fc.array(fc.tuple(id, fc.string({ minLength: 1 }))).map((all) => new Map(all)),
  aiConsents: fc
    .array(fc.tuple(id, fc.uniqueArray(fc.constantFrom(...CAPABILITIES))))
    .map((all) => new Map(all.map(([person, names]) => [person, new Set(names)]))),
  ledger: fc.record({
    balances: fc.dictionary(id, fc.nat()),
    sales: fc.uniqueArray(sale, { selector: (one) => one.id }),
  }),
  records: fc
    .uniqueArray(
      fc.record({
        player: id,
        key,
        value: fc.string({ maxLength: 200 }),
        rank: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).filter((rank) => rank !== 0)),
        replaceable: fc.boolean(),
        updatedAt: time,
      }),
      { selector: ({ player, key: under }) => `${player} ${under}` },
    )
    .map((records) => records.map((record, index) => ({ ...record, sequence: index + 1 }))),
})

const problems = (document: unknown): readonly string[] => {
  const read = readAppData(document, HERE)
  return 'problems' in read ? read.problems : []
}

describe('the document of saved data', () => {
  it('gives back all that was exported, with any content', () => {
    fc.assert(
      fc.property(contents, (saved) => {
        const text = JSON.stringify(writeAppData(HERE.app, NOW, saved))
        expect(readAppData(JSON.parse(text), HERE)).toEqual({ contents: saved })
      }),
      { numRuns: runs(60) },
    )
  })

  it('moves every time by what has passed, so that what had three hours left has three hours left', () => {
    const document = {
      schema: 1,
      savedAt: '2025-06-01T00:00:00.000Z',
      sales: [
        {
          id: 's',
          buyer: 'u_me',
          item: { type: 'product', id: 'gems', kind: 'consumable' },
          price: '2.5',
          purchasedAt: '2025-05-31T03:00:00.000Z',
          state: 'held',
        },
      ],
      sharedStore: [{ player: 'ada', key: 'score', value: '1', updatedAt: '2025-05-31T23:00:00Z' }],
    }
    expect(readAppData(document, HERE)).toMatchObject({
      contents: {
        ledger: { sales: [{ purchasedAt: NOW - 21 * HOUR, confirmsAt: null, consumedAt: null }] },
        records: [{ updatedAt: NOW - HOUR, rank: null, replaceable: false, sequence: 1 }],
      },
    })
  })

  it('is empty where it says nothing, and keeps who is who', () => {
    expect(readAppData({ schema: 1 }, HERE)).toEqual({
      contents: {
        ownerId: 'u_me',
        storage: new Map(),
        nicknames: new Map(),
        aiConsents: new Map(),
        ledger: { balances: {}, sales: [] },
        records: [],
      },
    })
  })

  it('names every fault with its place, and what the platform would never hold', () => {
    expect(
      problems({
        schema: 1,
        app: 'ma_abcdefghij',
        storage: { 1: { 'bad key': 'v', long: 'x'.repeat(4_097) }, 9: {} },
        balances: { me: '1.2345' },
        sales: [{ id: 's', buyer: 'me', item: { type: 'access', access: 'pass_30d' }, price: '1' }],
        sharedStore: [
          { player: 'ada', key: 'k', value: 'é'.repeat(513), updatedAt: '2026-01-01T00:00:00Z' },
          { player: 'ada', key: 'k', value: '', updatedAt: 'yesterday' },
        ],
        extra: true,
      }),
    ).toEqual([
      'storage.1.bad key: must be a key: 1 to 128 characters of A-Z a-z 0-9 _ . : -',
      'storage.1.long: must have at most 4096 characters (8.2)',
      'storage.9: must be a seat, "1" to "8"',
      'balances.me: must be credits with up to three decimals, such as "12.5"',
      expect.stringMatching(/^sales\.0\.purchasedAt: /),
      expect.stringMatching(/^sales\.0\.state: /),
      'sharedStore.0.value: must have at most 1024 bytes (8.3)',
      'sharedStore.1.updatedAt: must be an ISO 8601 time in UTC, such as 2026-01-01T12:00:00.000Z',
      'sharedStore.1: is a second record of this player under this key (8.3)',
      'Unrecognized key: "extra"',
    ])
    expect(problems({ schema: '1' })).toEqual([expect.stringMatching(/^schema: /)])
    expect(problems({ schema: 2 })).toEqual([
      'schema: a newer version of miniapp wrote this; update miniapp to use it',
    ])
    expect(problems([])).toHaveLength(1)
    expect(problems({ schema: 1, app: 'ma_bbbbbbbbbb' })).toEqual([
      expect.stringContaining('the data belong to ma_bbbbbbbbbb'),
    ])
  })

  it('8.2, 8.3: refuses more keys, more bytes, a second record of a player under a key', () => {
    const many = Object.fromEntries(Array.from({ length: 1_025 }, (_, index) => [`k${index}`, '']))
    expect(problems({ schema: 1, storage: { 2: many } })).toEqual([
      'storage.2: must have at most 1024 keys (8.2)',
    ])
    const record = { player: 'ada', key: 'k', value: '', updatedAt: '2026-01-01T00:00:00Z' }
    expect(problems({ schema: 1, sharedStore: [record, record] })).toEqual([
      'sharedStore.1: is a second record of this player under this key (8.3)',
    ])
    const full = Array.from({ length: 1_024 }, (_, index) => ({
      ...record,
      player: `p${index}`,
      value: 'x'.repeat(1_024),
    }))
    expect(problems({ schema: 1, sharedStore: full })).toEqual([
      expect.stringContaining('at most 1,048,576 bytes'),
    ])
  })

  it('is what a host opened from it holds', async () => {
    const rig = await hostRig()
    const page = await rig.open({ seat: 2, app: APP })
    await page.call('storage.set', { key: 'level', value: '3' })
    await page.call('db.set', { key: 'score', value: 'x', rank: 7 })
    page.person.choices.push({ nickname: 'Ada Vale' })
    await page.call('getNickname', { ask: true })
    const exported = await rig.host.contents()
    const store = new MemoryStore()
    for (const [name, value] of documentsOf(exported)) await store.save(name, () => value)
    expect(await (await hostRig(store)).host.contents()).toEqual(exported)
    expect([...(exported.storage.get(2) ?? [])]).toEqual([['level', '3']])
  })
})
