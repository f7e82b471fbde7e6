import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { redrawForPick, redrawForShare } from '../../src/media/pictures.js'

const withLocation = () => readFile(new URL('../../fixtures/media/gps.jpg', import.meta.url))
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } } })
/** Pixels that do not compress, so that a PNG of them is as large as they are. */
const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 80 },
    },
  })
const metadataOf = async (bytes: Uint8Array) => {
  const { exif, xmp, iptc, icc, orientation, comments } = await sharp(bytes).metadata()
  return { exif, xmp, iptc, icc, orientation, comments }
}
const NOTHING = {
  exif: undefined,
  xmp: undefined,
  iptc: undefined,
  icc: undefined,
  orientation: undefined,
  comments: undefined,
}

describe('4.5: a picked picture', () => {
  it('4.5: is drawn upright, as a JPEG, with nothing of the metadata left', async () => {
    const original = await withLocation()
    expect(original.includes('SecretCam')).toBe(true)
    expect((await sharp(original).metadata()).orientation).toBe(6)
    const outcome = await redrawForPick(original, 2048)
    if (!outcome.ok) throw new Error(outcome.fault)
    expect(outcome.picture).toMatchObject({ type: 'image/jpeg', width: 200, height: 320 })
    expect(await metadataOf(outcome.picture.bytes)).toEqual(NOTHING)
    for (const secret of ['Secret', '2021:05:06', 'GPS'])
      expect(Buffer.from(outcome.picture.bytes).includes(secret)).toBe(false)
  })

  it('4.5: is scaled down to max_size on its longer side, never up', async () => {
    const picture = await plain(300, 100).png().toBuffer()
    expect(await redrawForPick(picture, 150)).toMatchObject({ ok: true, picture: { width: 150, height: 50 } })
    expect(await redrawForPick(picture, 4096)).toMatchObject({
      ok: true,
      picture: { width: 300, height: 100 },
    })
  })

  it('4.5: a PNG stays PNG with its transparency', async () => {
    const outcome = await redrawForPick(await plain(100, 100).png().toBuffer(), 2048)
    if (!outcome.ok) throw new Error(outcome.fault)
    expect(outcome.picture.type).toBe('image/png')
    const { data } = await sharp(outcome.picture.bytes).raw().toBuffer({ resolveWithObject: true })
    expect([...data.subarray(0, 4)]).toEqual([255, 0, 0, 128])
  })

  it('4.5: everything else becomes JPEG on white', async () => {
    for (const picture of [plain(100, 100).webp({ lossless: true }), plain(100, 100).gif()]) {
      const outcome = await redrawForPick(await picture.toBuffer(), 2048)
      expect(outcome).toMatchObject({ ok: true, picture: { type: 'image/jpeg' } })
    }
    const half = await redrawForPick(await plain(100, 100).webp({ lossless: true }).toBuffer(), 2048)
    if (!half.ok) throw new Error(half.fault)
    const { data } = await sharp(half.picture.bytes).raw().toBuffer({ resolveWithObject: true })
    // Half-clear red on white.
    expect(data[0]).toBeGreaterThan(250)
    expect(Math.abs((data[1] ?? 0) - 127)).toBeLessThan(6)
  })

  it('4.5: a PNG over 10 MB becomes a JPEG', async () => {
    const large = await noise(2100).png().toBuffer()
    expect(large.length).toBeGreaterThan(10_485_760)
    expect(await redrawForPick(large, 4096)).toMatchObject({
      ok: true,
      picture: { type: 'image/jpeg', width: 2100 },
    })
    expect(await redrawForPick(large, 256)).toMatchObject({
      ok: true,
      picture: { type: 'image/png', width: 256 },
    })
  })

  it('4.5: a file over 50 MB, no picture, or half a picture is unusable', async () => {
    expect(await redrawForPick(new Uint8Array(52_428_801), 2048)).toEqual({ ok: false, fault: 'too-large' })
    expect(await redrawForPick(new TextEncoder().encode('no picture'), 2048)).toEqual({
      ok: false,
      fault: 'unreadable',
    })
    const half = (await noise(200).png().toBuffer()).subarray(0, 30_000)
    expect(await redrawForPick(half, 2048)).toEqual({ ok: false, fault: 'unreadable' })
  })
})

describe('4.4: a shared picture', () => {
  it('4.4: is re-drawn from its pixels: no metadata survives', async () => {
    const outcome = await redrawForShare(await withLocation())
    if (!outcome.ok) throw new Error(outcome.fault)
    expect(outcome.picture.type).toBe('image/jpeg')
    expect(await metadataOf(outcome.picture.bytes)).toEqual(NOTHING)
  })

  it('4.4: a PNG stays PNG unless the re-drawn file is over 5 MB, then JPEG on white', async () => {
    expect(await redrawForShare(await plain(100, 100).png().toBuffer())).toMatchObject({
      ok: true,
      picture: { type: 'image/png' },
    })
    const large = await noise(1380).png().toBuffer()
    expect(large.length).toBeGreaterThan(5_242_880)
    expect(large.length).toBeLessThan(6_291_456)
    expect(await redrawForShare(large)).toMatchObject({ ok: true, picture: { type: 'image/jpeg' } })
  })

  it.each([
    [63, 100, false],
    [64, 64, true],
    [4096, 64, true],
    [4097, 64, false],
  ])('4.4: 64 to 4,096 pixels per side: %i by %i', async (width, height, ok) => {
    const outcome = await redrawForShare(await plain(width, height).png().toBuffer())
    expect(outcome.ok).toBe(ok)
    if (!outcome.ok) expect(outcome.fault).toBe('wrong-size')
  })

  it('4.4: over 6 MB is too large; WebP is not a type for a share; half a JPEG is unreadable', async () => {
    expect(await redrawForShare(new Uint8Array(6_291_457))).toEqual({ ok: false, fault: 'too-large' })
    expect(await redrawForShare(await plain(100, 100).webp().toBuffer())).toEqual({
      ok: false,
      fault: 'wrong-type',
    })
    const jpeg = await noise(300).jpeg().toBuffer()
    expect(await redrawForShare(jpeg.subarray(0, jpeg.length / 2))).toEqual({
      ok: false,
      fault: 'unreadable',
    })
  })
})
