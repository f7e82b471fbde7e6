import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createReader,
  createWriter,
  NotKept,
  readValue,
  writeValue,
} from '../../src/shim/parts/clone-bytes.js'

const unread = (): never => {
  throw new Error('There is no Blob here.')
}

const again = (value: unknown, bytesOf: (blob: Blob) => Uint8Array = unread): unknown => {
  const writer = createWriter(1_000_000)
  writeValue(writer, value, bytesOf)
  const bytes = writer.taken()
  const reader = createReader(bytes)
  const read = readValue(reader)
  expect(reader.at()).toBe(bytes.length)
  return read
}

describe('values as bytes', () => {
  it('are the same again, of every type', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withTypedArray: true,
          withSparseArray: true,
          withUnicodeString: true,
          maxDepth: 3,
          maxKeys: 4,
        }),
        (value) => {
          expect(again(structuredClone(value))).toEqual(structuredClone(value))
        },
      ),
      { numRuns: 40 },
    )
  })

  it.each([
    [-0],
    [Number.NaN],
    [Number.MAX_SAFE_INTEGER],
    [-1e300],
    ['\ud800'],
    ['\ufeffa'],
    [/a[/]b/gi],
    [new Date(Number.NaN)],
    [new Uint8Array([1, 2, 3]).buffer],
    [new DataView(new Uint8Array([1, 2, 3]).buffer, 1)],
    [{ ['__proto__']: 1 }],
  ])('are the same again: %s', (value) => {
    expect(again(value)).toEqual(value)
    expect(Object.is(again(-0), -0)).toBe(true)
  })

  it('are the same object in two places, and in themselves', () => {
    const shared = { name: 'Ada' }
    const value: Record<string, unknown> = { first: shared, second: [shared], map: new Map([[shared, 1]]) }
    value['self'] = value
    const read = again(value) as { first: object; second: object[]; map: Map<object, number>; self: unknown }
    expect(read.second[0]).toBe(read.first)
    expect(read.map.get(read.first)).toBe(1)
    expect(read.self).toBe(read)
  })

  it('are Blobs and files', async () => {
    const blob = again(new Blob(['unread'], { type: 'text/plain' }), () => new TextEncoder().encode('hello'))
    expect(blob).toBeInstanceOf(Blob)
    expect([(blob as Blob).type, await (blob as Blob).text()]).toEqual(['text/plain', 'hello'])
  })

  it('are as few bytes as they need', () => {
    const writer = createWriter(100)
    writeValue(writer, { score: 12, at: [1, 2] }, unread)
    expect(writer.taken().length).toBeLessThan(36)
  })

  it('are refused where they are too many, or of a kind that is not known', () => {
    expect(() => writeValue(createWriter(10), 'more than ten', unread)).toThrow(NotKept)
    expect(() => writeValue(createWriter(10), new WeakMap(), unread)).toThrow(NotKept)
    expect(() => readValue(createReader(new Uint8Array([6, 200])))).toThrow(RangeError)
    expect(() => readValue(createReader(new Uint8Array([99])))).toThrow(RangeError)
  })
})
