import { describe, expect, it } from 'vitest'
import { judgeDearer, judgeOpen, judgeOverwritten } from '../../../src/playtest/troubles/open-purchases.js'
import type { AppData } from '../../../src/testing/index.js'

/** What is saved with so many gems, and with sales of which so many are consumed. */
const saved = (gems: number, sales = 0, consumed = sales): AppData => ({
  schema: 1,
  ownerId: 'u_one',
  storage: { 1: { state: JSON.stringify({ gems }) } },
  sales: Array.from({ length: sales }, (_, index) => ({
    id: `p_${index}`,
    buyer: 'u_one',
    item: { type: 'product', id: 'gems', kind: 'consumable' },
    price: '1',
    purchasedAt: '2026-01-01T00:00:00.000Z',
    consumedAt: index < consumed ? '2026-01-01T00:00:01.000Z' : null,
    state: 'held',
  })),
})

const found = (together: AppData, after = saved(25, 1)) =>
  judgeOpen({ product: 'gems', start: saved(5), bought: saved(15, 1), after, together }).map(
    ({ rule, message }) => `${rule}: ${message}`,
  )

describe('two purchases that an app finds when it is opened', () => {
  it('are delivered as one after the other', () => {
    expect(found(saved(25, 2))).toEqual([])
  })

  it('are lost where only the first is consumed', () => {
    expect(found(saved(15, 2, 1))).toEqual([
      'run/purchase-lost: The person had paid for "gems" twice when the app was opened, and the app consumed only one of them.',
    ])
  })

  it('are lost where both are consumed and one is credited', () => {
    expect(found(saved(15, 2))).toEqual([
      'run/purchase-lost: The person had paid for "gems" twice when the app was opened, and the app consumed both, but storage "state".gems changed by 10 instead of 20.',
    ])
  })

  it('may fill up what is full with one', () => {
    expect(found(saved(15, 2), saved(15, 1))).toEqual([])
  })
})

describe('4.3: a purchase that an app delivers when it is opened', () => {
  const overwritten = (played: AppData, without: AppData): readonly string[] =>
    judgeOverwritten({ product: 'gems', bought: saved(15), after: saved(25), played, without }).map(
      ({ rule, message }) => `${rule}: ${message}`,
    )

  it('is lost where the game goes on with what it had before', () => {
    expect(overwritten(saved(17), saved(17))).toEqual([
      'run/purchase-lost: "gems" was credited when the app was opened, and lost after a few taps: storage "state".gems changed by 10, and is then as it is without the purchase.',
    ])
    expect(overwritten(saved(16), saved(18))).toHaveLength(1)
  })

  it('is kept where the game goes on with it, or spends it', () => {
    expect(overwritten(saved(27), saved(17))).toEqual([])
    expect(overwritten(saved(25), saved(15))).toEqual([])
    expect(overwritten(saved(5), saved(17))).toEqual([])
  })

  const product = {
    id: 'chest',
    kind: 'consumable',
    price: '9',
    title: 'Chest',
    statement: 'A chest of gems.',
  } as const

  const dearer = (delivered: AppData, bought = saved(75, 1)): readonly string[] =>
    judgeDearer(saved(5), { product, bought }, delivered).map(({ rule, message }) => `${rule}: ${message}`)

  it('is credited as when it is bought', () => {
    expect(dearer(saved(75, 1))).toEqual([])
    expect(dearer(saved(15, 1))).toEqual([
      'run/purchase-lost: "chest" is credited with 70 when it is bought, but only with 10 when the app finds it at its start (storage "state".gems).',
    ])
  })

  it('is judged only where it was delivered, and counts', () => {
    expect(dearer(saved(15, 1, 0))).toEqual([])
    expect(dearer(saved(15, 1), saved(5, 1))).toEqual([])
    expect(dearer(saved(5, 1))).toEqual([])
  })
})
