import { describe, expect, it } from 'vitest'
import { type Comparison, differenceBreaches } from '../../../src/playtest/beside/beside-original.js'

const comparison = (isOwn: boolean): Comparison => ({
  name: 'game',
  isOwn,
  plays: true,
  isTooSlow: false,
  withoutInternet: false,
  differences: (['text', 'blocked', 'missing-file', 'error', 'sound'] as const).map((kind) => ({
    kind,
    message: `Another ${kind}.`,
    moment: 'first',
    pictures: null,
  })),
})

describe('the findings of a comparison', () => {
  it.each([
    [false, 'run/differs-from-original'],
    [true, 'run/differs-in-frame'],
  ] as const)('leave out what the log of the app reports for itself', (isOwn, rule) => {
    expect(differenceBreaches('index.html', comparison(isOwn)).map((one) => [one.rule, one.message])).toEqual(
      [
        [rule, 'Another text.'],
        [rule, 'Another sound.'],
      ],
    )
  })
})
