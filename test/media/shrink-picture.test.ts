import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { shrinkPicture } from '../../src/media/shrink-picture.js'

const noise = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({
    create: {
      width,
      height,
      channels,
      background: channels === 4 ? { r: 0, g: 0, b: 0, alpha: 0.5 } : '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 80 },
    },
  })

const plain = (background: string) => sharp({ create: { width: 20, height: 20, channels: 3, background } })

const shrunk = async (bytes: Uint8Array, maxBytes: number) => {
  const outcome = await shrinkPicture(bytes, maxBytes)
  if (!outcome.ok) throw new Error(outcome.fault)
  return outcome.picture
}

describe('a picture that is too large', () => {
  it('keeps its size where that is enough', async () => {
    const original = await noise(400, 300).png().toBuffer()
    const picture = await shrunk(original, original.length - 1)
    expect(picture).toMatchObject({ type: 'image/jpeg', width: 400, height: 300 })
    expect(picture.bytes.length).toBeLessThan(original.length)
  })

  it('becomes smaller until it fits', async () => {
    const picture = await shrunk(await noise(400, 300).png().toBuffer(), 5_000)
    expect(picture.bytes.length).toBeLessThanOrEqual(5_000)
    expect(picture.width / picture.height).toBeCloseTo(4 / 3, 1)
    const { format, width } = await sharp(picture.bytes).metadata()
    expect([format, width]).toEqual(['jpeg', picture.width])
  })

  it('keeps its transparency', async () => {
    const picture = await shrunk(await noise(200, 200, 4).png().toBuffer(), 20_000)
    expect(picture.type).toBe('image/webp')
    expect((await sharp(picture.bytes).metadata()).hasAlpha).toBe(true)
  })

  it.each([
    [4, 16_383, 'image/webp'],
    [3, 65_500, 'image/jpeg'],
  ] as const)('is no longer than its new format can be (%d channels)', async (channels, longest, type) => {
    const panorama = await sharp({
      create: { width: longest + 9, height: 8, channels, background: { r: 1, g: 2, b: 3, alpha: 0.5 } },
    })
      .png()
      .toBuffer()
    expect(await shrinkPicture(panorama, 1_000_000)).toMatchObject({
      ok: true,
      picture: { type, width: longest, height: 8 },
    })
  })

  it('is drawn upright, with nothing of its metadata left', async () => {
    const original = await readFile(new URL('../../fixtures/media/gps.jpg', import.meta.url))
    expect(original.includes('SecretCam')).toBe(true)
    const picture = await shrunk(original, 1_000_000)
    expect([picture.width, picture.height]).toEqual([200, 320])
    const { exif, xmp, iptc, orientation } = await sharp(picture.bytes).metadata()
    expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined])
  })

  it('is left alone where it is animated or damaged', async () => {
    const frames = await Promise.all(['#f00', '#00f'].map((background) => plain(background).png().toBuffer()))
    const animated = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer()
    expect(await shrinkPicture(animated, 10)).toEqual({ ok: false, fault: 'animated' })
    const animatedPng = await readFile(new URL('../../fixtures/media/animated.png', import.meta.url))
    expect(await shrinkPicture(animatedPng, 10)).toEqual({ ok: false, fault: 'animated' })
    const png = await noise(50, 50).png().toBuffer()
    expect(await shrinkPicture(png.subarray(0, 2_000), 10)).toEqual({ ok: false, fault: 'unreadable' })
  })
})
