import { loadSharp } from '../../load-sharp.js'
import { DECODED_MAX_PIXELS } from '../../media/pictures.js'
import { MB } from '../../platform/units.js'
import type { Fetch } from '../../publish/bounded-fetch.js'
import { isPrivateTransport, parseUrl } from '../../publish/server-address.js'
import {
  itermPicture,
  kittyPicture,
  type PictureProtocol,
  sixelPicture,
} from '../../terminal/inline-picture.js'
import { isObject, MEDIA_FIELDS } from './entry-fields.js'

/** Few enough to fit on a screen, and for one moment of waiting. */
const MAX_PICTURES = 20
const MAX_BYTES = 10 * MB
const TIMEOUT_MS = 5_000
/** In pixels: a preview of a few lines. */
const MAX_WIDTH = 320
const MAX_HEIGHT = 240

/**
 * Previews of the pictures that an answer names, by their URLs. Only pictures of the service itself are fetched,
 * without the token: any other address is written by users, who would learn who reads their posts. A picture is
 * decoded and encoded again, so that nothing of its bytes reaches the terminal. One that cannot be shown is left
 * out.
 */
export const picturePreviews = async (
  document: unknown,
  baseUrl: string,
  protocol: PictureProtocol,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> => {
  const { origin } = new URL(baseUrl)
  const urls = [...mediaIn(document)].filter((text) => {
    const url = parseUrl(text)
    return url !== null && url.origin === origin && isPrivateTransport(url)
  })
  const previews = await Promise.all(
    urls
      .slice(0, MAX_PICTURES)
      .map(async (url) => [url, await preview(url, protocol, fetch, signal)] as const),
  )
  return new Map(previews.filter((entry): entry is readonly [string, string] => entry[1] !== null))
}

/** The texts in the media fields of entries, at any depth that answers have. */
const mediaIn = (value: unknown, depth = 0): ReadonlySet<string> => {
  const found = new Set<string>()
  if (depth > 4) return found
  const inner = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
  if (isObject(value))
    for (const field of MEDIA_FIELDS)
      for (const item of [value[field]].flat()) if (typeof item === 'string') found.add(item)
  for (const item of inner) for (const text of mediaIn(item, depth + 1)) found.add(text)
  return found
}

const preview = async (
  url: string,
  protocol: PictureProtocol,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<string | null> => {
  try {
    const bytes = await download(url, fetch, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]))
    if (bytes === null) return null
    const sharp = await loadSharp()
    const small = sharp(bytes, { limitInputPixels: DECODED_MAX_PIXELS })
      .rotate()
      .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
    if (protocol !== 'sixel') {
      const png = await small.png().toBuffer()
      return protocol === 'kitty' ? kittyPicture(png) : itermPicture(png)
    }
    const { data, info } = await small
      .flatten({ background: '#888888' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return sixelPicture(data, info.width, info.height)
  } catch (error) {
    // A preview is optional: the address is shown anyway. An interruption ends the command.
    if (signal.aborted) throw error
    return null
  }
}

const download = async (url: string, fetch: Fetch, signal: AbortSignal): Promise<Buffer | null> => {
  const response = await fetch(url, { method: 'GET', headers: { accept: 'image/*' }, body: null, signal })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) return null
    chunks.push(chunk)
  }
  return response.status === 200 ? Buffer.concat(chunks) : null
}
