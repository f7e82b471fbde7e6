import type { Extension } from '../../platform/file-types.js'

/** What a file of each binary type begins as (2.9), in the words of messages; any bytes will do where absent. */
export const EXPECTED_BYTES: Readonly<Partial<Record<Extension, string>>> = {
  png: 'a PNG image',
  jpg: 'a JPEG image',
  jpeg: 'a JPEG image',
  gif: 'a GIF image',
  webp: 'a WebP image',
  avif: 'an AVIF image',
  ico: 'an ICO image',
  mp3: 'MP3 audio',
  m4a: 'MPEG-4 audio',
  ogg: 'an Ogg file',
  oga: 'an Ogg file',
  opus: 'an Ogg file',
  wav: 'WAVE audio',
  mp4: 'an MPEG-4 video',
  webm: 'a WebM video',
  woff: 'a WOFF font',
  woff2: 'a WOFF2 font',
  ttf: 'a single TrueType or OpenType font',
  otf: 'a single TrueType or OpenType font',
  wasm: 'a WebAssembly module',
  glb: 'a binary glTF model',
}

/** Whether a file's leading bytes are those of its extension. */
export const matchesExtension = (extension: Extension, bytes: Uint8Array): boolean => {
  const matches = MATCHERS[extension]
  return (
    matches === undefined ||
    matches(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES)))
  )
}

/** As many bytes as the longest test looks at: an ISO media file's type box with its compatible brands. */
export const HEAD_BYTES = 4_096

type Matcher = (head: Buffer) => boolean

const text =
  (expected: string, offset = 0): Matcher =>
  (head) =>
    head.toString('latin1', offset, offset + expected.length) === expected
const either =
  (...matchers: readonly Matcher[]): Matcher =>
  (head) =>
    matchers.some((matches) => matches(head))
const both =
  (first: Matcher, second: Matcher): Matcher =>
  (head) =>
    first(head) && second(head)

/** No program writes a longer one. */
const EBML_HEADER_BYTES = 128

/** The brands of still and animated pictures: they make an ISO media file an AVIF, never a video or a sound. */
const IMAGE_BRANDS: ReadonlySet<string> = new Set([
  'avif',
  'avis',
  'mif1',
  'msf1',
  'miaf',
  'heic',
  'heix',
  'heim',
  'heis',
  'hevc',
  'hevx',
  'hevm',
  'hevs',
  'avci',
  'avcs',
  'crx ',
  'jp2 ',
  'jpx ',
  'jpm ',
])
const AVIF_BRANDS: ReadonlySet<string> = new Set(['avif', 'avis'])

const majorBrand = (head: Buffer): string | null =>
  head.length >= 12 && head.toString('latin1', 4, 8) === 'ftyp' ? head.toString('latin1', 8, 12) : null

const isAvif: Matcher = (head) => {
  const brand = majorBrand(head)
  if (brand === null) return false
  if (AVIF_BRANDS.has(brand)) return true
  // Profiles of AVIF have brands of their own, such as MA1B.
  const end = Math.min(head.readUInt32BE(0), head.length)
  for (let at = 16; at + 4 <= end; at += 4)
    if (AVIF_BRANDS.has(head.toString('latin1', at, at + 4))) return true
  return false
}

const isMedia: Matcher = (head) => {
  const brand = majorBrand(head)
  return brand !== null && !IMAGE_BRANDS.has(brand) && !isAvif(head)
}

/** An MPEG audio frame: eleven sync bits, layer III, a version, a bit rate and a sampling rate that exist. */
const isMpegFrame: Matcher = (head) => {
  if (head.length < 4) return false
  const [first = 0, second = 0, third = 0] = head
  return (
    first === 0xff &&
    (second & 0xe0) === 0xe0 &&
    (second & 0x18) !== 0x08 &&
    (second & 0x06) === 0x02 &&
    (third & 0xf0) !== 0xf0 &&
    (third & 0x0c) !== 0x0c
  )
}

const isJpeg = text('\xff\xd8\xff')
const isOgg = text('OggS')
const isFont = either(text('\x00\x01\x00\x00'), text('OTTO'), text('true'))
/** Its document type says what an EBML file is; Matroska's is another, and may be written by a program named libwebm. */
const isWebm = both(text('\x1a\x45\xdf\xa3'), (head) =>
  WEBM_TYPES.some((type) => head.subarray(0, EBML_HEADER_BYTES).includes(type)),
)

/** The element that says `webm`, its size of four written in one to eight bytes. */
const WEBM_TYPES = Array.from({ length: 8 }, (_, more) => {
  const size = more === 0 ? [0x84] : [0x80 >> more, ...new Array<number>(more - 1).fill(0), 4]
  return Buffer.from([0x42, 0x82, ...size, ...Buffer.from('webm')])
})

const MATCHERS: Readonly<Partial<Record<Extension, Matcher>>> = {
  png: text('\x89PNG\r\n\x1a\n'),
  jpg: isJpeg,
  jpeg: isJpeg,
  gif: either(text('GIF87a'), text('GIF89a')),
  webp: both(text('RIFF'), text('WEBP', 8)),
  avif: isAvif,
  ico: text('\x00\x00\x01\x00'),
  mp3: either(text('ID3'), isMpegFrame),
  m4a: isMedia,
  ogg: isOgg,
  oga: isOgg,
  opus: isOgg,
  wav: both(text('RIFF'), text('WAVE', 8)),
  mp4: isMedia,
  webm: isWebm,
  woff: text('wOFF'),
  woff2: text('wOF2'),
  ttf: isFont,
  otf: isFont,
  wasm: text('\x00asm'),
  glb: text('glTF'),
}

/** What the library does not know, or knows by a name that explains nothing. */
const KNOWN_STARTS: readonly (readonly [start: string, words: string])[] = [
  ['RF64', 'a WAVE file for more than 4 GB (RF64), which few browsers play'],
  ['RIFX', 'a RIFF file with its bytes in another order (RIFX)'],
]

/** An MPEG frame of layer I or II. */
const isMpegAudio = ([first = 0, second = 0]: Uint8Array): boolean =>
  first === 0xff && second !== 0xfe && (second & 0xe0) === 0xe0 && (second & 0x04) === 0x04

/** What bytes are, in words: for messages, never for a decision. */
export const recognise = async (bytes: Uint8Array): Promise<string> => {
  const known = KNOWN_STARTS.find(([start]) =>
    Buffer.from(bytes.subarray(0, 16)).toString('latin1').startsWith(start),
  )
  if (known !== undefined) return known[1]
  const brand = majorBrand(Buffer.from(bytes.subarray(0, 16)))
  if (brand !== null && IMAGE_BRANDS.has(brand)) return `an image of the brand ${brand.trim()}`
  if (isMpegAudio(bytes)) return 'MPEG audio of another layer'
  const { fileTypeFromBuffer } = await import('file-type')
  try {
    const found = await fileTypeFromBuffer(bytes.subarray(0, HEAD_BYTES))
    return found === undefined ? 'of an unknown type' : `of the type ${found.mime}`
  } catch {
    // The library gives up on some truncated files; the words are a help only.
    return 'of an unknown type'
  }
}
