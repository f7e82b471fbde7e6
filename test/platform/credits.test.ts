import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCredits, parseCredits } from '../../src/platform/credits.js'

describe('2.3: credits are decimal strings with up to three decimals', () => {
  it.each([
    ['0', 0],
    ['0.1', 100],
    ['20', 20_000],
    ['1.005', 1005],
    ['1.50', 1500],
    ['0.001', 1],
  ])('%s is %i thousandths', (text, thousandths) => {
    expect(parseCredits(text)).toBe(thousandths)
  })

  it.each([
    '',
    '.5',
    '1.',
    '01',
    '-1',
    '+1',
    '1e3',
    '1.0000',
    '1,5',
    ' 1',
    '1 ',
    '٣',
    '0x1',
    'Infinity',
    '9'.repeat(20),
  ])('"%s" is none', (text) => {
    expect(parseCredits(text)).toBeNull()
  })

  it('what is formatted reads back as the same amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 12 }),
        (amount) => parseCredits(formatCredits(amount)) === amount,
      ),
    )
  })
})
