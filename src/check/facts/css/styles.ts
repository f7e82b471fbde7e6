import type { HtmlFacts } from '../html/element.js'
import type { Needs } from '../needs.js'
import type { LineIndex, Place } from '../text/position.js'
import { type Destination, destinationFrom, isDataUrl } from '../text/url.js'
import type { CssLink, StyleLink } from './link.js'
import { importsAhead } from './preload-scanner.js'
import { cssLinks } from './read.js'

/** Where a page has CSS that may name URLs. */
export const STYLES: Needs = {
  page: { elements: ['style'], styleUrls: true },
  drawing: { elements: ['style'], styleUrls: true },
}

/** The URLs in a whole CSS file. */
export const stylesOfCss = (text: string, lines: LineIndex): readonly StyleLink[] => {
  const placeOf = (offset: number): Place => lines.place(offset)
  return sheetLinks(text).map((link) => new PlacedLink(link, text, placeOf))
}

const sheetLinks = (css: string): readonly CssLink[] => {
  const links = cssLinks(css)
  const ahead = importsAhead(css, links)
  return ahead.length === 0 ? links : [...links, ...ahead]
}

/** A link of which more is looked up only when it is asked for: its place may cost a second reading of the page. */
class PlacedLink implements StyleLink {
  readonly kind: CssLink['kind']
  readonly url: string
  readonly offset: number
  readonly within: string
  readonly #css: string
  readonly #placeOf: (offset: number) => Place

  constructor({ kind, url, offset, within }: CssLink, css: string, placeOf: (offset: number) => Place) {
    this.kind = kind
    this.url = url
    this.offset = offset
    this.within = within
    this.#css = css
    this.#placeOf = placeOf
  }

  get property(): string {
    const before = this.#css.slice(Math.max(0, this.offset - LONGEST_DECLARATION), this.offset)
    const end = Math.max(before.lastIndexOf(';'), before.lastIndexOf('{'), before.lastIndexOf('}'))
    return DECLARED.exec(before.slice(end + 1))?.[1]?.toLowerCase() ?? ''
  }

  get font(): string | null {
    const css = this.#css
    const start = css.lastIndexOf('@font-face', this.offset)
    const end = css.indexOf('}', this.offset)
    if (start === -1 || end === -1 || end - start > LONGEST_DECLARATION) return null
    const face = css.slice(start, end)
    const isOnly = face.indexOf('}') === -1 && face.match(/\burl\(|\blocal\(/gi)?.length === 1
    return isOnly ? (FAMILY.exec(face)?.[1]?.trim() ?? null) : null
  }

  get place(): Place {
    return this.#placeOf(this.offset)
  }
}

/** In UTF-16 units, up to a URL in it. */
const LONGEST_DECLARATION = 1_000
const FAMILY = /font-family\s*:\s*["']?([^"';}]+)/i
const DECLARED = /^(?:\s|\/\*[^*]*\*\/)*([\w-]+)\s*:/

/** The URLs in a page's style blocks and style attributes. */
export const stylesOfHtml = ({ elements }: HtmlFacts): readonly StyleLink[] => {
  const links: StyleLink[] = []
  for (const element of elements) {
    if (element.name === 'style')
      for (const link of sheetLinks(element.text))
        links.push(new PlacedLink(link, element.text, (offset) => element.placeInText(offset)))
    for (const inline of element.attributes)
      if (inline.name === 'style') {
        // References may have been decoded, so that places in the value are not those in the text.
        for (const link of cssLinks(inline.value))
          links.push(new PlacedLink(link, inline.value, () => inline.place))
        break
      }
  }
  return links
}

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
