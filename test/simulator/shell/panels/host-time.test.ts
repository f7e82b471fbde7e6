import { expect, it } from 'vitest'
import { formatLongTime } from '../../../../src/simulator/shell/panels/host-time.js'

it.each([
  [0, '0 seconds'],
  [999, '0 seconds'],
  [1_000, '1 second'],
  [61_000, '1 minute 1 second'],
  [3_600_000, '1 hour'],
  [43_200_000, '12 hours'],
  [90_061_000, '1 day 1 hour'],
  [2_592_000_000, '30 days'],
])('%i ms is %s', (milliseconds, words) => {
  expect(formatLongTime(milliseconds)).toBe(words)
})
