import { describe, expect, it } from 'vitest'
import { judgeOpen } from '../../../src/playtest/troubles/open-purchases.js'
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
