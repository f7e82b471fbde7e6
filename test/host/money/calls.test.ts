import { describe, expect, it } from 'vitest'
import type { HostedApp } from '../../../src/host/hosted-app.js'
import { MemoryStore, type Store } from '../../../src/host/saving/store.js'
import { FillableStore } from '../../support/fakes/fillable-store.js'
import { APP, hostRig, type Page } from '../../support/rigs/host-rig.js'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const SHOP: HostedApp = {
  ...APP,
  products: [
    {
      id: 'gems',
      title: 'Gems',
      statement: 'You receive 100 gems at once.',
      price: '2.5',
      kind: 'consumable',
    },
    {
      id: 'skin',
      title: 'Skin',
      statement: 'You own the golden skin forever.',
      price: '20',
      kind: 'permanent',
    },
  ],
}

const shop = async (store: Store = new MemoryStore()) => {
  const rig = await hostRig(store)
  return { ...rig, page: await rig.open({ app: SHOP }) }
}
const buy = (page: Page, product: string, choice: 'pay' | 'cancel' = 'pay') => {
  page.person.choices.push(choice)
  return page.call('pay', { product })
}
const purchases = async (page: Page) => {
  const outcome = (await page.call('getPurchases', {}, false)) as { result: { purchases: { id: string }[] } }
  return outcome.result.purchases
}
const idOf = (outcome: unknown): string =>
  (outcome as { result: { purchase: { id: string } } }).result.purchase.id

describe('pay', () => {
  it('3.2, 4.3: the sheet shows the statement, the total and the balance after; paid gives the purchase record', async () => {
    const { page } = await shop()
    const outcome = await buy(page, 'gems')
    expect(page.person.sheets).toEqual([
      {
        kind: 'payment',
        offer: {
          app: 'Hello',
          developer: expect.any(String),
          title: 'Gems',
          statement: 'You receive 100 gems at once.',
          total: '2.5',
          balance: '100',
          balanceAfter: '97.5',
        },
      },
    ])
    expect(outcome).toEqual({
      result: {
        status: 'paid',
        purchase: {
          id: expect.any(String),
          product: 'gems',
          kind: 'consumable',
          purchased_at: '2026-01-01T00:00:00.000Z',
        },
      },
    })
    await buy(page, 'gems', 'cancel')
    expect(page.person.sheets[1]?.offer).toMatchObject({ balance: '97.5', balanceAfter: '95' })
  })

  it('3.2: cancelled takes nothing', async () => {
    const { page } = await shop()
    expect(await buy(page, 'gems', 'cancel')).toEqual({ result: { status: 'cancelled' } })
    expect(await purchases(page)).toEqual([])
  })

  it('a switch and its effects are saved together: a balance, and what a deletion returns', async () => {
    const memory = new MemoryStore()
    const slow: Store = {
      load: memory.load.bind(memory),
      save: async (name, snapshot) => {
        if (name === 'ledger') for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
        await memory.save(name, snapshot)
      },
    }
    const { page, set } = await shop(slow)
    await buy(page, 'gems')
    // What another simulator would find if this one was killed now.
    const found = async () => (await (await hostRig(memory)).host.contents()).ledger
    const [[person = '']] = Object.entries((await found()).balances) as [[string, number]]
    await set({ balance: '7' })
    expect((await found()).balances[person]).toBe(7_000)
    await set({ app: 'deleted' })
    expect((await found()).sales).toMatchObject([{ state: 'returned', returnReason: 'deleted' }])
  })

  it('3.2: failed with insufficient_balance once the person taps Pay', async () => {
    const { page, set } = await shop()
    await set({ balance: '2.499' })
    expect(await buy(page, 'gems')).toEqual({ result: { status: 'failed', reason: 'insufficient_balance' } })
    expect(page.person.sheets[0]?.offer).toMatchObject({ balance: '2.499', balanceAfter: null })
    await set({ balance: '2.5' })
    expect(await buy(page, 'gems')).toMatchObject({ result: { status: 'paid' } })
  })

  it('3.2: a permanent product can be bought only once', async () => {
    const { page } = await shop()
    expect(await buy(page, 'skin')).toMatchObject({ result: { status: 'paid' } })
    expect(await page.call('pay', { product: 'skin' })).toEqual({
      result: { status: 'failed', reason: 'already_owned' },
    })
    expect(await buy(page, 'gems')).toMatchObject({ result: { status: 'paid' } })
    expect(await buy(page, 'gems')).toMatchObject({ result: { status: 'paid' } })
  })

  it.each([
    ['pay', { status: 'failed', reason: 'already_owned' }],
    ['cancel', { status: 'cancelled' }],
  ] as const)(
    '3.2: a product that was bought on another device while its sheet is open: %s is %j, and nothing is charged',
    async (choice, result) => {
      const { page, host } = await shop()
      const paying = page.call('pay', { product: 'skin' })
      await page.call('storage.keys')
      const item = { type: 'product', id: 'skin', kind: 'permanent' } as const
      await host.edit({ edit: 'give', seat: 1, item, price: '20' })
      const { figures } = host
      const { balances } = (await host.contents()).ledger
      page.person.choose(choice)
      expect(await paying).toEqual({ result })
      expect(host.figures).toEqual(figures)
      expect((await host.contents()).ledger.balances).toEqual(balances)
    },
  )

  it('3.2, 6: pending is confirmed later, with no event, and seen through getPurchases', async () => {
    const { page, set, clock } = await shop()
    await set({ payments: 'pending' })
    expect(await buy(page, 'gems')).toEqual({ result: { status: 'pending' } })
    expect(await purchases(page)).toEqual([])
    clock.advance(60_000)
    expect(await purchases(page)).toMatchObject([{ product: 'gems' }])
    expect(page.events()).toEqual([])
  })

  it.each([
    [{ payments: 'unavailable' }],
    [{ person: 'signed-out' }],
    [{ person: '13-15', guardian: { pay: false } }],
  ] as const)('3.2, 5: failed with unavailable, never with the reason: %j', async (change) => {
    const { page, set, log } = await shop()
    await set(change)
    expect(await page.call('pay', { product: 'gems' })).toEqual({
      result: { status: 'failed', reason: 'unavailable' },
    })
    expect(log.entries().at(-1)?.why).toBeTruthy()
    expect(page.person.sheets).toEqual([])
  })

  it('4.3: too many requests resolve as failed', async () => {
    const { page, clock } = await shop()
    for (let i = 0; i < 10; i++) await buy(page, 'gems', 'cancel')
    expect(await page.call('pay', { product: 'gems' })).toEqual({
      result: { status: 'failed', reason: 'unavailable' },
    })
    clock.advance(60_000)
    expect(await buy(page, 'gems', 'cancel')).toEqual({ result: { status: 'cancelled' } })
  })

  it('7: rejects for no product, an unknown one, a missing tap', async () => {
    const { page } = await shop()
    expect(await page.call('pay', {})).toEqual({ code: 'INVALID' })
    expect(await page.call('pay', { product: 7 })).toEqual({ code: 'INVALID' })
    expect(await page.call('pay', { product: 'coins' })).toEqual({ code: 'NO_SUCH_PRODUCT' })
    expect(await page.call('pay', { product: '__proto__' })).toEqual({ code: 'NO_SUCH_PRODUCT' })
    expect(await page.call('pay', { product: 'gems' }, false)).toEqual({ code: 'NEEDS_TAP' })
    expect(page.person.sheets).toEqual([])
  })

  it('7: BUSY while a sheet is open; the app runs on, and gets no visibility events', async () => {
    const { page, set } = await shop()
    const first = page.call('pay', { product: 'gems' })
    await page.call('storage.keys')
    expect(await page.call('pay', { product: 'skin' })).toEqual({ code: 'BUSY' })
    await set({ visible: false })
    expect(page.events()).toEqual([])
    page.person.choose('cancel')
    expect(await first).toEqual({ result: { status: 'cancelled' } })
    expect(page.events()).toEqual([{ service: 1, event: 'visibility', data: { visible: false } }])
    expect(await buy(page, 'skin')).toMatchObject({ result: { status: 'paid' } })
  })

  it.each([[{ payments: 'unavailable' }], [{ person: '16-17', guardian: { pay: false } }]] as const)(
    '3.2: failed where the payment cannot be taken any more once the person taps Pay: %j',
    async (change) => {
      const { page, set } = await shop()
      const paying = page.call('pay', { product: 'gems' })
      await page.call('storage.keys')
      await set(change)
      page.person.choose('pay')
      expect(await paying).toEqual({ result: { status: 'failed', reason: 'unavailable' } })
      expect(await purchases(page)).toEqual([])
    },
  )

  it.each([
    ['MINI_APP_UNAVAILABLE', { app: 'blocked' }],
    ['MINI_APP_DELETED', { app: 'deleted' }],
    ['LAUNCH_INVALID', null],
  ] as const)(
    '3.1, 5: nothing is sold on a sheet that the app’s end found open: %s',
    async (code, change) => {
      const { page, set, clock, open, host } = await shop()
      const paying = page.call('pay', { product: 'gems' })
      await page.call('storage.keys')
      if (change === null) clock.advance(12 * HOUR_MS)
      else await set(change)
      page.person.choose('pay')
      expect(await paying).toEqual({ code })
      expect(host.figures).toEqual({ purchases: 0, held: 0, paid: 0 })
      await set({ app: 'live' })
      const later = await open({ app: SHOP })
      await buy(later, 'gems', 'cancel')
      expect(later.person.sheets[0]?.offer).toMatchObject({ balance: '100' })
    },
  )

  it('7: of two calls made in one tap the first opens its sheet, even before the balance exists', async () => {
    const { page } = await shop()
    const first = page.call('pay', { product: 'gems' })
    const second = page.call('pay', { product: 'skin' })
    expect(await Promise.race([first, second])).toEqual({ code: 'BUSY' })
    expect(page.person.sheets).toMatchObject([{ offer: { title: 'Gems' } }])
    page.person.choose('pay')
    expect(await first).toMatchObject({ result: { status: 'paid', purchase: { product: 'gems' } } })
    expect(await second).toEqual({ code: 'BUSY' })
  })

  it('7: a call that opens no sheet leaves it to the next one of the same tap', async () => {
    const { page } = await shop()
    await buy(page, 'skin')
    page.person.choices.push('cancel')
    const owned = page.call('pay', { product: 'skin' })
    const second = page.call('pay', { product: 'gems' })
    expect(await owned).toEqual({ result: { status: 'failed', reason: 'already_owned' } })
    expect(await second).toEqual({ result: { status: 'cancelled' } })
  })

  it('a page that goes away before its sheet is drawn gets none', async () => {
    const { page, open } = await shop()
    void page.call('pay', { product: 'gems' })
    page.session.end('left')
    const again = await open({ app: SHOP })
    expect(await buy(again, 'gems')).toMatchObject({ result: { status: 'paid' } })
    expect(page.person.sheets).toEqual([])
  })

  it('a page that goes away takes its sheet with it, and nothing is paid', async () => {
    const { page, open } = await shop()
    void page.call('pay', { product: 'gems' })
    await page.call('storage.keys')
    expect(page.person.looking()).toBe(true)
    const again = await open({ app: SHOP })
    expect(page.person.looking()).toBe(false)
    expect(await purchases(again)).toEqual([])
    expect(await buy(again, 'gems')).toMatchObject({ result: { status: 'paid' } })
  })

  it('what could not be saved was not paid', async () => {
    const store = new FillableStore()
    const rig = await hostRig(store)
    const page = await rig.open({ app: SHOP })
    await buy(page, 'gems', 'cancel')
    store.full = true
    expect(await buy(page, 'gems')).toEqual({ code: 'TIMEOUT' })
    store.full = false
    expect(await purchases(page)).toEqual([])
    await buy(page, 'gems', 'cancel')
    expect(page.person.sheets.at(-1)?.offer).toMatchObject({ balance: '100' })
  })
})

describe('purchases', () => {
  it('2.6: are listed with what was consumed, and survive loading and restarting', async () => {
    const first = await shop()
    const gems = idOf(await buy(first.page, 'gems'))
    const skin = idOf(await buy(first.page, 'skin'))
    expect(await first.page.call('consume', { purchase: gems }, false)).toEqual({
      result: { consumed: true },
    })
    const expected = {
      result: {
        purchases: [
          {
            id: gems,
            product: 'gems',
            kind: 'consumable',
            purchased_at: '2026-01-01T00:00:00.000Z',
            consumed_at: '2026-01-01T00:00:00.000Z',
          },
          { id: skin, product: 'skin', kind: 'permanent', purchased_at: '2026-01-01T00:00:00.000Z' },
        ],
        access: { type: 'free', active: true },
      },
    }
    expect(await first.page.call('getPurchases', {}, false)).toEqual(expected)
    const second = await hostRig(first.store)
    expect(await (await second.open({ app: SHOP })).call('getPurchases', {}, false)).toEqual(expected)
  })

  it('3.2, 7: consume rejects what is consumed, permanent, someone else’s or unknown', async () => {
    const { page, open } = await shop()
    const gems = idOf(await buy(page, 'gems'))
    const skin = idOf(await buy(page, 'skin'))
    const other = await open({ seat: 2, app: SHOP })
    expect(await other.call('consume', { purchase: gems })).toEqual({ code: 'NOT_CONSUMABLE' })
    expect(await other.call('getPurchases')).toMatchObject({ result: { purchases: [] } })
    await page.call('consume', { purchase: gems })
    for (const purchase of [gems, skin, 'none'])
      expect(await page.call('consume', { purchase })).toEqual({ code: 'NOT_CONSUMABLE' })
    expect(await page.call('consume', {})).toEqual({ code: 'INVALID' })
  })

  it('3.2: a consumable that is not consumed within 24 hours is refunded, and its record disappears', async () => {
    const { page, clock, open } = await shop()
    await buy(page, 'gems')
    const skin = idOf(await buy(page, 'skin'))
    clock.advance(DAY_MS - 1)
    // The session lasts 12 hours, so the person opens the app again.
    expect(await purchases(await open({ app: SHOP }))).toHaveLength(2)
    clock.advance(1)
    const later = await open({ app: SHOP })
    expect(await purchases(later)).toMatchObject([{ id: skin }])
    await buy(later, 'gems', 'cancel')
    expect(later.person.sheets[0]?.offer).toMatchObject({ balance: '80' })
  })

  it('2.6: access of any type is active while the app runs', async () => {
    const { open } = await hostRig()
    const sold = { price: '5', statement: 'All the levels.' }
    for (const access of [
      { type: 'free' },
      { type: 'one_time', ...sold },
      { type: 'pass_30d', ...sold },
    ] as const) {
      const page = await open({ app: { ...APP, access } })
      const { type } = access
      expect(await page.call('getPurchases')).toEqual({
        result: { purchases: [], access: { type, active: true } },
      })
    }
  })
})
