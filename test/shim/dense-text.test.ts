import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STORAGE_VALUE_MAX_CHARACTERS } from '../../src/platform/storage-limits.js'
import { bytesIn, bytesOfText, charactersFor, textOfBytes } from '../../src/shim/parts/dense-text.js'

describe('bytes as text', () => {
  it('are the same again, with at most one byte of zero more', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const read = bytesOfText(textOfBytes(bytes))
        expect([...read.slice(0, bytes.length)]).toEqual([...bytes])
        expect([...read.slice(bytes.length)]).toEqual(read.length > bytes.length ? [0] : [])
      }),
    )
  })

  it('have characters that no store changes: no surrogates, no control characters, the same normalized', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const text = textOfBytes(bytes)
        expect(text).toMatch(/^[\u3400-\u9fff\uac00-\ud7a3]*$/)
        expect(text.normalize('NFC')).toBe(text)
        expect(text.normalize('NFKC')).toBe(text)
        expect(text).toHaveLength(charactersFor(bytes.length))
      }),
    )
  })

  it('8.2: fill a value of the store', () => {
    const most = bytesIn(STORAGE_VALUE_MAX_CHARACTERS)
    expect(most).toBe(7_680)
    expect(textOfBytes(new Uint8Array(most).fill(255))).toHaveLength(STORAGE_VALUE_MAX_CHARACTERS)
  })
})
