import { describe, expect, it } from 'vitest'
import { whatIsBack, whatIsLost } from '../../../src/playtest/troubles/deleted-again.js'

/** What an app shows: its lines, and a picture of one colour. */
const look = (lines: readonly string[], shade = 255) => ({
  lines,
  still: { cells: Array.from({ length: 100 }, () => [shade, shade, shade] as const), plain: false },
})

const BEFORE = look(['To do', 'quince jam', 'velvet owl'])
const AFTER = look(['To do', 'velvet owl'])

describe('what was deleted', () => {
  it('is back where the app shows it again', () => {
    expect(whatIsBack(BEFORE, AFTER, BEFORE)).toBe('quince jam')
    expect(whatIsBack(BEFORE, AFTER, AFTER)).toBeNull()
    expect(whatIsBack(BEFORE, BEFORE, BEFORE)).toBeNull()
  })

  it('may be something else than what was written', () => {
    expect(
      whatIsBack(look(['Tip', 'velvet owl']), look(['velvet owl']), look(['Tip', 'velvet owl'])),
    ).toBeNull()
  })

  it('is back in a picture where the whole view is as before', () => {
    expect(whatIsBack(look(['Undo'], 0), look(['Undo'], 255), look(['Undo'], 0))).toBe('')
    expect(whatIsBack(look(['Undo'], 0), look(['Undo'], 255), look(['Undo'], 255))).toBeNull()
    expect(whatIsBack(look(['Undo'], 0), look(['Undo'], 255), look(['Undo', 'Hello'], 0))).toBeNull()
    expect(whatIsBack(look(['Undo'], 0), look(['Undo'], 0), look(['Undo'], 0))).toBeNull()
  })
})

describe('what was written after something was deleted', () => {
  it('has lost what is gone while other texts of the list are kept', () => {
    const written = look(['To do', 'velvet owl', 'amber kite', 'copper bell'])
    expect(whatIsLost(written, look(['To do', 'velvet owl', 'copper bell']))).toBe('amber kite')
    expect(whatIsLost(written, written)).toBeUndefined()
  })

  it('may be a list that keeps nothing, or shows only some', () => {
    expect(whatIsLost(look(['velvet owl', 'copper bell']), look(['To do']))).toBeUndefined()
    expect(whatIsLost(look(['copper bell']), look(['copper bell', 'velvet owl']))).toBeUndefined()
  })
})
