import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SaleAction } from '../../../src/control/service-bodies.js'
import { figuresOfSales } from '../../../src/host/money/ledger.js'
import { parseCredits } from '../../../src/platform/credits.js'
import { blockApp, deleteApp, unblockApp } from '../../../src/service/miniapps/change-app.js'
import { openAppOf } from '../../../src/service/miniapps/context.js'
import { historyOf } from '../../../src/service/miniapps/history.js'
import { actOnSale, buy, salesOf } from '../../../src/service/miniapps/market.js'
import { payForPost } from '../../../src/service/miniapps/posting.js'
import { actOnVersion } from '../../../src/service/miniapps/review.js'
import { changePeopleLedger } from '../../../src/service/miniapps/sales-ledger.js'
import { type MiniAppsRig, miniAppsRig } from '../../support/rigs/mini-apps-rig.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const SELLING = {
  access: { type: 'pass_30d', price: '2.125', statement: 'You receive access for 30 days.' },
  products: [
    { id: 'gem', title: 'Gem', statement: 'You receive one gem.', price: '0.333', kind: 'consumable' },
    { id: 'skin', title: 'Skin', statement: 'You receive one skin.', price: '1.5', kind: 'permanent' },
  ],
}

const sellingApp = async (rig: MiniAppsRig, name = 'Hello', owner = 'member_you'): Promise<string> => {
  const { id } = await rig.register(name, owner)
  await rig.upload(id, SELLING)
  await rig.miniApps.run((context) => actOnVersion(context, { appId: id, version: '1.0.0' }, 'approve', null))
  return id
}

const purchase = (rig: MiniAppsRig, appId: string, wanted: string, member = 'member_ada') =>
  rig.miniApps.run((context) => buy(context, { appId, member, wanted }, rig.miniApps.faults))

const balanceOf = (rig: MiniAppsRig, member: string) => rig.store.get('member', member)?.balance

describe('selling (3.2, 3.3)', () => {
  it('holds a sale for 7 days and then pays the developer, several sales as one entry', async () => {
    const rig = await miniAppsRig()
    const app = await sellingApp(rig)
    await purchase(rig, app, 'access')
    await purchase(rig, app, 'skin')
    expect(balanceOf(rig, 'member_ada')).toBe(100_000 - 3_625)
    expect(figuresOfSales(salesOf(rig.miniApps.records, app))).toEqual({
      purchases: 3_625,
      held: 3_625,
      paid: 0,
    })
    rig.clock.advance(7 * DAY - 1)
    await rig.miniApps.settled()
    expect([...rig.store.all('payout')]).toEqual([])
    rig.clock.advance(1)
    await rig.miniApps.settled()
    expect([...rig.store.all('payout')]).toMatchObject([
      { to: 'member_you', thousandths: 3_625, byHand: false },
    ])
    expect(balanceOf(rig, 'member_you')).toBe(103_625)
    expect(historyOf(rig.miniApps.records, 'member_you').map(({ text }) => text)).toEqual([
      'Paid to you: 2 sales',
    ])
    expect(
      historyOf(rig.miniApps.records, 'member_ada').map(({ text, thousandths }) => [text, thousandths]),
    ).toEqual([
      ['Hello: Skin', -1_500],
      ['Hello: Access for 30 days', -2_125],
    ])
  })

  it('sells products to those with access, and a permanent one once', async () => {
    const rig = await miniAppsRig()
    const app = await sellingApp(rig)
    await expect(purchase(rig, app, 'gem')).rejects.toThrow('buy access first')
    await purchase(rig, app, 'access')
    expect(await purchase(rig, app, 'skin')).toMatchObject({ status: 'paid' })
    expect(await purchase(rig, app, 'skin')).toEqual({ status: 'failed', reason: 'already_owned' })
    await expect(purchase(rig, app, 'sword')).rejects.toThrow('item: Hello has no product "sword".')
  })

  it('asks children for their guardians, and everyone for their age', async () => {
    const rig = await miniAppsRig()
    const app = await sellingApp(rig)
    await expect(purchase(rig, app, 'access', 'member_cleo')).rejects.toThrow(
      'A guardian has not allowed mini apps',
    )
    await rig.miniApps.run(({ draft }) => {
      const cleo = draft.get('member', 'member_cleo')
      if (cleo !== null)
        draft.put('member', { ...cleo, guardian: { ...cleo.guardian, miniApps: true, apps: [app] } })
    })
    expect(await purchase(rig, app, 'access', 'member_cleo')).toEqual({
      status: 'failed',
      reason: 'unavailable',
    })
  })

  it('refunds a consumable after 24 hours, unless it was consumed', async () => {
    const rig = await miniAppsRig()
    const app = await sellingApp(rig)
    await purchase(rig, app, 'access')
    const kept = await purchase(rig, app, 'gem')
    await purchase(rig, app, 'gem')
    if (kept.status === 'failed') throw new Error(kept.reason)
    await rig.miniApps.run((context) => actOnSale(context, app, kept.sale.id, 'consume'))
    rig.clock.advance(3 * DAY)
    await rig.miniApps.settled()
    expect(
      salesOf(rig.miniApps.records, app).map(({ state, returnReason }) => [state, returnReason]),
    ).toEqual([
      ['held', null],
      ['held', null],
      ['returned', 'unconsumed'],
    ])
    expect(historyOf(rig.miniApps.records, 'member_ada')[0]).toMatchObject({
      text: 'Returned: Hello: Gem',
      at: kept.sale.purchasedAt + DAY,
    })
  })

  it('pauses payouts of a blocked app, and resumes them', async () => {
    const rig = await miniAppsRig()
    const app = await sellingApp(rig)
    await purchase(rig, app, 'access')
    await rig.miniApps.run((context) => blockApp(context, app, null))
    await expect(purchase(rig, app, 'skin')).rejects.toThrow('Hello is blocked')
    rig.clock.advance(30 * DAY)
    await rig.miniApps.settled()
    expect(figuresOfSales(salesOf(rig.miniApps.records, app))).toEqual({
      purchases: 2_125,
      held: 2_125,
      paid: 0,
    })
    await rig.miniApps.run((context) => unblockApp(context, app))
    await rig.miniApps.settled()
    expect(figuresOfSales(salesOf(rig.miniApps.records, app))).toEqual({
      purchases: 2_125,
      held: 0,
      paid: 2_125,
    })
  })

  it('leaves a failed payout to an admin, and never tries it again', async () => {
    const rig = await miniAppsRig()
    const app = await sellingApp(rig)
    await purchase(rig, app, 'access')
    await rig.miniApps.setFaults({ payouts: 'failing' })
    rig.clock.advance(8 * DAY)
    await rig.miniApps.settled()
    await rig.miniApps.setFaults({ payouts: 'ok' })
    rig.clock.advance(30 * DAY)
    await rig.miniApps.settled()
    const [sale] = salesOf(rig.miniApps.records, app)
    expect(sale?.state).toBe('awaiting-manual')
    expect(balanceOf(rig, 'member_you')).toBe(100_000)
    const complete = () => rig.attempt((context) => actOnSale(context, app, sale?.id ?? '', 'complete'))
    await rig.miniApps.run((context) => blockApp(context, app, null))
    expect(await complete()).toBe('Payouts pause while the app is blocked (3.1).')
    expect(balanceOf(rig, 'member_you')).toBe(100_000)
    await rig.miniApps.run((context) => unblockApp(context, app))
    expect(await complete()).toBeNull()
    expect([...rig.store.all('payout')]).toMatchObject([{ thousandths: 2_125, byHand: true }])
    expect(balanceOf(rig, 'member_you')).toBe(102_125)
  })

  it('returns what was not paid out as the app is deleted', async () => {
    const rig = await miniAppsRig()
    const app = await sellingApp(rig)
    await purchase(rig, app, 'access')
    rig.clock.advance(6 * DAY)
    await purchase(rig, app, 'skin')
    rig.clock.advance(DAY)
    await rig.miniApps.run((context) => deleteApp(context, app))
    expect(
      salesOf(rig.miniApps.records, app).map(({ state, returnReason }) => [state, returnReason]),
    ).toEqual([
      ['paid-out', null],
      ['returned', 'deleted'],
    ])
  })
})

/** One thing that someone does, or time. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('buy' as const),
      app: fc.nat(2),
      member: fc.nat(4),
      wanted: fc.constantFrom('access', 'gem', 'skin'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('pay' as const),
      app: fc.nat(2),
      member: fc.nat(4),
      product: fc.constantFrom('gem', 'skin'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('consume' as const), sale: fc.nat(20) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('post' as const), app: fc.nat(2), member: fc.nat(4) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('sale' as const),
      sale: fc.nat(20),
      action: fc.constantFrom<SaleAction>('consume', 'refund', 'complete'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('wait' as const), ms: fc.constantFrom(1, HOUR, DAY, 7 * DAY) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('standing' as const),
      app: fc.nat(2),
      to: fc.constantFrom('block', 'unblock', 'delete'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('faults' as const),
      payments: fc.constantFrom('ok' as const, 'pending' as const, 'unavailable' as const),
      payouts: fc.constantFrom('ok' as const, 'failing' as const),
    }),
  },
)

const MEMBERS = ['member_you', 'member_ada', 'member_studio', 'member_eve', 'member_ben'] as const

describe('a post from an app (4.4)', () => {
  it('costs a credit, which its author must have, and the app must be open', async () => {
    const rig = await miniAppsRig()
    const app = await sellingApp(rig)
    const post = () => rig.miniApps.run((context) => void payForPost(context, 'member_ada', { appId: app }))
    await post()
    expect(balanceOf(rig, 'member_ada')).toBe(99_000)
    expect(historyOf(rig.miniApps.records, 'member_ada')).toMatchObject([
      { text: 'Post from Hello', thousandths: -1_000 },
    ])
    await rig.miniApps.run((context) => blockApp(context, app, null))
    await expect(post()).rejects.toThrow('Hello is blocked')
    await rig.miniApps.run((context) => unblockApp(context, app))
    await rig.miniApps.run(({ draft }) => {
      const ada = draft.get('member', 'member_ada')
      if (ada !== null) draft.put('member', { ...ada, balance: 1_999, given: 2_999 })
    })
    // The last credit is enough.
    await post()
    await expect(post()).rejects.toThrow('You do not have enough credits.')
    expect(balanceOf(rig, 'member_ada')).toBe(999)
  })
})

describe('the ledger', () => {
  it('agrees for buyers and developers at every moment of random lives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80, size: 'max' }), async (steps) => {
        const rig = await miniAppsRig()
        const apps = [
          await sellingApp(rig, 'One', 'member_you'),
          await sellingApp(rig, 'Two', 'member_you'),
          await sellingApp(rig, 'Three', 'member_studio'),
        ]
        const developers = ['member_you', 'member_you', 'member_studio']
        for (const one of steps) {
          await take(rig, apps, one)
          await rig.miniApps.settled()
          agree(rig, apps, developers)
        }
      }),
      { numRuns: 60 },
    )
  })
})

const userOf = (app: string, member: string): string => `${member} in ${app}`
/** All but one have opened the app. */
const users = (app: string) =>
  new Map(MEMBERS.filter((member) => member !== 'member_eve').map((member) => [member, userOf(app, member)]))
const kindOf = (kind: string | undefined): 'permanent' | 'consumable' =>
  kind === 'permanent' ? kind : 'consumable'

const take = async (
  rig: MiniAppsRig,
  apps: readonly string[],
  one: typeof step extends fc.Arbitrary<infer Step> ? Step : never,
) => {
  switch (one.does) {
    case 'wait':
      rig.clock.advance(one.ms)
      return
    case 'faults':
      await rig.miniApps.setFaults(one)
      return
    case 'buy': {
      const purchased = { appId: apps[one.app] ?? '', member: MEMBERS[one.member] ?? '', wanted: one.wanted }
      await rig.attempt((context) => buy(context, purchased, rig.miniApps.faults))
      return
    }
    // In a real run (2.5): people are known to the app by their `app_user_id`.
    case 'pay': {
      const app = apps[one.app] ?? ''
      const product = SELLING.products.find(({ id }) => id === one.product)
      const item = { type: 'product', id: one.product, kind: kindOf(product?.kind) } as const
      const thousandths = parseCredits(product?.price ?? '') ?? 0
      const id = `pay_${rig.clock.now()}_${[...rig.store.all('sale')].length}`
      await rig.attempt((context) => {
        openAppOf(context, app)
        changePeopleLedger(context, app, users(app), (ledger) => {
          const buyer = userOf(app, MEMBERS[one.member] ?? '')
          const confirmsAt = rig.miniApps.faults.payments === 'pending' ? context.now + MINUTE : null
          ledger.pay({ id, buyer, item, thousandths }, context.now, confirmsAt)
        })
      })
      return
    }
    case 'consume': {
      const sales = [...rig.store.all('sale')]
      const sale = sales[one.sale % Math.max(1, sales.length)]
      if (sale === undefined) return
      await rig.attempt((context) => {
        openAppOf(context, sale.appId)
        changePeopleLedger(context, sale.appId, users(sale.appId), (ledger) =>
          ledger.consume(userOf(sale.appId, sale.buyer), sale.id, context.now),
        )
      })
      return
    }
    case 'post': {
      const [app, member] = [apps[one.app] ?? '', MEMBERS[one.member] ?? '']
      await rig.attempt((context) => void payForPost(context, member, { appId: app }))
      return
    }
    case 'sale': {
      const sales = [...rig.store.all('sale')]
      const sale = sales[one.sale % Math.max(1, sales.length)]
      if (sale !== undefined)
        await rig.attempt((context) => actOnSale(context, sale.appId, sale.id, one.action))
      return
    }
    case 'standing': {
      const id = apps[one.app] ?? ''
      await rig.attempt((context) =>
        one.to === 'block'
          ? blockApp(context, id, null)
          : one.to === 'unblock'
            ? unblockApp(context, id)
            : deleteApp(context, id),
      )
    }
  }
}

/** Every credit is where both sides say that it is. */
const agree = (rig: MiniAppsRig, apps: readonly string[], developers: readonly string[]): void => {
  const members = [...rig.store.all('member')]
  for (const member of members) {
    const moved = historyOf(rig.miniApps.records, member.id).reduce(
      (sum, { thousandths }) => sum + thousandths,
      0,
    )
    expect(member.balance).toBe(member.given + moved)
    expect(member.balance).toBeGreaterThanOrEqual(0)
  }
  const figures = apps.map((app) => figuresOfSales(salesOf(rig.miniApps.records, app)))
  const histories = members.flatMap(({ id }) => historyOf(rig.miniApps.records, id))
  for (const [index, app] of apps.entries()) {
    const { name } = rig.store.get('miniApp', app) ?? { name: '' }
    const entries = histories.filter(({ text }) => text.replace('Returned: ', '').startsWith(`${name}: `))
    const pending = salesOf(rig.miniApps.records, app).filter(({ state }) => state === 'confirming')
    const spent = entries.reduce((sum, { thousandths }) => sum - thousandths, 0)
    const underWay = pending.reduce((sum, { thousandths }) => sum + thousandths, 0)
    expect(spent - underWay).toBe(figures[index]?.purchases)
  }
  const confirming = [...rig.store.all('sale')].filter(({ state }) => state === 'confirming')
  for (const { purchases, held, paid } of figures) expect(purchases).toBe(held + paid)
  for (const developer of new Set(developers)) {
    const paid = figures.reduce(
      (sum, figure, index) => sum + (developers[index] === developer ? figure.paid : 0),
      0,
    )
    const received = [...rig.store.all('payout')].filter(({ to }) => to === developer)
    expect(received.reduce((sum, { thousandths }) => sum + thousandths, 0)).toBe(paid)
  }
  const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
  const onTheWay =
    total(figures.map(({ held }) => held)) + total(confirming.map(({ thousandths }) => thousandths))
  const posting = total([...rig.store.all('postFee')].map(({ thousandths }) => thousandths))
  expect(total(members.map(({ balance }) => balance)) + onTheWay + posting).toBe(
    total(members.map(({ given }) => given)),
  )
}
