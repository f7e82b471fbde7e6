import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineIndex } from '../../../../src/check/facts/text/position.js'

const naive = (text: string, offset: number) => {
  const ends = [...text.matchAll(/\r\n?|\n/g)].map(({ index, 0: end }) => index + end.length)
  const before = ends.filter((end) => end <= offset)
  return { line: before.length + 1, column: offset - (before.at(-1) ?? 0) + 1 }
}

describe('LineIndex', () => {
  it('gives the place of any offset, in any order of lookups', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\r\n'), maxLength: 30 })
    fc.assert(
      fc.property(text, fc.array(fc.nat(60), { maxLength: 8 }), (content, offsets) => {
        const lines = new LineIndex(content)
        for (const offset of offsets) {
          const at = Math.min(offset, content.length)
          expect(lines.place(at)).toEqual(naive(content, at))
        }
      }),
    )
  })
})
