import { type Destination, destinationFrom, isDataUrl } from '../text/url.js'
import type { StyleLink } from './link.js'

/** A URL in the CSS of a file that leads out of the bundle in some way, or that the policy lets nobody load. */
export interface StyleUrl {
  readonly link: StyleLink
  /** `data`: a style sheet that carries its content in its URL. */
  readonly destination: Exclude<Destination, 'elsewhere' | 'javascript'> | 'data'
}

/** The URLs of a file's CSS that do not lead to a file of the bundle: few, of nearly all style sheets none. */
export const stylesLeadingOut = (file: string, links: readonly StyleLink[]): readonly StyleUrl[] => {
  const found: StyleUrl[] = []
  for (const link of links) {
    const { url, within } = link
    const destination = within === 'import' && isDataUrl(url) ? 'data' : destinationFrom(file, url)
    if (destination !== 'elsewhere' && destination !== 'javascript') found.push({ link, destination })
  }
  return found
}
