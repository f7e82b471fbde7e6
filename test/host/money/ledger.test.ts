import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Ledger } from '../../../src/host/money/ledger.js'
import type { Item, Sale } from '../../../src/host/money/sale.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const coins: Item = { type: 'product', id: 'coins', kind: 'consumable' }
const skin: Item = { type: 'product', id: 'skin', kind: 'permanent' }

const funded = (thousandths = 10_000): Ledger => {
  const ledger = new Ledger()
  ledger.setBalance('me', thousandths)
  return ledger
}
const buy = (ledger: Ledger, id: string, item: Item, now = 0, confirmsAt: number | null = null) =>
  ledger.pay({ id, buyer: 'me', item, thousandths: 1500 }, now, confirmsAt)
const stateOf = (ledger: Ledger, id: string): Sale['state'] | undefined =>
  ledger.state().sales.find((sale) => sale.id === id)?.state

describe('3.2: payment', () => {
  it('3.2: paid, and the credits leave the balance immediately', () => {
    const ledger = funded()
    expect(buy(ledger, 'a', coins)).toMatchObject({ status: 'paid', sale: { id: 'a', purchasedAt: 0 } })
    expect(ledger.balanceOf('me')).toBe(8500)
    expect(ledger.purchasesOf('me').map(({ id }) => id)).toEqual(['a'])
    expect(ledger.purchasesOf('other')).toEqual([])
  })

  it('3.2: too little balance fails and takes nothing', () => {
    const ledger = funded(1499)
    expect(buy(ledger, 'a', coins)).toEqual({ status: 'failed', reason: 'insufficient_balance' })
    expect(ledger.state()).toEqual({ balances: { me: 1499 }, sales: [] })
  })

  it('3.2: a permanent product that is owned, or being paid, fails as already owned, with or without a balance', () => {
    const ledger = funded(1500)
    buy(ledger, 'a', skin, 0, 5000)
    expect(buy(ledger, 'b', skin, 1)).toEqual({ status: 'failed', reason: 'already_owned' })
  })

  it('3.2: pending is seen later in the purchases, once confirmed', () => {
    const ledger = funded()
    expect(buy(ledger, 'a', coins, 0, 5000).status).toBe('pending')
    expect(ledger.purchasesOf('me')).toEqual([])
    expect(ledger.consume('me', 'a', 1)).toBe(false)
    ledger.advance(4999)
    expect(ledger.purchasesOf('me')).toEqual([])
    ledger.advance(5000)
    expect(ledger.purchasesOf('me').map(({ id }) => id)).toEqual(['a'])
  })

  it('3.2: a consumable is consumed once; a permanent never', () => {
    const ledger = funded()
    buy(ledger, 'a', coins)
    buy(ledger, 'b', skin)
    expect(ledger.consume('other', 'a', 1)).toBe(false)
    expect(ledger.consume('me', 'a', 1)).toBe(true)
    expect(ledger.consume('me', 'a', 2)).toBe(false)
    expect(ledger.consume('me', 'b', 2)).toBe(false)
    expect(ledger.consume('me', 'none', 2)).toBe(false)
    expect(ledger.purchasesOf('me')).toMatchObject([
      { id: 'a', consumedAt: 1 },
      { id: 'b', consumedAt: null },
    ])
  })

  it('3.2: after 24 hours unconsumed a consumable is refunded, and its record disappears', () => {
    const ledger = funded()
    buy(ledger, 'a', coins)
    expect(ledger.advance(DAY - 1)).toEqual([])
    expect(ledger.advance(DAY)).toMatchObject([{ id: 'a', state: 'returned', returnReason: 'unconsumed' }])
    expect(ledger.balanceOf('me')).toBe(10_000)
    expect(ledger.purchasesOf('me')).toEqual([])
    expect(ledger.consume('me', 'a', DAY)).toBe(false)
  })

  it('3.2: a refunded permanent is no longer owned, and can be bought again', () => {
    const ledger = funded()
    buy(ledger, 'a', skin)
    expect(ledger.returnToBuyer('a', 'refund')).toBe(true)
    expect(ledger.returnToBuyer('a', 'refund')).toBe(false)
    expect(ledger.owns('me', 'skin')).toBe(false)
    expect(ledger.balanceOf('me')).toBe(10_000)
    expect(buy(ledger, 'b', skin).status).toBe('paid')
  })
})

describe('3.3: sale payout', () => {
  it('3.3: held for 7 days, then paid to the developer, at the full price', () => {
    const ledger = funded()
    buy(ledger, 'a', skin)
    ledger.advance(7 * DAY - 1)
    expect(ledger.figures()).toEqual({ purchases: 1500, held: 1500, paid: 0 })
    ledger.advance(7 * DAY)
    expect(ledger.figures()).toEqual({ purchases: 1500, held: 0, paid: 1500 })
    expect(ledger.returnToBuyer('a', 'refund')).toBe(false)
  })

  it('3.3: a failed payout waits for an admin and is not tried again', () => {
    const ledger = funded()
    buy(ledger, 'a', skin)
    ledger.advance(7 * DAY, 'failing')
    expect(stateOf(ledger, 'a')).toBe('awaiting-manual')
    ledger.advance(30 * DAY)
    expect(stateOf(ledger, 'a')).toBe('awaiting-manual')
    expect(ledger.figures()).toEqual({ purchases: 1500, held: 1500, paid: 0 })
    expect(ledger.completePayout('a')).toBe(true)
    expect(ledger.figures().paid).toBe(1500)
  })

  it('3.1: payouts pause while the app is blocked, and go on afterwards', () => {
    const ledger = funded()
    buy(ledger, 'a', skin)
    ledger.advance(8 * DAY, 'paused')
    expect(stateOf(ledger, 'a')).toBe('held')
    ledger.advance(8 * DAY)
    expect(stateOf(ledger, 'a')).toBe('paid-out')
  })

  it('a jump of the clock takes every step: confirmed, then refunded', () => {
    const ledger = funded()
    buy(ledger, 'a', coins, 0, 5000)
    ledger.advance(30 * DAY)
    expect(stateOf(ledger, 'a')).toBe('returned')
  })

  it('tells what will happen next, soonest first', () => {
    const ledger = funded()
    buy(ledger, 'a', skin, 0)
    buy(ledger, 'b', coins, 10)
    buy(ledger, 'c', coins, 20, 50)
    expect(ledger.upcoming().map(({ at, what, sale }) => [at, what, sale.id])).toEqual([
      [50, 'confirm', 'c'],
      [10 + DAY, 'refund', 'b'],
      [7 * DAY, 'payout', 'a'],
    ])
  })
})

describe('2.3, 2.6: access', () => {
  it('2.3: one_time is kept forever and is not bought twice', () => {
    const ledger = funded()
    const item: Item = { type: 'access', access: 'one_time' }
    expect(ledger.accessOf('me', 'one_time', 0)).toEqual({ active: false, until: null })
    buy(ledger, 'a', item)
    expect(ledger.accessOf('me', 'one_time', 1000 * DAY)).toEqual({ active: true, until: null })
    expect(buy(ledger, 'b', item)).toEqual({ status: 'failed', reason: 'already_owned' })
    expect(ledger.purchasesOf('me')).toEqual([])
  })

  it('2.3: pass_30d ends after 30 days; one bought early is added to what is left', () => {
    const ledger = funded()
    const item: Item = { type: 'access', access: 'pass_30d' }
    buy(ledger, 'a', item, 0)
    expect(ledger.accessOf('me', 'pass_30d', 30 * DAY - 1)).toEqual({ active: true, until: 30 * DAY })
    expect(ledger.accessOf('me', 'pass_30d', 30 * DAY)).toEqual({ active: false, until: 30 * DAY })
    buy(ledger, 'b', item, 10 * DAY)
    expect(ledger.accessOf('me', 'pass_30d', 31 * DAY)).toEqual({ active: true, until: 60 * DAY })
    buy(ledger, 'c', item, 100 * DAY)
    expect(ledger.accessOf('me', 'pass_30d', 100 * DAY).until).toBe(130 * DAY)
  })
})

describe('the law of the ledger', () => {
  const step = fc.oneof(
    fc.record({
      act: fc.constant('pay' as const),
      item: fc.constantFrom(coins, skin),
      price: fc.integer({ min: 100, max: 4000 }),
      later: fc.boolean(),
    }),
    fc.record({ act: fc.constant('consume' as const), which: fc.nat(30) }),
    fc.record({ act: fc.constant('refund' as const), which: fc.nat(30) }),
    fc.record({ act: fc.constant('complete' as const), which: fc.nat(30) }),
    fc.record({ act: fc.constant('delete' as const) }),
    fc.record({
      act: fc.constant('advance' as const),
      hours: fc.integer({ min: 0, max: 100 }),
      payouts: fc.constantFrom('ok', 'failing', 'paused'),
    }),
  )

  it('no credit is ever made or lost: balances, sales being confirmed, held and paid add up', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let ledger = funded(20_000)
        let now = 0
        for (const [n, action] of steps.entries()) {
          if (action.act === 'pay')
            ledger.pay(
              { id: `s${n}`, buyer: 'me', item: action.item, thousandths: action.price },
              now,
              action.later ? now + 5000 : null,
            )
          else if (action.act === 'consume') ledger.consume('me', `s${action.which}`, now)
          else if (action.act === 'refund') ledger.returnToBuyer(`s${action.which}`, 'refund')
          else if (action.act === 'complete') ledger.completePayout(`s${action.which}`)
          else if (action.act === 'delete') ledger.returnForDeletion(now)
          else {
            now += action.hours * HOUR
            ledger.advance(now, action.payouts)
          }
          // Saving and loading at any moment changes nothing.
          ledger = new Ledger(structuredClone(ledger.state()))
          const confirming = ledger
            .state()
            .sales.filter(({ state }) => state === 'confirming')
            .reduce((sum, { thousandths }) => sum + thousandths, 0)
          const { held, paid, purchases } = ledger.figures()
          expect(ledger.balanceOf('me') + confirming + held + paid).toBe(20_000)
          expect(held + paid).toBe(purchases)
          expect(ledger.balanceOf('me')).toBeGreaterThanOrEqual(0)
          // A listener that waits for the next step misses none.
          const next = ledger.nextAt('ok')
          expect(next).toBe(ledger.upcoming()[0]?.at ?? null)
        }
      }),
    )
  })
})
