import { describe, expect, it } from 'vitest'
import { isHeaderSafe } from '../../../src/publish/sign-in/session.js'

describe('a token', () => {
  it('can be put into a header', () => {
    for (const token of ['x', 'eyJ.a-b_c~d+e/f==', '!~', 'x'.repeat(8_192)])
      expect(isHeaderSafe(token)).toBe(true)
  })

  it('is refused where a header would be split, or too long', () => {
    for (const token of ['', ' ', 'a b', 'a\r\nb', 'a\u007f', 'ä', 'x'.repeat(8_193)])
      expect(isHeaderSafe(token)).toBe(false)
  })
})
