import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { decodePicture } from '../../../src/check/facts/picture.js'
import { readPlainPng } from '../../../src/check/facts/plain-png.js'

describe('2.2 an ordinary PNG is read without the library', () => {
  it('and read as the library reads it', async () => {
    for (const channels of [3, 4] as const)
      for (const alpha of [255, 254]) {
        const png = await drawn(40, 24, channels, alpha)
        expect(readPlainPng(png)).toEqual({
          format: 'png',
          width: 40,
          height: 24,
          damaged: false,
          opaque: channels === 3 || alpha === 255,
        })
        expect(readPlainPng(png)).toEqual(await decodePicture(png))
      }
  })

  it('whatever filter its rows have', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.uint8Array({ minLength: 12, maxLength: 12 })), {
          minLength: 1,
          maxLength: 5,
        }),
        async (rows) => {
          const png = pngOf(
            3,
            rows.length,
            6,
            Buffer.concat(rows.map(([filter, bytes]) => Buffer.of(filter, ...bytes))),
          )
          const read = readPlainPng(png)
          if (read !== null) expect(read).toEqual(await decodePicture(png))
          else expect(rows.some(([filter]) => filter === 5)).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('and whatever the library finds odd in one is never taken for whole', async () => {
    const whole = await drawn(8, 8, 4, 255)
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.boolean(),
        async (at, change, mend) => {
          const png = Buffer.from(whole)
          png[at] = (png[at] ?? 0) ^ change
          if (mend) mendChecksums(png)
          const read = readPlainPng(png)
          if (read !== null) expect(read).toEqual(await decodePicture(png))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('all else is left to the library', async () => {
    const whole = await drawn(8, 8, 3, 255)
    const palette = await sharp(whole).png({ palette: true }).toBuffer()
    const short = pngOf(2, 2, 2, Buffer.alloc(13))
    const long = pngOf(2, 2, 2, Buffer.alloc(15))
    for (const png of [
      palette,
      short,
      long,
      whole.subarray(0, -1),
      Buffer.concat([whole, Buffer.of(0)]),
      Buffer.alloc(0),
    ])
      expect(readPlainPng(png)).toBeNull()
  })
})

const drawn = (width: number, height: number, channels: 3 | 4, alpha: number): Promise<Buffer> => {
  const raw = Buffer.from(
    Array.from({ length: width * height * channels }, (_, i) =>
      i % channels === 3 ? (i === 3 ? alpha : 255) : (i * 7) & 255,
    ),
  )
  return sharp(raw, { raw: { width, height, channels } }).png().toBuffer()
}

/** A PNG of these filtered rows, right in everything else. */
const pngOf = (width: number, height: number, colour: number, rows: Buffer): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, colour, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const chunk = (type: string, data: Buffer): Buffer => {
  const bytes = Buffer.alloc(data.length + 12)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(data, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4)
  return bytes
}

/** Gives every chunk that can still be told the checksum of what it holds. */
const mendChecksums = (png: Buffer): void => {
  for (let at = 8; at + 12 <= png.length; ) {
    const end = at + 12 + png.readUInt32BE(at)
    if (end > png.length) return
    png.writeUInt32BE(crc32(png.subarray(at + 4, end - 4)), end - 4)
    at = end
  }
}
