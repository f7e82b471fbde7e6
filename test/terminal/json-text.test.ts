import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indentJson } from '../../src/publish/requests/exact-json.js'
import { jsonDocument, jsonLine, safeJson } from '../../src/terminal/json-text.js'
import { isUnsafe } from '../../src/terminal/safe-text.js'
import { runs } from '../support/vitest/runs.js'

describe('JSON with untrusted text', () => {
  it('only escapes terminal control characters', () => {
    const hostile = '\u001b[31m \u009b31m \u0085 \u007f \u202e \u2028 \ufeff \u{e0041} \ud800 é 😀 "\\'
    expect(jsonLine({ [hostile]: hostile })).toBe(
      `{${[0, 1]
        .map(
          () =>
            '"\\u001b[31m \\u009b31m \\u0085 \\u007f \\u202e \\u2028 \\ufeff \\udb40\\udc41 \\ud800 é 😀 \\"\\\\"',
        )
        .join(':')}}\n`,
    )
    expect(jsonDocument({ a: ['\u009b'] })).toBe('{\n  "a": [\n    "\\u009b"\n  ]\n}\n')
    expect(safeJson('{\r\n\t"a": "\u009b"}')).toBe('{\r\n\t"a": "\\u009b"}')
  })

  it('keeps every value as it is', () => {
    const texts = fc.string({
      unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    })
    fc.assert(
      fc.property(fc.jsonValue(), texts, (value, text) => {
        const json = JSON.stringify([value, text, { [text]: text }])
        for (const safe of [safeJson(json), safeJson(indentJson(json))]) {
          expect(JSON.parse(safe)).toEqual(JSON.parse(json))
          const acting = [...safe].filter(
            (character) => isUnsafe(character.codePointAt(0) ?? 0) && character !== '\r',
          )
          expect(acting).toEqual([])
        }
      }),
      { numRuns: runs(60) },
    )
  })
})
