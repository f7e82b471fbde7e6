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
