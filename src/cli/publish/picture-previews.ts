import { servicePictures } from '../../publish/media/service-pictures.js'
import type { Fetch } from '../../publish/requests/bounded-fetch.js'
import {
  itermPicture,
  kittyPicture,
  type PictureProtocol,
  sixelPicture,
} from '../../terminal/inline-picture.js'
import { isObject, MEDIA_FIELDS } from './entry-fields.js'

/** The service's pictures that an answer names, drawn by a protocol, by their URLs. */
export const picturePreviews = async (
  document: unknown,
  baseUrl: string,
  protocol: PictureProtocol,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> => {
  const as = protocol === 'sixel' ? 'pixels' : 'png'
  const pictures = await servicePictures([...mediaIn(document)], baseUrl, as, fetch, signal)
  const drawn = [...pictures].map(([url, picture]): readonly [string, string] => [
    url,
    'pixels' in picture
      ? sixelPicture(picture.pixels, picture.width, picture.height)
      : protocol === 'kitty'
        ? kittyPicture(picture.png)
        : itermPicture(picture.png),
  ])
  return new Map(drawn)
}

/** The lists of an answer are not nested deeper. */
const MAX_DEPTH = 4

/** The texts in the media fields of entries. */
const mediaIn = (value: unknown, depth = 0): ReadonlySet<string> => {
  const found = new Set<string>()
  if (depth > MAX_DEPTH) return found
  if (isObject(value))
    for (const field of MEDIA_FIELDS)
      for (const item of [value[field]].flat()) if (typeof item === 'string') found.add(item)
  const inner = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
  for (const item of inner) for (const text of mediaIn(item, depth + 1)) found.add(text)
  return found
}
