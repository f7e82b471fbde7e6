import { type SmallPicture, smallPicture } from '../../media/small-picture.js'
import { MB } from '../../platform/units.js'
import type { Fetch } from '../requests/bounded-fetch.js'
import { isPrivateTransport, parseUrl } from '../requests/server-address.js'

/** Few enough to fit on a screen, and for one moment of waiting. */
const MAX_PICTURES = 20
const MAX_BYTES = 10 * MB
const TIMEOUT_MS = 5_000
/** In pixels: a preview of a few lines. */
const MAX_WIDTH = 320
const MAX_HEIGHT = 240

/**
 * Small pictures from URLs that an answer names. Only those of the service itself are fetched, without the token:
 * any other address is written by users, who would learn who reads their posts. What cannot be shown is left out.
 */
export const servicePictures = async (
  urls: readonly string[],
  baseUrl: string,
  as: 'png' | 'pixels',
  fetch: Fetch,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, SmallPicture>> => {
  const { origin } = new URL(baseUrl)
  const own = urls.filter((text) => {
    const url = parseUrl(text)
    return url !== null && url.origin === origin && isPrivateTransport(url)
  })
  const pictures = new Map<string, SmallPicture>()
  await Promise.all(
    own.slice(0, MAX_PICTURES).map(async (url) => {
      try {
        const bytes = await download(url, fetch, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]))
        if (bytes !== null) pictures.set(url, await smallPicture(bytes, MAX_WIDTH, MAX_HEIGHT, as))
      } catch (error) {
        // A preview is optional: the address is shown anyway. An interruption ends the command.
        if (signal.aborted) throw error
      }
    }),
  )
  return pictures
}

/** @returns null if it is not there or too large */
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
