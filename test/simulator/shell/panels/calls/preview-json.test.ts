import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { previewJson } from '../../../../../src/simulator/shell/panels/calls/preview-json.js'

describe('a value in one line', () => {
  it.each([
    [null, 'null'],
    ['a "b"', '"a \\"b\\""'],
    [12, '12'],
    [[], '[]'],
    [{}, '{}'],
    [[1, [2]], '[1, [2]]'],
    [{ key: 'best', deep: { on: true } }, '{ key: "best", deep: { on: true } }'],
    [undefined, 'undefined'],
  ])('%j', (value, line) => {
    expect(previewJson(value, 100)).toBe(line)
  })

  it('marks omissions', () => {
    expect(previewJson({ key: 'a long value' }, 10)).toBe('{ key: "a …')
  })

  it('stays within its limit, and does no more work than that', () =>
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 60 }), (value, limit) => {
        const line = previewJson(value, limit)
        expect(line.length).toBeLessThanOrEqual(limit + 1)
        expect(line).not.toMatch(/\n/)
      }),
    ))

  it('takes no time for a value of megabytes', () => {
    const image = `data:image/png;base64,${'A'.repeat(8_000_000)}`
    const times = Array.from({ length: 20 }, () => {
      const before = performance.now()
      for (let i = 0; i < 5; i++) previewJson({ image, many: [image, image] }, 80)
      return performance.now() - before
    })
    // The quickest: a busy machine may stop between any two lines.
    expect(Math.min(...times)).toBeLessThan(10)
  })
})
