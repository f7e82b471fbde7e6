import { describe, expect, it } from 'vitest'
import type { LabelledControl } from '../../../src/playtest/page/labelled-controls.js'
import { mostLikelyPurchase } from '../../../src/playtest/troubles/buying.js'
import { otherPrice } from '../../../src/playtest/troubles/cancelling.js'
import { paidTwice } from '../../../src/playtest/troubles/judge-purchases.js'
import type { LogEntry } from '../../../src/testing/index.js'

const control = (label: string, context = label): LabelledControl => ({
  x: 1,
  y: 1,
  label,
  isButton: true,
  context,
})
const GEMS = [{ id: 'gems', title: '10 gems', statement: 'Gems.', price: '0.5', kind: 'consumable' }] as const

describe('the control that most likely buys something', () => {
  const order = (...controls: readonly LabelledControl[]): readonly string[] => {
    const tapped = new Map<string, number>()
    return controls.map(() => {
      const next = mostLikelyPurchase(controls, GEMS, tapped)
      if (next !== null) tapped.set(`${next.label}\n${next.context}`, 9)
      return next?.label ?? ''
    })
  }

  it('is the price next to the title of a product, then another price, then the shop, and last what leads away', () => {
    expect(
      order(
        control('Back'),
        control('Play'),
        control('Shop'),
        control('Buy a hat'),
        control('0.5 credits', '10 gems 0.5 credits'),
      ),
    ).toEqual(['0.5 credits', 'Buy a hat', 'Shop', 'Play', 'Back'])
  })

  it('is none where there are no controls', () => {
    expect(mostLikelyPurchase([], GEMS, new Map())).toBeNull()
  })
})

describe('two payments for the same product', () => {
  const pay = (
    seq: number,
    sentMs: number,
    answeredMs: number,
    product = 'gems',
    status = 'paid',
  ): LogEntry => ({
    seq,
    at: new Date(sentMs).toISOString(),
    seat: 1,
    kind: 'call',
    id: String(seq),
    method: 'pay',
    wire: 'pay',
    params: { product },
    result: { status },
    ms: 1,
    bytes: 1,
    gesture: true,
    answered: { order: seq, after: seq, at: new Date(answeredMs).toISOString() },
  })

  it('are one too many if the second was sent before the first answer arrived', () => {
    expect(paidTwice([pay(4, 0, 1_000), pay(9, 3_999, 5_000)], 3_000).map(({ message }) => message)).toEqual([
      'A second tap paid for "gems" again: pay (log entry 9) was sent before pay (log entry 4) was answered.',
    ])
  })

  it('are what the user wants if one was sent after the answer, is for another product, or was cancelled', () => {
    expect(paidTwice([pay(4, 0, 1_000), pay(9, 4_000, 5_000)], 3_000)).toEqual([])
    expect(paidTwice([pay(4, 0, 1_000), pay(9, 2_000, 3_000, 'hat')], 3_000)).toEqual([])
    expect(paidTwice([pay(4, 0, 1_000), pay(9, 2_000, 3_000, 'gems', 'cancelled')], 3_000)).toEqual([])
  })
})

describe('2.3: the price that a button names', () => {
  const found = (label: string, title = 'Comet', price = '2') =>
    otherPrice('index.html', label, { title, price }).map(({ rule, message }) => `${rule}: ${message}`)

  it('is the one of the payment that it opens', () => {
    expect(found('1 credit')).toEqual([
      'run/other-price: The button "1 credit" opens a payment of 2 credits for "Comet".',
    ])
    expect(found('Buy for 2 credits')).toEqual([])
    expect(found('2,0 credits')).toEqual([])
  })

  it('is not known where it names none or several, or sells what is called credits', () => {
    expect(found('Buy 3 comets')).toEqual([])
    expect(found('3 credits, now 2 credits')).toEqual([])
    expect(found('100 credits', '100 credits')).toEqual([])
  })
})
