import { describe, expect, it } from 'vitest'
import { dataEditSchema } from '../../../src/host/control/data-edit.js'
import type { DataEdit } from '../../../src/host/control/data-edit-request.js'
import type { HostedApp } from '../../../src/host/hosted-app.js'
import { MemoryStore } from '../../../src/host/saving/store.js'
import { FillableStore } from '../../support/fakes/fillable-store.js'
import { APP, type HostRig, hostRig, type Page } from '../../support/rigs/host-rig.js'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const SHOP: HostedApp = {
  ...APP,
  products: [
    { id: 'gems', title: 'Gems', statement: 'You receive 100 gems.', price: '2.5', kind: 'consumable' },
    { id: 'skin', title: 'Skin', statement: 'You own the golden skin.', price: '20', kind: 'permanent' },
  ],
}

const shop = async (store = new MemoryStore()) => {
  const rig = await hostRig(store)
  const page = await rig.open({ app: SHOP })
  const buy = async (product: string, buyer: Page = page): Promise<string> => {
    buyer.person.choices.push('pay')
    const outcome = await buyer.call('pay', { product })
    return (outcome as { result: { purchase: { id: string } } }).result.purchase.id
  }
  return { ...rig, page, buy }
}
const edit = (rig: Pick<HostRig, 'host'>, change: DataEdit): Promise<void> =>
  rig.host.edit(dataEditSchema.parse(change))
const notes = ({ log }: Pick<HostRig, 'log'>): readonly string[] =>
  log.entries().flatMap((entry) => (entry.kind === 'note' ? [entry.message] : []))
const balance = async ({ host }: Pick<HostRig, 'host'>, seat = 1): Promise<number | undefined> =>
  (await host.contents()).ledger.balances[(await host.seat(seat)).appUserId]
/** Until what a switch set off was saved. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('edits of purchases', () => {
  const GEMS = { type: 'product', id: 'gems', kind: 'consumable' } as const
  const SKIN = { type: 'product', id: 'skin', kind: 'permanent' } as const
  const seen = async ({ page }: Awaited<ReturnType<typeof shop>>) =>
    (
      (await page.call('getPurchases')) as {
        result: { purchases: readonly { id: string; product: string }[] }
      }
    ).result.purchases

  it('2.6: a product is given without a payment, a permanent one once, to whichever seat', async () => {
    const rig = await shop()
    await edit(rig, { edit: 'set-balance', seat: 1, credits: '7' })
    await edit(rig, { edit: 'give', seat: 1, item: SKIN, price: '20' })
    await edit(rig, { edit: 'give', seat: 2, item: SKIN, price: '20' })
    expect(await seen(rig)).toEqual([
      {
        id: expect.stringMatching(/^p_/),
        product: 'skin',
        kind: 'permanent',
        purchased_at: expect.any(String),
      },
    ])
    expect(await balance(rig)).toBe(7_000)
    await expect(edit(rig, { edit: 'give', seat: 1, item: SKIN, price: '20' })).rejects.toThrow(
      'Seat 1 has this already, and it can be bought only once (3.2).',
    )
    expect(await rig.page.call('pay', { product: 'skin' })).toMatchObject({
      result: { status: 'failed', reason: 'already_owned' },
    })
    expect(notes(rig).slice(1)).toEqual([
      'Seat 1 was given skin for 20 credits by hand, without a payment.',
      'Seat 2 was given skin for 20 credits by hand, without a payment.',
    ])
  })

  it('3.2: a pending payment can be confirmed or failed immediately', async () => {
    const rig = await shop()
    await rig.set({ payments: 'pending' })
    const pending = async (): Promise<string> => {
      rig.page.person.choices.push('pay')
      await rig.page.call('pay', { product: 'gems' })
      return (await rig.host.contents()).ledger.sales.at(-1)?.id ?? ''
    }
    const first = await pending()
    expect(await seen(rig)).toEqual([])
    await edit(rig, { edit: 'confirm', sale: first })
    expect((await seen(rig)).map(({ id }) => id)).toEqual([first])
    await expect(edit(rig, { edit: 'confirm', sale: first })).rejects.toThrow(
      'Only a pending payment can be confirmed (3.2).',
    )
    const paid = await balance(rig)
    await edit(rig, { edit: 'refund', sale: await pending() })
    expect((await seen(rig)).map(({ id }) => id)).toEqual([first])
    expect(await balance(rig)).toBe(paid)
  })

  it('4.3: a consumable can be marked as not delivered, as after a crash', async () => {
    const rig = await shop()
    const gems = await rig.buy('gems')
    await expect(edit(rig, { edit: 'unconsume', sale: gems })).rejects.toThrow(
      'Only a purchase that was consumed',
    )
    await edit(rig, { edit: 'consume', sale: gems })
    expect(await rig.page.call('consume', { purchase: gems })).toEqual({ code: 'NOT_CONSUMABLE' })
    await edit(rig, { edit: 'unconsume', sale: gems })
    expect(await rig.page.call('consume', { purchase: gems })).toEqual({ result: { consumed: true } })
  })

  it('3.2, 3.3: a purchase gets older, and what becomes due happens immediately', async () => {
    const rig = await shop()
    await edit(rig, { edit: 'give', seat: 1, item: GEMS, price: '2.5' })
    const skin = await rig.buy('skin')
    const gems = (await seen(rig)).find(({ product }) => product === 'gems')?.id ?? ''
    await edit(rig, { edit: 'age', sale: gems, milliseconds: DAY_MS - 1 })
    expect(await seen(rig)).toHaveLength(2)
    await edit(rig, { edit: 'age', sale: gems, milliseconds: 1 })
    expect((await seen(rig)).map(({ product }) => product)).toEqual(['skin'])
    expect(await balance(rig)).toBe(100_000 - 20_000 + 2_500)
    await edit(rig, { edit: 'age', sale: skin, milliseconds: 7 * DAY_MS })
    expect(rig.host.figures).toEqual({ purchases: 20_000, held: 0, paid: 20_000 })
  })
})

describe('3.3: sale payout', () => {
  it('3.3: held for 7 days, then moved by themselves; several that finish together are one entry', async () => {
    const rig = await shop()
    await rig.buy('skin')
    rig.clock.advance(1_000)
    await rig.page.call('consume', { purchase: await rig.buy('gems') })
    expect(rig.host.figures).toEqual({ purchases: 22_500, held: 22_500, paid: 0 })
    rig.clock.advance(7 * DAY_MS - 1_001)
    expect(rig.host.figures.paid).toBe(0)
    rig.clock.advance(1)
    expect(rig.host.figures).toEqual({ purchases: 22_500, held: 2_500, paid: 20_000 })
    rig.clock.advance(1_000)
    expect(rig.host.figures).toEqual({ purchases: 22_500, held: 0, paid: 22_500 })
    expect(notes(rig)).toEqual([
      '1 sale is paid out to you: 20 credits (3.3).',
      '1 sale is paid out to you: 2.5 credits (3.3).',
    ])
  })

  it('3.3: an automatic payment that fails is not tried again, and is completed by hand', async () => {
    const rig = await shop()
    const skin = await rig.buy('skin')
    await rig.set({ payouts: 'failing' })
    rig.clock.advance(7 * DAY_MS)
    await rig.set({ payouts: 'ok' })
    rig.clock.advance(30 * DAY_MS)
    expect(rig.host.figures).toEqual({ purchases: 20_000, held: 20_000, paid: 0 })
    expect(notes(rig)).toEqual(['The payout of 1 sale failed: 20 credits must be paid out manually (3.3).'])
    await rig.set({ app: 'blocked' })
    await expect(edit(rig, { edit: 'complete-payout', sale: skin })).rejects.toThrow(
      'Payouts pause while the app is blocked (3.1).',
    )
    await rig.set({ app: 'live' })
    await edit(rig, { edit: 'complete-payout', sale: skin })
    expect(rig.host.figures).toEqual({ purchases: 20_000, held: 0, paid: 20_000 })
    await expect(edit(rig, { edit: 'complete-payout', sale: skin })).rejects.toThrow(
      'Only a failed payout can be completed manually (3.3).',
    )
  })

  it('3.1: payouts pause while the app is blocked, and resume', async () => {
    const rig = await shop()
    await rig.buy('skin')
    await rig.set({ app: 'blocked' })
    rig.clock.advance(8 * DAY_MS)
    expect(rig.host.figures.paid).toBe(0)
    expect(rig.host.upcoming()).toMatchObject([
      { what: 'payout', text: expect.stringContaining('because the app is blocked') },
    ])
    await rig.set({ app: 'live' })
    expect(rig.host.figures.paid).toBe(20_000)
  })

  it('3.1, 3.3: held sales of a blocked app may go back to their buyers', async () => {
    const rig = await shop()
    const skin = await rig.buy('skin')
    await rig.set({ app: 'blocked' })
    await edit(rig, { edit: 'refund', sale: skin })
    expect((await rig.host.contents()).ledger.sales).toMatchObject([
      { state: 'returned', returnReason: 'blocked' },
    ])
    expect(await balance(rig)).toBe(100_000)
  })

  it('3.1: deletion returns the payments of the last 7 days, and leaves earlier ones with the developer', async () => {
    const rig = await shop()
    await rig.buy('skin')
    await rig.set({ app: 'blocked' })
    rig.clock.advance(7 * DAY_MS)
    // Held by the block for longer than 7 days: it does not count as a payment of the last 7 days any more.
    const other = await rig.open({ seat: 2, app: SHOP })
    await rig.set({ app: 'live', payouts: 'failing' })
    await rig.buy('skin', other)
    await rig.set({ payments: 'pending' })
    other.person.choices.push('pay')
    await other.call('pay', { product: 'gems' })
    await rig.set({ app: 'deleted' })
    await settled()
    expect((await rig.host.contents()).ledger.sales).toMatchObject([
      { state: 'awaiting-manual', returnReason: null },
      { state: 'returned', returnReason: 'deleted' },
      { state: 'returned', returnReason: 'deleted' },
    ])
    expect([await balance(rig, 1), await balance(rig, 2)]).toEqual([80_000, 100_000])
    expect(notes(rig)).toContain(
      '2 payments of the last 7 days were returned to their buyers because the app was deleted: skin, gems (3.1).',
    )
  })

  it('3.2: a refunded permanent is no longer owned, disappears, and can be bought again', async () => {
    const rig = await shop()
    const skin = await rig.buy('skin')
    await edit(rig, { edit: 'refund', sale: skin })
    expect(await rig.page.call('getPurchases')).toMatchObject({ result: { purchases: [] } })
    expect(await balance(rig)).toBe(100_000)
    await expect(edit(rig, { edit: 'refund', sale: skin })).rejects.toThrow(
      'was already returned to its buyer',
    )
    await rig.buy('skin')
    rig.clock.advance(7 * DAY_MS)
    const [, second] = (await rig.host.contents()).ledger.sales
    await expect(edit(rig, { edit: 'refund', sale: second?.id ?? '' })).rejects.toThrow(
      'while it is held, for 7 days (3.3)',
    )
  })

  it('sales that came due while no host was running are settled and saved at the start', async () => {
    const first = await shop()
    await first.buy('gems')
    const later = await hostRig(first.store, DAY_MS)
    await settled()
    expect(notes(later)).toEqual([
      '1 consumable is refunded because 24 hours passed without `consume`: gems (3.2).',
    ])
    expect(await balance(await hostRig(first.store))).toBe(100_000)
  })

  it('what could not be saved is tried again, and no credit is lost meanwhile', async () => {
    const store = new FillableStore()
    const rig = await hostRig(store)
    const page = await rig.open({ app: SHOP })
    page.person.choices.push('pay')
    await page.call('pay', { product: 'gems' })
    store.full = true
    rig.clock.advance(DAY_MS)
    await settled()
    expect(notes(rig).at(-1)).toBe('The disk is full.')
    store.full = false
    rig.clock.advance(60_000)
    await settled()
    expect(await balance(await hostRig(store))).toBe(100_000)
  })

  it('3.1: what a switch could not do to the books is told in the log, and they stay as they are', async () => {
    const store = new FillableStore((document) => document === 'ledger')
    const rig = await hostRig(store)
    const page = await rig.open({ app: SHOP })
    page.person.choices.push('pay')
    await page.call('pay', { product: 'gems' })
    const before = await balance(rig)
    store.full = true
    await rig.set({ balance: '7' })
    await rig.set({ app: 'deleted' })
    await settled()
    expect(notes(rig)).toEqual(Array.from({ length: 9 }, () => 'The disk is full.'))
    expect(await balance(rig)).toBe(before)
  })
})

describe('upcoming events', () => {
  it('lists confirmations, refunds, payouts, the end of passes and sessions, soonest first', async () => {
    const rig = await shop()
    const { appUserId } = await rig.host.seat(2)
    await rig.buy('gems')
    await rig.buy('gems')
    await rig.buy('skin')
    await rig.set({ payments: 'pending' })
    rig.page.person.choices.push('pay')
    await rig.page.call('pay', { product: 'gems' })
    const start = rig.clock.now()
    expect(rig.host.upcoming().map(({ at, ...rest }) => ({ in: at - start, ...rest }))).toEqual([
      {
        in: 10_000,
        what: 'confirm',
        seat: 1,
        count: 1,
        text: '1 payment is confirmed: gems (3.2)',
      },
      {
        in: 12 * HOUR_MS,
        what: 'session-end',
        seat: 1,
        count: 1,
        text: 'the session of seat 1 ends: calls reject with LAUNCH_INVALID (5)',
      },
      {
        in: DAY_MS,
        what: 'refund',
        seat: 1,
        count: 2,
        text: '2 consumables are refunded, unless consumed: gems (3.2)',
      },
      {
        in: 7 * DAY_MS,
        what: 'payout',
        seat: null,
        count: 1,
        text: '1 sale is paid out to you: 20 credits (3.3)',
      },
    ])
    await rig.page.call('close')
    expect(rig.host.upcoming().map(({ what }) => what)).not.toContain('session-end')
    expect(appUserId).toMatch(/~2$/)
  })
})

describe('edits of the developer', () => {
  it('are saved, and seen by the running app at its next call', async () => {
    const rig = await shop()
    const { page } = rig
    const { appUserId } = await rig.host.seat(1)
    await edit(rig, { edit: 'set-value', seat: 1, key: 'level', value: '3' })
    expect(await page.call('storage.get', { key: 'level' })).toEqual({ result: '3' })
    await edit(rig, { edit: 'set-nickname', seat: 1, nickname: ' Ada Vale ' })
    expect(await page.call('getNickname')).toEqual({ result: { nickname: 'Ada Vale' } })
    await edit(rig, { edit: 'set-record', player: 'grace', key: 'score', value: '9', rank: 9 })
    expect(await page.call('db.list', { key: 'score' })).toMatchObject({
      result: { records: [{ player: { id: 'grace', nickname: null }, rank: 9, replaceable: false }] },
    })
    await edit(rig, { edit: 'set-balance', seat: 1, credits: '1.5' })
    page.person.choices.push('pay')
    expect(await page.call('pay', { product: 'gems' })).toMatchObject({
      result: { status: 'failed', reason: 'insufficient_balance' },
    })
    const reopened = (await hostRig(rig.store)).host
    expect(await reopened.contents()).toEqual(await rig.host.contents())
    await edit(rig, { edit: 'clear-storage', seat: 1 })
    await edit(rig, { edit: 'set-nickname', seat: 1, nickname: null })
    await edit(rig, { edit: 'remove-record', player: 'grace', key: 'score' })
    expect(await rig.host.contents()).toMatchObject({
      storage: expect.any(Map),
      nicknames: new Map(),
      ledger: { balances: { [appUserId]: 1_500 } },
      records: [],
    })
    expect(page.events()).toEqual([])
  })

  it('mark a consumable as consumed, and forget a purchase without a refund', async () => {
    const rig = await shop()
    const gems = await rig.buy('gems')
    await edit(rig, { edit: 'consume', sale: gems })
    expect(await rig.page.call('getPurchases')).toMatchObject({
      result: { purchases: [{ id: gems, consumed_at: expect.any(String) }] },
    })
    await expect(edit(rig, { edit: 'consume', sale: gems })).rejects.toThrow('not consumed yet')
    await edit(rig, { edit: 'forget-sale', sale: gems })
    expect(await rig.page.call('getPurchases')).toMatchObject({ result: { purchases: [] } })
    expect(await balance(rig)).toBe(97_500)
    await expect(edit(rig, { edit: 'forget-sale', sale: gems })).rejects.toThrow(
      `There is no purchase ${gems}.`,
    )
  })

  it('are refused if the platform does not allow them, and change nothing', async () => {
    const rig = await shop()
    for (let index = 0; index < 1_024; index++)
      await edit(rig, { edit: 'set-value', seat: 1, key: `k${index}`, value: '' })
    await expect(edit(rig, { edit: 'set-value', seat: 1, key: 'one-more', value: '' })).rejects.toThrow(
      'There are 1024 keys already (8.2).',
    )
    await edit(rig, { edit: 'set-value', seat: 1, key: 'k7', value: 'changed' })
    await expect(edit(rig, { edit: 'set-nickname', seat: 1, nickname: 'x@y' })).rejects.toThrow(
      'A nickname cannot contain an @.',
    )
    await expect(edit(rig, { edit: 'remove-value', seat: 1, key: 'none' })).rejects.toThrow(
      'Nothing is stored under none.',
    )
    expect(dataEditSchema.safeParse({ edit: 'set-value', seat: 1, key: 'a b', value: '' }).success).toBe(
      false,
    )
    expect(
      dataEditSchema.safeParse({ edit: 'set-record', player: 'p', key: 'k', value: 'é'.repeat(513) }).success,
    ).toBe(false)
    expect((await rig.host.contents()).storage.get(1)?.size).toBe(1_024)
  })
})
