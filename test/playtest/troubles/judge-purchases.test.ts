import { describe, expect, it } from 'vitest'
import {
  type Bought,
  creditedUnpaid,
  judgePurchases,
  purchasesNotRead,
  saysUnpaid,
} from '../../../src/playtest/troubles/judge-purchases.js'
import type { AppData, LogEntry } from '../../../src/testing/index.js'

const data = (state: Readonly<Record<string, unknown>>, consumedAt: string | null): AppData => ({
  schema: 1,
  ownerId: 'u_one',
  storage: { 1: { state: JSON.stringify(state), best: '7' } },
  sharedStore: [
    { player: 'u_other', key: 'gems', value: '99', updatedAt: '2026-01-01T00:00:00.000Z' },
    { player: 'u_one', key: 'at', value: '1767225600000', updatedAt: '2026-01-01T00:00:00.000Z' },
  ],
  sales: [
    {
      id: 'p_1',
      buyer: 'u_one',
      item: { type: 'product', id: 'gems', kind: 'consumable' },
      price: '1',
      purchasedAt: '2026-01-01T00:00:00.000Z',
      consumedAt,
      state: 'held',
    },
  ],
})
const CONSUMED = '2026-01-01T00:00:01.000Z'
const START: AppData = { schema: 1, storage: { 1: { state: '{"gems":5,"visits":1}', best: '7' } } }

const bought = (gems: number, consumedAt: string | null = CONSUMED): Bought => ({
  data: data({ gems, visits: 3, credited: ['p_1'] }, consumedAt),
  unbought: { ...START, storage: { 1: { state: '{"gems":5,"visits":2}', best: '7' } } },
  atOnce: data({ gems: 15, visits: 2, credited: ['p_1'] }, CONSUMED),
  product: 'gems',
  pay: 12,
})

const found = (interrupted: ReturnType<typeof bought>, undisturbed = bought(15)) =>
  judgePurchases(START, undisturbed, [
    { when: 'before `consume` was answered', bought: interrupted },
    { when: 'before the app got the answer', bought: null },
  ]).map(({ rule, message }) => `${rule}: ${message}`)

describe('an interrupted purchase', () => {
  it('is fine if it saves what an undisturbed one saves', () => {
    expect(found(bought(15))).toEqual([])
  })

  it('was credited twice if a number changed twice as much', () => {
    expect(found({ ...bought(25), data: data({ gems: 25, visits: 3 }, CONSUMED) })).toEqual([
      'run/credited-twice: "gems" (pay, log entry 12) was credited twice: the app was closed before `consume` was answered and opened again, and storage "state".gems changed by 20 instead of 10.',
    ])
  })

  it('credits half as much if the answer of `pay` and the purchases both credit it', () => {
    const unanswered = { when: 'before the app got the answer', isUnanswered: true } as const
    const judged = (half: ReturnType<typeof bought>, whole = bought(25)) =>
      judgePurchases(START, { ...whole, atOnce: whole.data }, [{ ...unanswered, bought: half }]).map(
        ({ rule, message }) => `${rule}: ${message}`,
      )
    expect(judged(bought(15))).toEqual([
      'run/credited-twice: "gems" (pay, log entry 12) was credited twice where nothing went wrong: storage "state".gems changed by 20, but by 10 where the app was closed before the app got the answer and opened again.',
    ])
    expect(judged(bought(12))).toEqual([])
    // How often the app was opened is not what was bought.
    expect(judged({ ...bought(25), data: data({ gems: 25, visits: 2 }, CONSUMED) })).toEqual([])
  })

  it('was credited twice if it was credited again at the next start', () => {
    expect(found(bought(25), bought(25))).toEqual([
      'run/credited-twice: "gems" (pay, log entry 12) was credited again after the app was closed and reopened: storage "state".gems changed by 20 instead of 10.',
    ])
  })

  it('is lost if nothing was credited, or it was not consumed', () => {
    expect(found({ ...bought(5), data: data({ gems: 5, visits: 1 }, CONSUMED) })).toEqual([
      'run/purchase-lost: "gems" (pay, log entry 12) was paid for and lost: the app was closed before `consume` was answered and opened again. It is consumed, but storage "state".gems did not change by 10.',
    ])
    expect(found({ ...bought(5, null), data: data({ gems: 5, visits: 1 }, null) })).toEqual([
      'run/purchase-lost: "gems" (pay, log entry 12) was paid for but not credited: the app was closed before `consume` was answered and opened again, and storage "state".gems did not change by 10.',
    ])
    expect(found(bought(15, null))).toEqual([
      'run/purchase-lost: "gems" (pay, log entry 12) was paid for but not consumed: the app was closed before `consume` was answered and opened again.',
    ])
  })

  it('is not looked at if the undisturbed one was never consumed', () => {
    expect(found(bought(25), bought(15, null))).toEqual([
      'run/purchase-lost: "gems" (pay, log entry 12) was paid for but never consumed: it is refunded after 24 hours.',
    ])
  })
})

describe('what someone had bought before', () => {
  const foundAfter = (...methods: readonly string[]): readonly string[] =>
    purchasesNotRead(
      'index.html',
      methods.map((method, seq) => ({ seq, kind: 'call', method }) as unknown as LogEntry),
    ).map(({ rule, message }) => `${rule}: ${message}`)

  it.each([
    ['the app reads it at its start', ['ready', 'getPurchases', 'pay']],
    ['the app reads it before it is ready', ['getPurchases', 'ready']],
    ['the app reads it in its shop', ['ready', 'storage.get', 'getPurchases', 'pay', 'getPurchases']],
    ['the app did not get so far', ['storage.get']],
  ])('is fine if %s', (_, methods) => {
    expect(foundAfter(...methods)).toEqual([])
  })

  it('is lost if the app never reads it, or only once it has sold something', () => {
    expect(foundAfter('ready', 'pay')).toEqual([
      'run/purchase-lost: The person had already bought everything, but the app never called getPurchases().',
    ])
    expect(foundAfter('ready', 'pay', 'getPurchases')).toEqual([
      'run/purchase-lost: The person had already bought everything, but the app called getPurchases() only after pay().',
    ])
  })
})

describe('a payment that was not made', () => {
  const product = {
    id: 'premium',
    title: 'Premium',
    statement: 'All levels, for good.',
    price: '3',
    kind: 'permanent' as const,
  }
  const answered = (...after: readonly string[]) => ({
    product,
    before: new Set(['Ten levels', 'Buy premium']),
    after,
  })
  const judged = (
    unpaid: ReturnType<typeof answered>,
    status: Parameters<typeof creditedUnpaid>[3] = 'cancelled',
  ) =>
    creditedUnpaid('index.html', unpaid, answered('All levels are open', '3 left', 'Thank you'), status).map(
      ({ rule, message }) => `${rule}: ${message}`,
    )

  it('counts as paid where the app then shows what it shows after a payment only (4.3)', () => {
    expect(judged(answered('All levels are open'))).toEqual([
      'run/credited-unpaid: The payment for "premium" was cancelled, but the app then shows "All levels are open", as it does after a payment.',
    ])
  })

  it('is not paid for without the credits for it (4.3)', () => {
    expect(judged(answered('You have too few credits.'), 'failed')).toEqual([])
    expect(judged(answered('You have too few credits.', 'All levels are open'), 'failed')).toEqual([
      'run/credited-unpaid: The payment for "premium" failed for want of credits, but the app then shows "All levels are open", as it does after a payment.',
    ])
  })

  it('4.3: was made where only consume() fails, and the app must not say otherwise', () => {
    const says = (...after: readonly string[]) =>
      saysUnpaid('index.html', answered(...after), answered('Thank you')).map(({ message }) => message)
    expect(says('The payment failed. You have not been charged.')).toEqual([
      'The payment for "premium" was made, consume() failed after it, and the app says "The payment failed. You have not been charged.".',
    ])
    expect(says('Paid. It comes later.', 'Thank you')).toEqual([])
  })

  it('is fine where the app shows what it did before, or says that nothing was paid', () => {
    expect(judged(answered('Ten levels', 'Buy premium'))).toEqual([])
    expect(judged(answered('Ten levels', 'Nothing was paid.'))).toEqual([])
  })

  it('is not paid for while it is pending (4.3)', () => {
    expect(judged(answered('Thank you'), 'pending')).toEqual([
      'run/credited-unpaid: The payment for "premium" is still pending, but the app then shows "Thank you", as it does after a payment.',
    ])
    expect(judged(answered('Thank you', 'It will arrive soon.'), 'pending')).toEqual([])
    expect(judged(answered('Thank you', 'It will arrive soon.', '3 left'), 'pending')).toEqual([
      'run/credited-unpaid: The payment for "premium" is still pending, but the app then shows "3 left", as it does after a payment.',
    ])
  })
})
