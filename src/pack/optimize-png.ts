import type { PngOptions, Sharp } from 'sharp'
import { isDecodingError, loadSharp } from '../load-sharp.js'
import { PNG_SIGNATURE, type PngChunk, pngChunks } from '../media/png-chunks.js'

// What a decoder can hold beside its copy; larger pictures stay as they are.
const MAX_PIXELS = 8_192 * 8_192

/** What holds the pixels. */
const PIXEL_CHUNKS = new Set(['PLTE', 'tRNS', 'IDAT'])
/** What may stand beside them, and is kept byte for byte: none of it depends on how the pixels are stored. */
const KEPT_CHUNKS = new Set(['sRGB', 'pHYs', 'tIME', 'tEXt', 'zTXt'])

/** The depth up to which a decoded picture is the whole picture. */
const MAX_BIT_DEPTH = 8

/**
 * The same picture in fewer bytes, or null where there is none, or where it is more than plain pixels: an
 * animation, a colour profile, bytes after the end.
 */
export const optimizePng = async (bytes: Uint8Array): Promise<Uint8Array | null> => {
  const chunks = readChunks(bytes)
  if (chunks === null || !isPlain(chunks)) return null
  const sharp = await loadSharp()
  const open = (): Sharp => sharp(bytes, { failOn: 'warning', limitInputPixels: MAX_PIXELS })
  let pixels: Buffer
  try {
    pixels = await decoded(open())
  } catch (error) {
    // Damaged or too large; libvips reports both as plain errors. check reports the damage.
    if (isDecodingError(error)) return null
    throw error
  }
  const kept = chunks.filter(({ type }) => KEPT_CHUNKS.has(type)).map(({ whole }) => whole)
  let best: Uint8Array | null = null
  for (const options of candidates(pixels)) {
    const redrawn = readChunks(await open().png(options).toBuffer())
    if (redrawn === null) throw new Error('An encoded PNG could not be decoded.')
    const candidate = assemble(redrawn, kept)
    if (candidate.length >= (best ?? bytes).length) continue
    // The result counts only if every pixel is the same, invisible ones included.
    if ((await decoded(sharp(candidate, { failOn: 'warning' }))).equals(pixels)) best = candidate
  }
  return best
}

const ENCODINGS: readonly PngOptions[] = [
  { compressionLevel: 9, adaptiveFiltering: false },
  { compressionLevel: 9, adaptiveFiltering: true },
]
const PALETTE: PngOptions = { compressionLevel: 9, palette: true, quality: 100, effort: 10, dither: 0 }
const MAX_PALETTE_COLOURS = 256

const candidates = (pixels: Buffer): readonly PngOptions[] =>
  hasFewColours(pixels) ? [...ENCODINGS, PALETTE] : ENCODINGS

const hasFewColours = (pixels: Buffer): boolean => {
  const colours = new Set<number>()
  for (let at = 0; at < pixels.length; at += 4) {
    colours.add(pixels.readUInt32LE(at))
    if (colours.size > MAX_PALETTE_COLOURS) return false
  }
  return true
}

const decoded = (picture: Sharp): Promise<Buffer> =>
  picture.toColourspace('srgb').ensureAlpha().raw({ depth: 'uchar' }).toBuffer()

/** The chunks of a PNG, or null where the bytes are none from the first to the last. */
const readChunks = (bytes: Uint8Array): readonly PngChunk[] | null => {
  const chunks = [...pngChunks(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))]
  const last = chunks.at(-1)
  const isWhole = last?.type === 'IEND' && last.end === bytes.length
  return isWhole && chunks[0]?.type === 'IHDR' ? chunks : null
}

const isPlain = (chunks: readonly PngChunk[]): boolean => {
  const bitDepth = chunks[0]?.data[8]
  return (
    bitDepth !== undefined &&
    bitDepth <= MAX_BIT_DEPTH &&
    chunks.slice(1, -1).every(({ type }) => PIXEL_CHUNKS.has(type) || KEPT_CHUNKS.has(type))
  )
}

/** The pixels as they were encoded, with what was kept of the original before them. */
const assemble = (redrawn: readonly PngChunk[], kept: readonly Buffer[]): Buffer => {
  const of = (wanted: string): readonly Buffer[] =>
    redrawn.filter(({ type }) => type === wanted).map(({ whole }) => whole)
  const pixels = ['PLTE', 'tRNS', 'IDAT', 'IEND'].flatMap(of)
  return Buffer.concat([PNG_SIGNATURE, ...of('IHDR'), ...kept, ...pixels])
}
