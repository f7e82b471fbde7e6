import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makeIcon } from '../../../../src/cli/init/adopt/icon.js'

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

  it('is no banner and no speck: then a tile is drawn', async () => {
    const files = new Map<string, Uint8Array>([
      ['banner.png', await picture(600, 100)],
      ['speck.png', await picture(16, 16)],
      ['broken.png', Buffer.from('not a picture')],
    ])
    const { bytes, from } = await makeIcon(files, [], null)
    expect(from).toBeNull()
    expect(await coloursOf(bytes)).toEqual({ corner: [59, 91, 219], middle: [255, 255, 255] })
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
