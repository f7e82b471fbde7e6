import { cssLinks } from './css.js'
import { attribute, type HtmlAttribute, type HtmlElement, type HtmlFacts } from './html-element.js'
import type { Place } from './position.js'
import { srcsetUrls } from './url.js'

/** The attributes whose URLs the upload check looks at (2.8); `data` is the object element's alone. */
export const LISTED_URL_ATTRIBUTES: ReadonlySet<string> = new Set([
  'src',
  'href',
  'srcset',
  'poster',
  'action',
  'formaction',
  'data',
  'background',
  'manifest',
  'ping',
  'cite',
  'longdesc',
  'xlink:href',
])

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

/** A URL in an attribute of a page. */
export interface HtmlUrl {
  readonly element: string
  readonly name: string
  readonly url: string
  readonly place: Place
}

/** Every URL in a listed attribute; those of `srcset` and `ping` one by one. */
export const listedUrls = (html: HtmlFacts): readonly HtmlUrl[] =>
  urlsIn(html, (element, { name, value }) => {
    if (!LISTED_URL_ATTRIBUTES.has(name) || (name === 'data' && element.name !== 'object')) return []
    return splitUrls(name, value)
  })

/** URLs that browsers read from other attributes: the upload check does not name them, but they cannot load. */
export const unlistedUrls = (html: HtmlFacts): readonly HtmlUrl[] =>
  urlsIn(html, (element, { name, value }) => {
    if (OTHER_URL_ATTRIBUTES.has(name)) return splitUrls(name, value)
    if (!element.foreign || name === 'style') return []
    if (ANIMATED_VALUES.has(name) && /href$/.test(attribute(element, 'attributeName') ?? ''))
      return value.split(';')
    // Presentation attributes of inline SVG are CSS.
    return cssLinks(value).flatMap(({ kind, url }) => (kind === 'url' ? [url] : []))
  })

const OTHER_URL_ATTRIBUTES: ReadonlySet<string> = new Set([
  'imagesrcset',
  'attributionsrc',
  'codebase',
  'classid',
  'archive',
  'lowsrc',
  'dynsrc',
  'profile',
  'icon',
])

const ANIMATED_VALUES: ReadonlySet<string> = new Set(['to', 'from', 'by', 'values'])

const splitUrls = (name: string, value: string): readonly string[] => {
  if (name === 'srcset' || name === 'imagesrcset') return srcsetUrls(value)
  return name === 'ping' || name === 'attributionsrc' ? value.split(/[\t\n\f\r ]+/) : [value]
}

const urlsIn = (
  { elements }: HtmlFacts,
  urlsOf: (element: HtmlElement, attribute: HtmlAttribute) => readonly string[],
): readonly HtmlUrl[] =>
  elements.flatMap((element) =>
    element.attributes.flatMap((found) =>
      urlsOf(element, found).map((url) => ({
        element: element.name,
        name: found.name,
        url,
        place: found.place,
      })),
    ),
  )
