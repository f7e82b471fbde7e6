import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Bundle } from '../../src/bundle/bundle.js'
import { sourceLines } from '../../src/check/report/source-lines.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { runs } from '../support/vitest/runs.js'

/** A bundle that reads only as much of a file as requested, and records the requested lengths. */
const sparing = (
  text: string,
): { readonly bundle: Bundle; readonly requestedLengths: (number | undefined)[] } => {
  const bytes = Buffer.from(text)
  const requestedLengths: (number | undefined)[] = []
  const read: Bundle['read'] = async (_path, needed) => {
    requestedLengths.push(needed)
    return bytes.subarray(0, needed)
  }
  return { bundle: { ...memoryBundle({ 'a.js': bytes }), read }, requestedLengths }
}

const START = 16_384

describe('the lines of a file that a report shows', () => {
  it('are those of the whole file, even if only a part of it is read', async () => {
    const line = fc.oneof(
      fc.constantFrom('', 'a', 'é'),
      fc.nat(2 * START).map((length) => 'x'.repeat(length)),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 14 }), { maxLength: 6 }),
        async (lines, numbers) => {
          const text = lines.flat().join('')
          // A line feed after a carriage return of the line before it is one line end with it.
          const whole = text === '' ? [] : text.split(/\r\n?|\n/)
          const lineOf = sourceLines(sparing(text).bundle)
          for (const number of numbers) expect(await lineOf('a.js', number)).toBe(whole[number - 1] ?? null)
        },
      ),
      { numRuns: runs(200) },
    )
  })

  it('are read from the start of the file alone where that is enough, and once', async () => {
    const { bundle, requestedLengths } = sparing(`${'short\n'.repeat(10)}${'x'.repeat(START)}\nlast`)
    const lineOf = sourceLines(bundle)
    expect([await lineOf('a.js', 1), await lineOf('a.js', 10)]).toEqual(['short', 'short'])
    expect(requestedLengths).toEqual([START])
    expect([await lineOf('a.js', 12), await lineOf('a.js', 2)]).toEqual(['last', 'short'])
    expect(requestedLengths).toEqual([START, undefined])
  })
})
