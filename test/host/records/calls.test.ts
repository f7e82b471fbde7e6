import { describe, expect, it } from 'vitest'
import { FillableStore } from '../../support/fakes/fillable-store.js'
import { hostRig, type Outcome, type Page } from '../../support/rigs/host-rig.js'

const MINUTE_MS = 60_000

const idOf = async (page: Page): Promise<string> => {
  const outcome = (await page.call('getContext')) as { result: { app_user_id: string } }
  return outcome.result.app_user_id
}
const set = (page: Page, key: string, value: unknown, options: object = {}) =>
  page.call('db.set', { key, value, ...options }, false)
const valuesOf = (outcome: Outcome): string[] =>
  'result' in outcome
    ? (outcome.result as { records: { value: string }[] }).records.map(({ value }) => value)
    : [outcome.code]

describe('the shared store', () => {
  it('2.7, 4.6: gives a record back as the table has it', async () => {
    const { open } = await hostRig()
    const page = await open()
    expect(await page.call('db.get', { key: 'score' })).toEqual({ result: { record: null } })
    expect(await set(page, 'score', '12', { rank: 12, replaceable: true })).toEqual({
      result: { saved: true },
    })
    expect(await page.call('db.get', { key: 'score' })).toEqual({
      result: {
        record: {
          player: { id: await idOf(page), nickname: null },
          key: 'score',
          value: '12',
          rank: 12,
          replaceable: true,
          updated_at: '2026-01-01T00:00:00.000Z',
        },
      },
    })
    await set(page, 'score', '13')
    expect(await page.call('db.get', { key: 'score' })).toMatchObject({
      result: { record: { value: '13', rank: null, replaceable: false } },
    })
  })

  it('4.6: everyone reads everyone’s records, and writes and removes only their own', async () => {
    const { open } = await hostRig()
    const one = await open({ seat: 1 })
    const two = await open({ seat: 2 })
    await set(one, 'k', 'one', { rank: 1 })
    await set(two, 'k', 'two', { rank: 2 })
    expect(valuesOf(await one.call('db.list', { key: 'k' }))).toEqual(['two', 'one'])
    expect(await one.call('db.get', { key: 'k', player: await idOf(two) })).toMatchObject({
      result: { record: { value: 'two' } },
    })
    expect(await one.call('db.remove', { key: 'k' })).toEqual({ result: { removed: true } })
    expect(await one.call('db.remove', { key: 'k' })).toEqual({ result: { removed: true } })
    expect(valuesOf(await two.call('db.list', { key: 'k' }))).toEqual(['two'])
  })

  it('4.6: orders, 20 a page unless asked otherwise, and a cursor that goes on while others write', async () => {
    const { open, clock } = await hostRig()
    const pages = await Promise.all([1, 2, 3, 4, 5].map((seat) => open({ seat })))
    for (const [index, page] of pages.entries()) {
      clock.advance(1)
      await set(page, 'k', String(index), index === 2 ? {} : { rank: index })
    }
    const [me] = pages
    if (me === undefined) throw new Error('There is no first seat.')
    const list = (params: object) => me.call('db.list', { key: 'k', ...params })
    expect(valuesOf(await list({}))).toEqual(['4', '3', '1', '0', '2'])
    expect(valuesOf(await list({ order: 'rank_asc' }))).toEqual(['0', '1', '3', '4', '2'])
    expect(valuesOf(await list({ order: 'recent' }))).toEqual(['4', '3', '2', '1', '0'])
    const first = (await list({ limit: 2 })) as { result: { next: string } }
    expect(valuesOf(first)).toEqual(['4', '3'])
    await set(me, 'k', 'new', { rank: 9 })
    const second = (await list({ limit: 2, cursor: first.result.next })) as { result: { next: string } }
    expect(valuesOf(second)).toEqual(['1', '2'])
    expect(second.result.next).toBeNull()
    expect(await list({ limit: 2, cursor: first.result.next, order: 'recent' })).toEqual({ code: 'INVALID' })
    // Another key's.
    expect(await me.call('db.list', { key: 'other', cursor: first.result.next })).toEqual({
      code: 'INVALID',
    })
  })

  it.each([
    ['db.set', { key: 'k' }],
    ['db.set', { key: 'k', value: 1 }],
    ['db.set', { key: 'k', value: 'x'.repeat(1_025) }],
    ['db.set', { key: 'k', value: 'é'.repeat(513) }],
    ['db.set', { key: 'no key', value: '' }],
    ['db.set', { key: 'k'.repeat(129), value: '' }],
    ['db.set', { key: 'k', value: '', rank: '1' }],
    ['db.set', { key: 'k', value: '', replaceable: 1 }],
    ['db.get', {}],
    ['db.get', { key: 'k', player: 1 }],
    ['db.list', { key: 'k', limit: 0 }],
    ['db.list', { key: 'k', limit: 101 }],
    ['db.list', { key: 'k', limit: 1.5 }],
    ['db.list', { key: 'k', order: 'name' }],
    ['db.list', { key: 'k', cursor: 'nonsense' }],
    ['db.remove', { key: '' }],
  ])('7: INVALID for %s of %j', async (method, params) => {
    const { open } = await hostRig()
    const page = await open()
    expect(await page.call(method, params)).toEqual({ code: 'INVALID' })
  })

  it('8.3: a value of 1,024 bytes is taken', async () => {
    const { open } = await hostRig()
    const page = await open()
    expect(await set(page, 'k', 'é'.repeat(512))).toEqual({ result: { saved: true } })
    expect(await page.call('db.usage')).toEqual({ result: { bytes: 1_025, limit: 1_048_576 } })
  })

  it('8.3: 60 writes and 120 reads a minute, each person their own', async () => {
    const { open, clock } = await hostRig()
    const page = await open()
    for (let i = 0; i < 60; i++) expect(await set(page, 'k', String(i))).toEqual({ result: { saved: true } })
    expect(await set(page, 'k', 'x')).toEqual({ code: 'RATE_LIMITED' })
    expect(await page.call('db.remove', { key: 'k' })).toEqual({ code: 'RATE_LIMITED' })
    for (let i = 0; i < 40; i++) {
      await page.call('db.get', { key: 'k' })
      await page.call('db.list', { key: 'k' })
      expect(await page.call('db.usage')).toHaveProperty('result')
    }
    expect(await page.call('db.get', { key: 'k' })).toEqual({ code: 'RATE_LIMITED' })
    const other = await open({ seat: 2 })
    expect(await set(other, 'k', 'x')).toEqual({ result: { saved: true } })
    clock.advance(MINUTE_MS)
    expect(await set(page, 'k', 'x')).toEqual({ result: { saved: true } })
    expect(await page.call('db.get', { key: 'k' })).toHaveProperty('result')
  })

  it('4.6: evicts what may be replaced, says when a write was not saved, and STORE_FULL where nothing may go', async () => {
    const store = new FillableStore()
    const big = 'x'.repeat(1_020)
    // With one more, 1,024 records of 1,024 bytes each fill the store to its last byte.
    await store.save('shared-store', () => ({
      schema: 1,
      records: Array.from({ length: 1_023 }, (_, n) => ({
        ...{ player: 'someone', key: String(n).padStart(4, '0'), value: big, rank: null },
        ...{ replaceable: false, updatedAt: 0, sequence: n + 1 },
      })),
    }))
    const { open } = await hostRig(store)
    const page = await open()
    expect(await set(page, '1023', big, { replaceable: true, rank: 5 })).toEqual({ result: { saved: true } })
    expect(await page.call('db.usage')).toEqual({ result: { bytes: 1_048_576, limit: 1_048_576 } })
    expect(await set(page, 'low', '', { replaceable: true, rank: 4 })).toEqual({ result: { saved: false } })
    expect(await set(page, 'high', '', { replaceable: true, rank: 6 })).toEqual({ result: { saved: true } })
    expect(await page.call('db.get', { key: '1023' })).toEqual({ result: { record: null } })
    expect(await set(page, 'big', big)).toEqual({ result: { saved: true } })
    // What changes nothing needs no disk.
    store.full = true
    expect(await set(page, 'low', '', { replaceable: true, rank: 4 })).toEqual({ result: { saved: false } })
    expect(await set(page, 'more', big)).toEqual({ code: 'STORE_FULL' })
  })

  it('survives a restart, and what could not be saved is not there', async () => {
    const store = new FillableStore()
    const first = await hostRig(store)
    const page = await first.open()
    await set(page, 'k', 'kept', { rank: 1 })
    store.full = true
    expect(await set(page, 'k', 'lost', { rank: 2 })).toEqual({ code: 'TIMEOUT' })
    expect(await page.call('db.remove', { key: 'k' })).toEqual({ code: 'TIMEOUT' })
    expect(valuesOf(await page.call('db.list', { key: 'k' }))).toEqual(['kept'])
    store.full = false
    const again = await (await hostRig(store)).open()
    expect(await again.call('db.get', { key: 'k' })).toMatchObject({
      result: { record: { value: 'kept', rank: 1 } },
    })
  })

  it('2.5: the host says that it has it', async () => {
    const { open } = await hostRig()
    const page = await open()
    expect(await page.call('getContext')).toMatchObject({
      result: { features: expect.arrayContaining(['db']) },
    })
  })
})
