import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { inspectPicture } from '../../src/media/inspect-picture.js'
import { stripPicture } from '../../src/media/strip-picture.js'

const fixture = (name: string) => readFile(new URL(`../../fixtures/media/${name}`, import.meta.url))
const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer()
const upright = (bytes: Buffer) => sharp(bytes).autoOrient().raw().toBuffer()

const EXIF = {
  IFD0: { Copyright: 'SECRET' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '51/1 30/1 0/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '0/1 7/1 0/1',
  },
}
const made = (format: 'jpeg' | 'png' | 'webp', orientation: number) =>
  sharp({ create: { width: 31, height: 17, channels: 3, background: '#369' } })
    .composite([
      { input: { create: { width: 9, height: 5, channels: 3, background: '#f00' } }, left: 0, top: 0 },
    ])
    .withExif(EXIF)
    .withIccProfile('p3')
    .withMetadata({ orientation })
    .toFormat(format, format === 'jpeg' ? { progressive: orientation === 6 } : {})
    .toBuffer()

describe('the metadata of a picture', () => {
  it.each([
    ['jpeg', 1],
    ['jpeg', 6],
    ['png', 1],
    ['png', 6],
    ['webp', 1],
    ['webp', 6],
  ] as const)('are gone from a %s of orientation %d, which looks as before', async (format, orientation) => {
    const bytes = await made(format, orientation)
    expect(await inspectPicture(bytes)).toMatchObject({ hasLocation: true })
    const stripped = await stripPicture(bytes, `image/${format}`)
    expect(await inspectPicture(stripped)).toMatchObject({ hasLocation: false })
    expect(stripped.includes('SECRET')).toBe(false)
    const [before, after] = await Promise.all([sharp(bytes).metadata(), sharp(stripped).metadata()])
    expect([after.orientation ?? 1, after.icc, after.xmp]).toEqual([orientation, before.icc, undefined])
    expect((await pixels(stripped)).equals(await pixels(bytes))).toBe(true)
    expect((await upright(stripped)).equals(await upright(bytes))).toBe(true)
    expect((await stripPicture(stripped, `image/${format}`)).equals(stripped)).toBe(true)
  })

  it('are gone from a photo, with everything after its end', async () => {
    const photo = await fixture('gps.jpg')
    const stripped = await stripPicture(Buffer.concat([photo, Buffer.from('SECRET'), photo]), 'image/jpeg')
    expect(await inspectPicture(stripped)).toMatchObject({ hasLocation: false })
    expect(stripped.includes('SECRET')).toBe(false)
    expect(stripped.length).toBeLessThan(photo.length)
    expect((await upright(stripped)).equals(await upright(photo))).toBe(true)
  })

  it('are gone from an animated PNG, which stays one', async () => {
    const stripped = await stripPicture(await fixture('animated.png'), 'image/png')
    expect(stripped.includes('acTL') && stripped.includes('fdAT')).toBe(true)
    expect(await inspectPicture(stripped)).not.toBeNull()
  })
})
