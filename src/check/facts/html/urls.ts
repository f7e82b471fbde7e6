import { cssLinks } from '../css/read.js'
import type { Needs } from '../needs.js'
import type { Place } from '../text/position.js'
import { type Destination, destinationFrom, srcsetUrls } from '../text/url.js'
import { attribute, type HtmlAttribute, type HtmlElement, scriptKind } from './element.js'
import { ANIMATED_VALUES, LISTED_URL_ATTRIBUTES, NO_CSS, OTHER_URL_ATTRIBUTES } from './names.js'

/** The attributes that may not start with a slash (2.8). */
export const ROOT_REFUSED_ATTRIBUTES: ReadonlySet<string> = new Set([
  'src',
  'href',
  'poster',
  'action',
  'data',
  'background',
  'manifest',
])

/** Where a page's URLs stand; in inline SVG, nearly any attribute is CSS. */
export const PAGE_URLS: Needs = {
  page: { attributes: [...LISTED_URL_ATTRIBUTES, ...OTHER_URL_ATTRIBUTES], foreign: true },
}

/** A URL in an attribute of a page that leads out of the bundle in some way. */
export interface HtmlUrl {
  readonly element: string
  readonly name: string
  readonly url: string
  readonly destination: Exclude<Destination, 'elsewhere' | 'javascript'>
  /** What it loads or leads to: without `code` the app fails, by a link to a `page` once it is used; without any other part it looks wrong. */
  readonly leadsTo: 'code' | 'page' | 'part'
  /** Whether the upload check looks at the attribute (2.8); browsers read URLs from others too. */
  readonly listed: boolean
  readonly place: Place
}

/** The URLs of a page that lead out of the bundle; those of `srcset` and `ping` one by one. */
export const urlsLeadingOut = (file: string, elements: readonly HtmlElement[]): readonly HtmlUrl[] => {
  const found: HtmlUrl[] = []
  const addUrl = (url: string, listed: boolean, element: HtmlElement, candidate: HtmlAttribute): void => {
    const destination = destinationFrom(file, url)
    if (destination === 'elsewhere' || destination === 'javascript') return
    const { name, place } = candidate
    const leadsTo = whatIsLoaded(element, name)
    found.push({ element: element.name, name, url, destination, leadsTo, listed, place })
  }
  for (const element of elements) {
    for (const candidate of element.attributes) {
      const listed = isListed(element, candidate)
      const urls = listed ? urlsOf(candidate) : unlistedUrls(element, candidate)
      // Nearly every value is one URL, or none.
      if (typeof urls === 'string') addUrl(urls, listed, element, candidate)
      else if (urls !== null) for (const url of urls) addUrl(url, listed, element, candidate)
    }
  }
  return found
}

const whatIsLoaded = (element: HtmlElement, name: string): HtmlUrl['leadsTo'] => {
  const isHref = name === 'href' || name === 'xlink:href'
  if (element.name === 'script' && (name === 'src' || (element.foreign && isHref)))
    return ['classic', 'module'].includes(scriptKind(element)) ? 'code' : 'part'
  // In another window nothing opens: the sandbox allows none.
  const opensHere = /^(?:_self)?$/i.test(attribute(element, 'target') ?? '')
  return (element.name === 'a' || element.name === 'area') && isHref && opensHere ? 'page' : 'part'
}

const isListed = (element: HtmlElement, { name }: HtmlAttribute): boolean =>
  LISTED_URL_ATTRIBUTES.has(name) && (name !== 'data' || element.name === 'object')

/** The upload check does not name these, but a browser would load them. */
const unlistedUrls = (element: HtmlElement, found: HtmlAttribute): string | readonly string[] | null => {
  const { name, value } = found
  if (OTHER_URL_ATTRIBUTES.has(name)) return urlsOf(found)
  if (!element.foreign || name === 'style') return null
  if (ANIMATED_VALUES.has(name) && /href$/.test(attribute(element, 'attributeName') ?? ''))
    return value.split(';')
  // Presentation attributes of inline SVG are CSS.
  return NO_CSS.test(name)
    ? null
    : cssLinks(value).flatMap(({ kind, url }) => (kind === 'url' || kind === 'text' ? [url] : []))
}

const urlsOf = ({ name, value }: HtmlAttribute): string | readonly string[] => {
  if (name === 'srcset' || name === 'imagesrcset') return srcsetUrls(value)
  return name === 'ping' || name === 'attributionsrc' ? value.split(/[\t\n\f\r ]+/) : value
}
