import { InvalidArgumentError } from 'commander'
import { describe, expect, it } from 'vitest'
import { wholeNumber } from '../../src/cli/options.js'

describe('a flag with a whole number', () => {
  it.each([
    ['2', 2],
    ['3', 3],
    ['10', 10],
    ['0007', 7],
  ])('takes %s, also at its bounds', (text, number) => {
    expect(wholeNumber(2, 10)(text)).toBe(number)
  })

  it.each(['1', '11', '', ' 3', '3.0', '-3', '3e0', '0x3', 'three', `${'0'.repeat(15)}3`])(
    'refuses %j, and says what it takes',
    (text) => {
      expect(() => wholeNumber(2, 10)(text)).toThrow(
        new InvalidArgumentError('Give a whole number from 2 to 10.'),
      )
    },
  )
})
