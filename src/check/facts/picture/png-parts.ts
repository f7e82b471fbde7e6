import { crc32 } from 'node:zlib'
import { pngChunks } from '../../../media/png-chunks.js'

/** What a PNG says of itself before its pixels, and these as they were compressed. */
export interface PngParts {
  readonly width: number
  readonly height: number
  /** The bits of a sample. */
  readonly depth: number
  readonly colour: PngColour
  readonly interlaced: boolean
  /** How many colours the palette has; 0 where there is none. */
  readonly colours: number
  /** What `tRNS` says: alpha by palette index, or the colour that is transparent; null where there is none. */
  readonly transparency: Buffer | null
  readonly data: Buffer
}

/** Grey, red with green and blue, palette, and the first two with alpha; by the numbers that stand for them. */
export type PngColour = 0 | 2 | 3 | 4 | 6

const DEPTHS: Readonly<Record<PngColour, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}
const HEADER_BYTES = 13
/** Decoders refuse longer sides. */
const MAX_SIDE_PIXELS = 1_000_000
const MAX_COLOURS = 256

/** A PNG's parts, where all of it is as it should be; null where anything is odd. */
export const readPngParts = (png: Buffer): PngParts | null => {
  const chunks = readChunks(png)
  const [head, ...rest] = chunks ?? []
  const header = head?.type === 'IHDR' ? readHeader(head.data) : null
  if (header === null) return null
  let colours = 0
  let transparency: Buffer | null = null
  const data: Buffer[] = []
  let ended = false
  for (const { type, data: content } of rest) {
    const before = data.length === 0
    if (type === 'IDAT' && !ended) data.push(content)
    else if (type === 'PLTE' && before && colours === 0 && transparency === null) {
      colours = coloursOf(content, header)
      if (colours === 0) return null
    } else if (type === 'tRNS' && before && transparency === null) {
      if (!isTransparency(content, header, colours)) return null
      transparency = content
    } else if (isAncillary(type) && type !== 'tRNS') ended = !before
    else return null
  }
  if (data.length === 0 || (header.colour === 3 && colours === 0)) return null
  return { ...header, colours, transparency, data: Buffer.concat(data) }
}

interface Chunk {
  readonly type: string
  readonly data: Buffer
}

/** The chunks before `IEND`, with which the bytes must end; null where they are not whole. */
const readChunks = (png: Buffer): readonly Chunk[] | null => {
  const chunks: Chunk[] = []
  for (const { type, data, whole, end } of pngChunks(png)) {
    if (crc32(whole.subarray(4, -4)) !== whole.readUInt32BE(whole.length - 4)) return null
    if (type === 'IEND') return data.length === 0 && end === png.length ? chunks : null
    chunks.push({ type, data })
  }
  return null
}

const readHeader = (
  data: Buffer,
): Pick<PngParts, 'width' | 'height' | 'depth' | 'colour' | 'interlaced'> | null => {
  if (data.length !== HEADER_BYTES) return null
  const width = data.readUInt32BE(0)
  const height = data.readUInt32BE(4)
  const [depth = 0, colour = 0, compression, filter, interlace = 2] = data.subarray(8)
  const isSide = (side: number): boolean => side > 0 && side <= MAX_SIDE_PIXELS
  if (!isSide(width) || !isSide(height) || compression !== 0 || filter !== 0 || interlace > 1) return null
  if (!isColour(colour) || !DEPTHS[colour].includes(depth)) return null
  return { width, height, depth, colour, interlaced: interlace === 1 }
}

const isColour = (value: number): value is PngColour => Object.hasOwn(DEPTHS, value)

/** How many colours a palette has; 0 where it may not be there, or is odd. */
const coloursOf = (data: Buffer, { colour, depth }: Pick<PngParts, 'colour' | 'depth'>): number => {
  if (colour === 0 || colour === 4 || data.length % 3 !== 0) return 0
  const count = data.length / 3
  return count > (colour === 3 ? 2 ** depth : MAX_COLOURS) ? 0 : count
}

const isTransparency = (
  data: Buffer,
  { colour, depth }: Pick<PngParts, 'colour' | 'depth'>,
  colours: number,
): boolean => {
  if (colour === 3) return data.length > 0 && data.length <= colours
  if (data.length !== (colour === 0 ? 2 : colour === 2 ? 6 : -1)) return false
  for (let at = 0; at < data.length; at += 2) if (data.readUInt16BE(at) >= 2 ** depth) return false
  return true
}

/**
 * Whether a decoder that does not know a chunk passes over it: texts, times, colour profiles, frames of an animation.
 * What is in them changes no pixel's place, and no decoder gives a picture up for it.
 */
const isAncillary = (type: string): boolean => /^[a-z][A-Za-z][A-Z][A-Za-z]$/.test(type)
