import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64Body } from '../../../src/publish/media/base64-body.js'
import { anyText } from '../../support/cases/any-text.js'

const collect = async (parts: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = []
  for await (const part of parts) all.push(Buffer.from(part))
  return Buffer.concat(all)
}

describe('API 2.3: the body of an upload, encoded while it is sent', () => {
  it('matches a naive encoder byte for byte, for any parts and each time it is opened', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 20 })),
        fc.dictionary(anyText, anyText, {
          minKeys: 1,
          maxKeys: 3,
        }),
        async (parts, given) => {
          const fields = { filename: 'x', ...given }
          const whole = Buffer.concat(parts)
          const body = base64Body(
            fields,
            {
              size: whole.byteLength,
              open: async function* () {
                yield* parts
              },
            },
            () => {},
          )
          const naive = Buffer.from(
            `${JSON.stringify(fields).slice(0, -1)},"data_base64":"${whole.toString('base64')}"}`,
          )
          expect(await collect(body.open())).toEqual(naive)
          expect(await collect(body.open())).toEqual(naive)
          expect(body.byteLength).toBe(naive.byteLength)
        },
      ),
    )
  })

  it('also matches for parts larger than the encoding buffer', async () => {
    const whole = Buffer.from(Array.from({ length: 300_001 }, (_, index) => (index * 2_654_435_761) >>> 24))
    for (const size of [1, 2, 3].map((more) => 100_000 + more)) {
      const body = base64Body(
        { filename: 'x' },
        {
          size: whole.byteLength,
          open: async function* () {
            for (let at = 0; at < whole.byteLength; at += size) yield whole.subarray(at, at + size)
          },
        },
        () => {},
      )
      const sent = await collect(body.open())
      expect(sent.equals(Buffer.from(`{"filename":"x","data_base64":"${whole.toString('base64')}"}`))).toBe(
        true,
      )
    }
  })

  it('reports its progress', async () => {
    const sent: number[] = []
    const body = base64Body(
      { filename: 'x' },
      {
        size: 7,
        open: async function* () {
          yield Buffer.alloc(4)
          yield Buffer.alloc(3)
        },
      },
      (bytes) => sent.push(bytes),
    )
    await collect(body.open())
    expect(sent).toEqual([4, 7])
  })
})
