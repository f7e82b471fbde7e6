import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { optimizePng } from '../../src/pack/optimize-png.js'

const SIZE = 64

/** A picture of few or many colours, with transparent pixels that still have a colour. */
const pixels = (colours: number): Buffer => {
  const raw = Buffer.alloc(SIZE * SIZE * 4)
  for (let index = 0; index < SIZE * SIZE; index += 1) {
    const colour = (index * 7 + (index >> 6)) % colours
    raw.set([colour & 255, (colour * 3) & 255, colour >> 4, colour % 3 === 0 ? 0 : 255], index * 4)
  }
  return raw
}

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A PNG as a careless program writes it: nothing filtered, hardly compressed. */
const png = (raw: Buffer, extra: Buffer[] = []): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIZE, 0)
  header.writeUInt32BE(SIZE, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const rows = Array.from({ length: SIZE }, (_, row) =>
    Buffer.concat([Buffer.from([0]), raw.subarray(row * SIZE * 4, (row + 1) * SIZE * 4)]),
  )
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const decode = (bytes: Uint8Array): Promise<Buffer> => sharp(bytes).ensureAlpha().raw().toBuffer()

describe('optimizePng', () => {
  it.each([2, 40, 1_000])('keeps every pixel of a picture of %i colours, in fewer bytes', async (colours) => {
    const raw = pixels(colours)
    const before = png(raw)
    const after = await optimizePng(before)
    expect(after?.length).toBeLessThan(before.length)
    expect(await decode(after ?? before)).toEqual(raw)
    expect(await optimizePng(before)).toEqual(after)
  })

  it.each([2, 40, 1_000])(
    'finds nothing more to save in what it made of %i colours, or makes it smaller still',
    async (colours) => {
      const once = (await optimizePng(png(pixels(colours)))) ?? Buffer.alloc(0)
      const twice = await optimizePng(once)
      expect(twice?.length ?? 0).toBeLessThan(once.length)
    },
  )

  it('keeps what is written into a picture', async () => {
    const text = chunk('tEXt', Buffer.from('Copyright\0Ada'))
    const after = await optimizePng(png(pixels(40), [text]))
    expect(Buffer.from(after ?? []).includes(text)).toBe(true)
  })

  it.each(['acTL', 'iCCP', 'gAMA', 'cHRM', 'eXIf', 'iTXt', 'sBIT', 'abCd'])(
    'leaves a picture with %s alone',
    async (type) => {
      expect(await optimizePng(png(pixels(40), [chunk(type, Buffer.alloc(8))]))).toBeNull()
    },
  )

  it('leaves alone what is damaged, has 16 bits a channel, has bytes after its end, or is not a PNG', async () => {
    const good = png(pixels(40))
    expect(await optimizePng(Buffer.concat([good, Buffer.from('more')]))).toBeNull()
    expect(await optimizePng(good.subarray(0, 200))).toBeNull()
    const damaged = Buffer.from(good)
    damaged.fill(255, 60, 90)
    expect(await optimizePng(damaged)).toBeNull()
    expect(await optimizePng(Buffer.from('GIF89a'))).toBeNull()
    const deep = await sharp(pixels(40), { raw: { width: SIZE, height: SIZE, channels: 4 } })
      .toColourspace('rgb16')
      .png({ compressionLevel: 0 })
      .toBuffer()
    expect(await optimizePng(deep)).toBeNull()
  })
})
