import type { OverlayOptions } from 'sharp'
import { fileName } from '../check/facts/bundle/paths.js'
import { loadSharp } from '../load-sharp.js'
import { extensionOf } from '../platform/file-types.js'
import { ICON_MIN_PIXELS } from '../platform/limits.js'
import { largestOfIco } from './ico.js'
import type { GameFiles } from './selection.js'

/** The icon of the new project. */
export interface MadeIcon {
  readonly bytes: Uint8Array
  /** The picture that it was made from; null where none would do and a plain tile was drawn. */
  readonly from: string | null
}

/** A picture, and how large it is. */
interface Candidate {
  readonly path: string
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

const ICON_PIXELS = 512
/** The host rounds the corners: what counts stands in the middle 80% (2.2). */
const MIDDLE = 0.8
/** How much longer than its other side a picture may be that is taken without being asked for. */
const SQUARISH = 1.25
const SMALLEST_PIXELS = 48
// The favicon of many a game is the only picture that says what it is.
const SMALLEST_NAMED_PIXELS = 32
const WHITE = '#ffffff'
// Pictures that decode to more are too large for an icon and could fill the memory.
const MAX_PIXELS = 16_777_216
const LOOKED_AT = 400

/**
 * Makes an icon of 512 pixels: of the largest that the page names as its icon if that is large enough, or else of
 * the largest squarish picture; where there is none, a plain tile.
 * @param named the paths that the page names as its icons
 * @param background a CSS colour for behind it, where the game says one
 */
export const makeIcon = async (
  files: GameFiles,
  named: readonly string[],
  background: string | null,
): Promise<MadeIcon> => {
  const pictures = await Promise.all(
    [...files]
      .filter(([path]) => isPicture(path))
      .slice(0, LOOKED_AT)
      .map(async ([path, given]): Promise<Candidate | null> => {
        const bytes = await readable(path, given)
        const size = await pictureSize(bytes)
        return size === null ? null : { path, bytes, ...size }
      }),
  )
  const squarish = pictures
    .filter((one) => one !== null)
    .filter(({ width, height }) => Math.max(width, height) <= SQUARISH * Math.min(width, height))
    .sort((a, b) => b.width * b.height - a.width * a.height || (a.path < b.path ? -1 : 1))
  const isNamed = ({ path }: Candidate): boolean => named.includes(path) || ICON_NAME.test(fileName(path))
  const isLarge = ({ width }: Candidate): boolean => width >= ICON_MIN_PIXELS
  const chosen =
    squarish.find((one) => isNamed(one) && isLarge(one)) ??
    squarish.find(isLarge) ??
    squarish.find((one) => isNamed(one) && one.width >= SMALLEST_NAMED_PIXELS) ??
    squarish.find(({ width }) => width >= SMALLEST_PIXELS)
  return chosen === undefined
    ? { bytes: await drawTile(), from: null }
    : { bytes: await drawIcon(chosen.bytes, background), from: chosen.path }
}

// `icon_128.png` and `icon512.png` are; `icons.png`, a sheet of buttons, is not.
const ICON_NAME = /^(?:(?:app[-_]?)?icon|apple-touch-icon|favicon|logo|android-chrome|mstile)(?![a-z])/i

const isPicture = (path: string): boolean =>
  ['png', 'jpg', 'jpeg', 'webp', 'gif', 'avif', 'svg', 'ico'].includes(extensionOf(path) ?? '')

/** A picture in a format that sharp reads: of an ICO file, the largest that is in it. */
export const readable = async (path: string, bytes: Uint8Array): Promise<Uint8Array> => {
  const picture = extensionOf(path) === 'ico' ? largestOfIco(bytes) : null
  if (picture === null) return bytes
  if (picture.kind === 'png') return picture.bytes
  const sharp = await loadSharp()
  const { width, height } = picture
  return sharp(picture.bytes, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}

/** A picture's size in pixels; null where it is none that can be decoded. */
export const pictureSize = async (
  bytes: Uint8Array,
): Promise<{ readonly width: number; readonly height: number } | null> => {
  const sharp = await loadSharp()
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata()
    return { width, height }
  } catch {
    // Not a picture, despite its name; sharp has no error type for this.
    return null
  }
}

/**
 * A picture as an icon: an opaque square one fills it, any other stands in its middle on an opaque colour.
 * @param background a CSS colour; white where there is none, or sharp does not know it
 */
export const drawIcon = async (bytes: Uint8Array, background: string | null): Promise<Uint8Array> => {
  const sharp = await loadSharp()
  const size = await pictureSize(bytes)
  const { format, width, height, hasAlpha } = await sharp(bytes).metadata()
  const density =
    format === 'svg' && size !== null ? densityFor(Math.max(size.width, size.height)) : undefined
  const picture = sharp(bytes, {
    limitInputPixels: MAX_PIXELS,
    ...(density === undefined ? {} : { density }),
  })
  const opaque = !hasAlpha || (await sharp(bytes).stats()).isOpaque
  const fills = opaque && width === height
  const side = fills ? ICON_PIXELS : Math.round(ICON_PIXELS * MIDDLE)
  // Pixel art stays sharp.
  const kernel = Math.max(width, height) <= 64 && format !== 'svg' ? 'nearest' : 'lanczos3'
  const scaled = await picture
    .resize(side, side, { fit: 'contain', kernel, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()
  return onBackground([{ input: scaled, gravity: 'centre' }], await knownColour(background))
}

const densityFor = (longest: number): number =>
  Math.min(2_400, Math.max(72, Math.ceil((72 * ICON_PIXELS) / longest)))

/** A colour that sharp knows; white for any other. */
const knownColour = async (colour: string | null): Promise<string> => {
  if (colour === null || !/^(?:#[0-9a-f]{3}|#[0-9a-f]{6}|[a-z]+)$/i.test(colour) || colour === 'transparent')
    return WHITE
  const sharp = await loadSharp()
  try {
    await sharp({ create: { width: 1, height: 1, channels: 3, background: colour } })
      .png()
      .toBuffer()
    return colour
  } catch {
    // A name that is not a colour.
    return WHITE
  }
}

const onBackground = async (layers: OverlayOptions[], background: string): Promise<Uint8Array> => {
  const sharp = await loadSharp()
  return sharp({ create: { width: ICON_PIXELS, height: ICON_PIXELS, channels: 3, background } })
    .composite(layers)
    .removeAlpha()
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** A tile that says "play", until the person has a picture: drawn without letters, whose fonts differ by machine. */
const drawTile = (): Promise<Uint8Array> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${ICON_PIXELS}" height="${ICON_PIXELS}" viewBox="0 0 512 512">
<path d="M196 140v232l190-116z" fill="#fff" stroke="#fff" stroke-width="28" stroke-linejoin="round"/></svg>`
  return onBackground([{ input: Buffer.from(svg) }], '#3b5bdb')
}
