import { Readable } from 'node:stream'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFileForm } from '../../../src/service/http/multipart.js'

/** The bytes of a form, in pieces of this size. */
function* pieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size)
}

/** A form as a browser writes it. */
const formOf = async (fields: readonly (readonly [string, string | Uint8Array])[]) => {
  const form = new FormData()
  for (const [name, value] of fields)
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value)]), 'file')
  const answer = new Response(form)
  return { type: answer.headers.get('content-type') ?? '', bytes: new Uint8Array(await answer.arrayBuffer()) }
}

const read = (bytes: Uint8Array, size: number, type: string | undefined) =>
  readFileForm(Readable.from(pieces(bytes, size)), type, 'zip', 100)

const bytesOf = async (file: AsyncIterable<Uint8Array>) => {
  const bytes: number[] = []
  for await (const piece of file) bytes.push(...piece)
  return bytes
}

const readAll = async (bytes: Uint8Array, size: number, type: string) => {
  const form = await read(bytes, size, type)
  if (form === null) throw new Error(`${type} was not taken.`)
  return { fields: [...form.fields], file: form.file === null ? null : await bytesOf(form.file) }
}

describe('a form with a file', () => {
  it('is read as it was written, however it arrives', async () => {
    const text = fc.constantFrom('', 'yes', '--', 'a "b"', 'é')
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.constantFrom('\r\n', '\r', '\r\n--', '--', '\n\r\n').map((bytes) => Buffer.from(bytes)),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(fc.constantFrom('ticket', 'a b', 'c'), text), { selector: ([name]) => name }),
        fc.option(content),
        fc.integer({ min: 1, max: 40 }),
        async (fields, file, size) => {
          const { type, bytes } = await formOf(file === null ? fields : [...fields, ['zip', file]])
          // A form without any field is empty.
          if (fields.length === 0 && file === null) return
          expect(await readAll(bytes, size, type)).toEqual({ fields, file: file === null ? null : [...file] })
        },
      ),
    )
  })

  it('gives a file of any size as it arrives, and waits for its reader', async () => {
    const { type, bytes } = await formOf([
      ['ticket', 'yes'],
      ['zip', Buffer.alloc(2_000_000, 'x')],
    ])
    let sent = 0
    const source = Readable.from(
      (function* () {
        for (const piece of pieces(bytes, 10_000)) {
          sent += piece.byteLength
          yield piece
        }
      })(),
      { objectMode: false },
    )
    const form = await readFileForm(source, type, 'zip', 100)
    let received = 0
    for await (const piece of form?.file ?? []) {
      received += piece.byteLength
      await new Promise((resolve) => setImmediate(resolve))
      expect(sent - received).toBeLessThan(500_000)
    }
    expect(received).toBe(2_000_000)
  })

  it('ignores what comes after the file', async () => {
    const { type, bytes } = await formOf([
      ['zip', Buffer.from('zip')],
      ['ticket', 'late'],
      ['zip', Buffer.from('second')],
    ])
    expect(await readAll(bytes, 50, type)).toEqual({ fields: [], file: [...Buffer.from('zip')] })
    expect(await readAll(bytes, 5_000, type)).toEqual({ fields: [], file: [...Buffer.from('zip')] })
  })

  it('refuses one with a field that is too long', async () => {
    const { type, bytes } = await formOf([['ticket', 'x'.repeat(101)]])
    await expect(read(bytes, 100, type)).rejects.toMatchObject({
      message: 'A field is too long.',
      status: 400,
    })
  })

  it('refuses one that ends early, has endless headers, or is something else', async () => {
    const early = { message: 'The form ends too early.', status: 400 }
    const { type, bytes } = await formOf([['zip', Buffer.from('text')]])
    for (let size = 0; size < bytes.byteLength - 4; size += 7)
      await expect(readAll(bytes.subarray(0, size), 9, type)).rejects.toMatchObject(early)
    const endless = Buffer.from(`--b\r\n${'x'.repeat(20_000)}`)
    await expect(read(endless, 1_000, 'multipart/form-data; boundary=b')).rejects.toMatchObject(early)
    for (const other of [
      undefined,
      '',
      'application/json',
      'multipart/form-data',
      'multipart/form-data; charset=utf-8',
      'multipart/mixed; boundary=b',
    ])
      expect(await read(bytes, 9, other)).toBeNull()
  })

  it('refuses one whose sender goes away, whether its file is read or not', async () => {
    const { type, bytes } = await formOf([['zip', Buffer.alloc(200_000)]])
    const source = new Readable({ read() {} })
    source.push(bytes.subarray(0, 1_000))
    const form = await readFileForm(source, type, 'zip', 100)
    source.destroy(new Error('aborted'))
    await new Promise((resolve) => source.on('close', resolve))
    await expect(bytesOf(form?.file ?? Readable.from([]))).rejects.toMatchObject({
      message: 'The form ends too early.',
      status: 400,
    })
  })
})
