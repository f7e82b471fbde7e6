import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makeIcon } from '../../src/adopt/icon.js'

const picture = (width: number, height: number, alpha = 1): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: { r: 10, g: 200, b: 30, alpha } } })
    .png()
    .toBuffer()

/** The colours of an icon at its corner and in its middle. */
const coloursOf = async (bytes: Uint8Array) => {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 512, height: 512, channels: 3 })
  const at = (x: number, y: number): readonly number[] => [
    ...data.subarray((y * 512 + x) * 3, (y * 512 + x) * 3 + 3),
  ]
  return { corner: at(0, 0), middle: at(256, 256) }
}

describe('2.2: the icon', () => {
  it('is the largest that the page names, before a larger picture that it does not', async () => {
    const files = new Map([
      ['sky.png', await picture(400, 400)],
      ['i/small.png', await picture(64, 64)],
      ['i/large.png', await picture(160, 160)],
    ])
    expect((await makeIcon(files, ['i/small.png', 'i/large.png'], null)).from).toBe('i/large.png')
    expect((await makeIcon(files, ['i/small.png'], null)).from).toBe('sky.png')
  })

  it.each(['icon_256.png', 'img/icon512.png', 'icon-192.png', 'app_icon.png', 'favicon.png', 'logo2.png'])(
    'is a picture that is called %s, before a larger one',
    async (path) => {
      const files = new Map([
        ['textures/collision.png', await picture(400, 400)],
        ['icons.png', await picture(300, 300)],
        ['iconography.png', await picture(300, 300)],
        [path, await picture(160, 160)],
      ])
      expect((await makeIcon(files, [], null)).from).toBe(path)
    },
  )

  it('is neither a banner nor a speck: then a tile is drawn', async () => {
    const files = new Map<string, Uint8Array>([
      ['banner.png', await picture(600, 100)],
      ['speck.png', await picture(16, 16)],
      ['broken.png', Buffer.from('not a picture')],
    ])
    const { bytes, from } = await makeIcon(files, [], null)
    expect(from).toBeNull()
    expect(await coloursOf(bytes)).toEqual({ corner: [59, 91, 219], middle: [255, 255, 255] })
  })

  it('is the largest picture of a favicon, where there is no other', async () => {
    const entry = (side: number, bytes: Uint8Array, at: number): Buffer => {
      const buffer = Buffer.alloc(16)
      buffer.writeUInt8(side % 256, 0)
      buffer.writeUInt32LE(bytes.length, 8)
      buffer.writeUInt32LE(at, 12)
      return buffer
    }
    const ico = (...pictures: readonly (readonly [number, Uint8Array])[]): Buffer => {
      let at = 6 + 16 * pictures.length
      const entries = pictures.map(([side, bytes]) => {
        at += bytes.length
        return entry(side, bytes, at - bytes.length)
      })
      return Buffer.concat([
        Buffer.from([0, 0, 1, 0, pictures.length, 0]),
        ...entries,
        ...pictures.map(([, bytes]) => bytes),
      ])
    }
    /** Its lower half red, its upper half green. */
    const bitmap = (bits: 24 | 32): Buffer => {
      const header = Buffer.alloc(40)
      header.writeUInt32LE(40, 0)
      header.writeInt32LE(32, 4)
      header.writeInt32LE(64, 8)
      header.writeUInt16LE(bits, 14)
      const pixel = (blue: number, green: number, red: number): Buffer =>
        Buffer.from(bits === 32 ? [blue, green, red, 255] : [blue, green, red])
      const half = (one: Buffer): Buffer => Buffer.concat(Array<Buffer>(32 * 16).fill(one))
      return Buffer.concat([header, half(pixel(0, 0, 200)), half(pixel(0, 200, 0)), Buffer.alloc(4 * 32)])
    }
    for (const bits of [24, 32] as const) {
      const files = new Map([['favicon.ico', ico([16, Buffer.from('x')], [32, bitmap(bits)])]])
      const { bytes, from } = await makeIcon(files, [], null)
      expect(from).toBe('favicon.ico')
      const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
      const at = (y: number): readonly number[] => [
        ...data.subarray((y * 512 + 256) * 3, (y * 512 + 256) * 3 + 3),
      ]
      expect([at(100), at(400)]).toEqual([
        [0, 200, 0],
        [200, 0, 0],
      ])
    }
    const png = await picture(64, 64)
    const both = new Map([['favicon.ico', ico([32, bitmap(32)], [64, png])]])
    expect((await coloursOf((await makeIcon(both, [], null)).bytes)).middle).toEqual([10, 200, 30])
    for (const broken of [
      ico([32, bitmap(32).subarray(0, 500)]),
      Buffer.from([0, 0, 1, 0, 9, 0]),
      Buffer.from('x'),
    ])
      expect((await makeIcon(new Map([['favicon.ico', broken]]), [], null)).from).toBeNull()
  })

  it('fills the square where it is opaque and square, else stands in the middle on an opaque colour', async () => {
    const icon = async (bytes: Uint8Array, background: string | null) =>
      coloursOf((await makeIcon(new Map([['a.png', bytes]]), [], background)).bytes)
    expect(await icon(await picture(200, 200), '#ff0000')).toEqual({
      corner: [10, 200, 30],
      middle: [10, 200, 30],
    })
    expect(await icon(await picture(220, 200), '#ff0000')).toEqual({
      corner: [255, 0, 0],
      middle: [10, 200, 30],
    })
    expect((await icon(await picture(200, 200, 0.5), 'no-colour')).corner).toEqual([255, 255, 255])
  })
})
