import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readFastPng } from '../../../../src/check/facts/picture/fast.js'
import { decodePicture } from '../../../../src/check/facts/picture/read.js'
import { runs } from '../../../support/vitest/runs.js'

describe('2.2 an ordinary PNG is read without the library', () => {
  it('and read as the library reads it', async () => {
    for (const channels of [3, 4] as const)
      for (const alpha of [255, 254]) {
        const png = await drawn(40, 24, channels, alpha)
        expect(readFastPng(png)).toEqual({
          format: 'png',
          width: 40,
          height: 24,
          damaged: false,
          opaque: channels === 3 || alpha === 255,
        })
        expect(readFastPng(png)).toEqual(await decodePicture(png))
      }
  })

  it('with any filters of its rows', async () => {
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
          const read = readFastPng(png)
          if (read !== null) expect(read).toEqual(await decodePicture(png))
          else expect(rows.some(([filter]) => filter === 5)).toBe(true)
        },
      ),
      { numRuns: runs(60) },
    )
  })

  it('and never accepts a picture in which the library finds something odd', async () => {
    const whole = await drawn(8, 8, 4, 255)
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.boolean(),
        async (at, change, isFixed) => {
          const png = Buffer.from(whole)
          png[at] = (png[at] ?? 0) ^ change
          if (isFixed) fixChecksums(png)
          const read = readFastPng(png)
          if (read !== null) expect(read).toEqual(await decodePicture(png))
        },
      ),
      { numRuns: runs(300) },
    )
  })

  it('of every colour type and depth, interlaced or not, with and without a transparent colour', async () => {
    await fc.assert(
      fc.asyncProperty(anyPng, async (png) => {
        const read = readFastPng(png)
        expect(read).not.toBeNull()
        expect(read).toEqual(await decodePicture(png))
      }),
      { numRuns: runs(400) },
    )
  })

  it('so do those that are opaque but for one pixel, or altogether', async () => {
    const picture = await sharp({
      create: { width: 61, height: 47, channels: 4, background: { r: 9, g: 120, b: 30, alpha: 1 } },
    })
      .raw()
      .toBuffer()
    const pierced = Buffer.from(picture)
    pierced[(46 * 61 + 60) * 4 + 3] = 254
    for (const raw of [picture, pierced])
      for (const options of [{}, { progressive: true }, { palette: true }, { adaptiveFiltering: true }])
        for (const grey of [false, true]) {
          const drawing = sharp(raw, { raw: { width: 61, height: 47, channels: 4 } })
          const png = await (grey ? drawing.toColourspace('b-w') : drawing).png(options).toBuffer()
          const read = readFastPng(png)
          expect(read).toEqual(await decodePicture(png))
          expect(read).toMatchObject({ width: 61, height: 47, damaged: false, opaque: raw === picture })
        }
  })

  it('with any chunks that programs write beside the pixels', async () => {
    const whole = await drawn(8, 8, 4, 255)
    const beside = (type: string, data: string): Buffer => {
      const end = type === 'eXIf' ? whole.length - 12 : 33
      return Buffer.concat([
        whole.subarray(0, end),
        chunk(type, Buffer.from(data, 'latin1')),
        whole.subarray(end),
      ])
    }
    for (const png of [
      ...[beside('tEXt', 'Software\0Paint'), beside('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0<x/>')],
      ...[beside('iCCP', 'p\0\0nonsense'), beside('gAMA', '\0\0\u00b1\u008f'), beside('tIME', 'odd')],
      ...[beside('eXIf', 'MM\0*'), beside('acTL', '\0\0\0\u0001\0\0\0\0'), beside('caBX', 'signed')],
    ]) {
      expect(readFastPng(png)).toMatchObject({ damaged: false, opaque: true })
      expect(readFastPng(png)).toEqual(await decodePicture(png))
    }
    for (const png of [beside('ABCD', 'x'), beside('abcd', 'x'), beside('tRNS', 'x'), beside('PLTE', 'xx')])
      expect(readFastPng(png)).toBeNull()
  })

  it('all else is left to the library', async () => {
    const whole = await drawn(8, 8, 3, 255)
    const jpeg = await sharp(whole).jpeg().toBuffer()
    const short = pngOf(2, 2, 2, Buffer.alloc(13))
    const long = pngOf(2, 2, 2, Buffer.alloc(15))
    for (const png of [
      jpeg,
      short,
      long,
      whole.subarray(0, -1),
      Buffer.concat([whole, Buffer.of(0)]),
      Buffer.alloc(0),
    ])
      expect(readFastPng(png)).toBeNull()
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

const SAMPLES = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const
const kinds = (
  [
    ...[1, 2, 4, 8, 16].map((depth) => [0, depth] as const),
    ...[1, 2, 4, 8].map((depth) => [3, depth] as const),
    ...([2, 4, 6] as const).flatMap((colour) => [8, 16].map((depth) => [colour, depth] as const)),
  ] as const
).map(([colour, depth]) => ({ colour, depth }))

/** A PNG of few pixels with random filters and bytes, half of these 255, so that some are opaque. */
const anyPng: fc.Arbitrary<Buffer> = fc
  .record({
    kind: fc.constantFrom(...kinds),
    width: fc.integer({ min: 1, max: 19 }),
    height: fc.integer({ min: 1, max: 11 }),
    interlaced: fc.boolean(),
    keyed: fc.boolean(),
    bytes: fc.infiniteStream(fc.oneof(fc.constant(0), fc.constant(255), fc.integer({ min: 0, max: 255 }))),
    filters: fc.infiniteStream(fc.integer({ min: 0, max: 4 })),
  })
  .map(({ kind: { colour, depth }, width, height, interlaced, keyed, bytes, filters }) => {
    const next = (): number => bytes.next().value ?? 0
    const passes = interlaced ? adam7(width, height) : [[width, height] as const]
    const rows = passes.flatMap(([across, down]) =>
      Array.from({ length: down }, () => {
        const length = Math.ceil((across * SAMPLES[colour] * depth) / 8)
        // A filter would make numbers of no colour from those of a palette.
        const filter = colour === 3 ? 0 : (filters.next().value ?? 0)
        return Buffer.of(filter, ...Array.from({ length }, next))
      }),
    )
    const head = Buffer.alloc(13)
    head.writeUInt32BE(width, 0)
    head.writeUInt32BE(height, 4)
    head.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8)
    const palette = Buffer.from(Array.from({ length: 3 * 2 ** Math.min(depth, 8) }, next))
    const key = Buffer.alloc(colour === 0 ? 2 : 6)
    for (let at = 0; at < key.length; at += 2) key.writeUInt16BE(next() % 2 ** depth, at)
    const transparency = colour === 3 ? Buffer.of(255, next()) : key
    return Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', head),
      ...(colour === 3 ? [chunk('PLTE', palette)] : []),
      ...(keyed && colour < 4 ? [chunk('tRNS', transparency)] : []),
      chunk('IDAT', deflateSync(Buffer.concat(rows))),
      chunk('IEND', Buffer.alloc(0)),
    ])
  })

/** The passes of an interlaced picture: across, down; none that are empty. */
const adam7 = (width: number, height: number): readonly (readonly [number, number])[] => {
  const count = (side: number, from: number, step: number): number =>
    Math.max(0, Math.ceil((side - from) / step))
  return [
    ...[[0, 8, 0, 8] as const, [4, 8, 0, 8] as const, [0, 4, 4, 8] as const, [2, 4, 0, 4] as const],
    ...[[0, 2, 2, 4] as const, [1, 2, 0, 2] as const, [0, 1, 1, 2] as const],
  ]
    .map(([left, right, top, bottom]) => [count(width, left, right), count(height, top, bottom)] as const)
    .filter(([across, down]) => across > 0 && down > 0)
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
const fixChecksums = (png: Buffer): void => {
  for (let at = 8; at + 12 <= png.length; ) {
    const end = at + 12 + png.readUInt32BE(at)
    if (end > png.length) return
    png.writeUInt32BE(crc32(png.subarray(at + 4, end - 4)), end - 4)
    at = end
  }
}
