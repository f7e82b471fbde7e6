import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { inspectPicture } from '../../src/media/inspect-picture.js'
import { hasPictureLocation, hasTrackLocation } from '../../src/media/location-scan.js'

const fileOf = (bytes: Uint8Array) => ({
  size: bytes.byteLength,
  read: async (start: number, end: number) => bytes.subarray(start, end),
})

const GPS_XMP = '<rdf:Description exif:GPSLatitude="52,31N"/>'

/** Exif data of a picture that was taken somewhere, as sharp writes them. */
const exif = async (gps: object): Promise<Buffer> => {
  const picture = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Make: 'Camera' }, ...gps })
    .jpeg()
    .toBuffer()
  return (await sharp(picture).metadata()).exif ?? Buffer.alloc(0)
}
const PLACE = { IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' } }

const box = (type: string, ...content: readonly Uint8Array[]): Buffer => {
  const bytes = Buffer.concat([Buffer.alloc(8), ...content])
  bytes.writeUInt32BE(bytes.length)
  bytes.write(type, 4, 'latin1')
  return bytes
}

describe('where a picture was taken, if no decoder looks into it', () => {
  const FTYP = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic'))

  it.each([0, 10, 1_048_576 - 40, 3_000_000])(
    'is found in the media data of a HEIC, %i bytes from the start',
    async (before) => {
      const heic = async (gps: object): Promise<Buffer> =>
        Buffer.concat([FTYP, box('mdat', Buffer.alloc(before, 'II*'), await exif(gps), Buffer.alloc(50_000))])
      expect(await hasPictureLocation(fileOf(await heic(PLACE)))).toBe(true)
      expect(await hasPictureLocation(fileOf(await heic({})))).toBe(false)
    },
  )

  it('is found in XMP', async () => {
    expect(await hasPictureLocation(fileOf(Buffer.concat([FTYP, Buffer.from(GPS_XMP)])))).toBe(true)
  })

  it('is found in a GIF, whose decoder ignores it', async () => {
    const gif = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .gif()
      .toBuffer()
    expect((await inspectPicture(gif))?.hasLocation).toBe(false)
    const extension = Buffer.concat([
      Buffer.from('\x21\xff\x0bXMP DataXMP', 'latin1'),
      Buffer.from(GPS_XMP),
      Buffer.alloc(2),
    ])
    const marked = Buffer.concat([gif.subarray(0, -1), extension, gif.subarray(-1)])
    expect(await hasPictureLocation(fileOf(marked))).toBe(true)
  })
})

describe('places in a track of a video', () => {
  const entry = (format: string) => box(format, Buffer.from('\0\0\0\0\0\0\0\x01', 'latin1'))
  const video = (...content: readonly Uint8Array[]) =>
    Buffer.concat([box('ftyp', Buffer.from('qt  ')), box('mdat', Buffer.alloc(100)), box('moov', ...content)])

  it.each([
    ['GoPro', entry('gpmd'), true],
    ["Google's camera motion", entry('camm'), true],
    [
      "QuickTime's timed metadata",
      box('keyd', Buffer.from('mdtacom.apple.quicktime.location.ISO6709')),
      true,
    ],
    ['other timed metadata', box('keyd', Buffer.from('mdtacom.apple.quicktime.still-image-time')), false],
    ['the word in other data', Buffer.from('gpmd camm'), false],
    ['nothing', Buffer.alloc(0), false],
  ])('%s', async (_name, content, found) => {
    expect(await hasTrackLocation(fileOf(video(content)))).toBe(found)
  })

  it.each([
    ['of no length', Buffer.from([0, 0, 0, 4, 0x6d, 0x6f, 0x6f, 0x76, 0, 0, 0, 0])],
    ['cut off', video(entry('gpmd')).subarray(0, -12)],
    ['empty', Buffer.alloc(0)],
    ['of nothing but zeros', Buffer.alloc(64)],
  ])('are not looked for in a file that is %s', async (_name, bytes) => {
    expect(await hasTrackLocation(fileOf(bytes))).toBe(false)
  })
})
