import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MultipartReader } from '../../../src/service/http/multipart.js'

/** The bytes of a form, in pieces of this size. */
async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size)
}

/** A form as a browser writes it. */
const formOf = async (fields: readonly (readonly [string, Uint8Array])[]) => {
  const form = new FormData()
  for (const [name, bytes] of fields) form.append(name, new Blob([new Uint8Array(bytes)]), 'file')
  const answer = new Response(form)
  return { type: answer.headers.get('content-type') ?? '', bytes: new Uint8Array(await answer.arrayBuffer()) }
}

const readAll = async (reader: MultipartReader) => {
  const parts: [string, number[]][] = []
  for (let name = await reader.next(); name !== null; name = await reader.next()) {
    const bytes: number[] = []
    for await (const piece of reader.body()) bytes.push(...piece)
    parts.push([name, bytes])
  }
  return parts
}

const opened = (bytes: Uint8Array, size: number, type: string): MultipartReader => {
  const reader = MultipartReader.open(pieces(bytes, size), type)
  if (reader === null) throw new Error(`${type} was not taken.`)
  return reader
}

describe('a form of several parts', () => {
  it('is read as it was written, however it arrives', async () => {
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.constantFrom('\r\n', '\r', '\r\n--', '--', '\n\r\n').map((text) => Buffer.from(text)),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('ticket', 'zip', 'a b'), content), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 40 }),
        async (fields, size) => {
          const { type, bytes } = await formOf(fields)
          const parts = await readAll(opened(bytes, size, type))
          expect(parts).toEqual(fields.map(([name, part]) => [name, [...part]]))
        },
      ),
    )
  })

  it('skips what nobody reads, and bounds a text', async () => {
    const { type, bytes } = await formOf([
      ['one', Buffer.alloc(5_000, 'x')],
      ['two', Buffer.from('yes')],
    ])
    const reader = opened(bytes, 100, type)
    expect(await reader.next()).toBe('one')
    expect(await reader.next()).toBe('two')
    expect(await reader.text(3)).toBe('yes')
    expect(await reader.next()).toBeNull()
    const again = opened(bytes, 100, type)
    await again.next()
    await expect(again.text(100)).rejects.toThrow('A field is too long.')
  })

  it('refuses one that ends early, has endless headers, or is something else', async () => {
    const { type, bytes } = await formOf([['one', Buffer.from('text')]])
    for (let size = 0; size < bytes.byteLength - 4; size += 7)
      await expect(readAll(opened(bytes.subarray(0, size), 9, type))).rejects.toThrow(
        'The form ends too early.',
      )
    const endless = Buffer.from(`--b\r\n${'x'.repeat(20_000)}`)
    const reader = opened(endless, 1_000, 'multipart/form-data; boundary=b')
    await expect(reader.next()).rejects.toThrow('The headers are too long.')
    for (const other of [
      undefined,
      '',
      'application/json',
      'multipart/form-data',
      'multipart/mixed; boundary=b',
    ])
      expect(MultipartReader.open(pieces(bytes, 9), other)).toBeNull()
  })
})
