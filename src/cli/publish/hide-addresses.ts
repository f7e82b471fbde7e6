import { mapTexts } from '../../publish/requests/exact-json.js'

/** Anything a reader could open: URLs of any scheme or none, and data URLs. */
const ADDRESS = /(?:[a-z][a-z0-9+.-]*:)?\/\/[^\s/]\S*|(?:data|blob):\S+|www\.\S+/giu

/**
 * A text with each address replaced by what it leads to, in words. Publishing document, section 4, `getChat`: attachment
 * URLs are "never fetched or restated, only described in words".
 */
export const hideAddresses = (text: string): string =>
  text.replaceAll(ADDRESS, (url) => {
    const extension = /\.([a-z0-9]{2,5})(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? ''
    return `(${KINDS[extension] ?? 'a link'})`
  })

/** The whole answer of `getChat` (2.1) with its addresses hidden: they are in a document within its `result`. */
export const hideChatAddresses = (answer: string): string => {
  try {
    return mapTexts(requireJson(answer), (text) => {
      const start = text.indexOf('\n') + 1
      try {
        return `${text.slice(0, start)}${mapTexts(requireJson(text.slice(start)), hideAddresses)}`
      } catch {
        // Not a document: an error, or the name of a field.
        return hideAddresses(text)
      }
    })
  } catch {
    // Not the answer of the API.
    return hideAddresses(answer)
  }
}

/** @throws {SyntaxError} */
const requireJson = (text: string): string => {
  JSON.parse(text)
  return text
}

const KINDS: Readonly<Record<string, string>> = {
  jpg: 'a picture',
  jpeg: 'a picture',
  png: 'a picture',
  gif: 'a picture',
  webp: 'a picture',
  avif: 'a picture',
  mp4: 'a video',
  mov: 'a video',
  webm: 'a video',
  mp3: 'a sound',
  m4a: 'a sound',
  ogg: 'a sound',
  wav: 'a sound',
  pdf: 'a document',
}
