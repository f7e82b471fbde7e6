import type { StyleLink } from '../css/link.js'
import { cssLinks } from '../css/read.js'
import {
  ANIMATED_VALUES,
  LISTED_URL_ATTRIBUTES,
  NO_CSS,
  OTHER_URL_ATTRIBUTES,
  XHTML_NAMESPACE,
} from '../html/names.js'
import type { Needs } from '../needs.js'
import { type ScriptPart, scriptsInUrls } from '../script/part.js'
import type { Place } from '../text/position.js'
import { srcsetUrls } from '../text/url.js'
import type { SvgAttribute, SvgElement, SvgFacts } from './facts.js'

/** Where an SVG file has links: any attribute may be CSS, and an XHTML element is one of a page. */
export const SVG_LINKS: Needs = {
  drawing: {
    elements: ['style'],
    // `xml:base`
    attributes: ['href', 'src', 'base', ...ANIMATED_VALUES],
    styleUrls: true,
    foreign: true,
  },
}

/** A link of an SVG file. Namespace declarations and RDF metadata are none (readings). */
export interface SvgLink {
  /** What holds it, for a message: `href of <image>`. */
  readonly what: string
  readonly url: string
  readonly place: Place
}

export const svgLinks = (svg: SvgFacts): readonly SvgLink[] => [
  ...svg.elements.flatMap((element) => [
    ...element.attributes.flatMap((attribute) =>
      urlsOf(element, attribute).map((url) => ({
        what: `${attribute.name} of <${element.local}>`,
        url,
        place: attribute.place,
      })),
    ),
    ...cssLinks(element.style)
      .filter(({ kind }) => kind !== 'value')
      .map(({ url }) => ({ what: 'URL in <style>', url, place: element.place })),
  ]),
  ...svg.stylesheets.map(({ href, line, column }) => ({
    what: 'href of <?xml-stylesheet?>',
    url: href,
    place: { line, column },
  })),
]

/** The scripts in the `javascript:` URLs of an SVG file. */
export const scriptsOfSvg = ({ elements }: SvgFacts): readonly ScriptPart[] =>
  elements.flatMap(({ attributes }) => attributes.flatMap((one) => scriptsInUrls(one.local, one)))

/** The texts that the CSS of an SVG file hands on, of which other CSS can make URLs. */
export const stylesHandedOn = ({ elements }: SvgFacts): readonly StyleLink[] =>
  elements.flatMap((element) => [
    ...handedOn(element.style, element.place),
    ...element.attributes.flatMap(({ name, value, place }) =>
      name === 'style' ? handedOn(value, place) : [],
    ),
  ])

const handedOn = (css: string, place: Place): readonly StyleLink[] =>
  cssLinks(css).flatMap((link) =>
    link.kind === 'value' ? [{ ...link, place, property: '', font: null }] : [],
  )

const ANIMATIONS: ReadonlySet<string> = new Set(['set', 'animate', 'animateMotion', 'animateTransform'])

const urlsOf = (element: SvgElement, { name, local, prefix, value }: SvgAttribute): readonly string[] => {
  if (prefix === 'xmlns' || name === 'xmlns') return []
  if (name === 'xml:base') return [value]
  if (prefix !== '' && local === 'href') return [value]
  if (prefix !== '') return []
  if (local === 'href' || local === 'src') return [value]
  // Presentation attributes are CSS, and so is `style`.
  const css = NO_CSS.test(local)
    ? []
    : cssLinks(value)
        .filter(({ kind }) => kind === 'url' || kind === 'text')
        .map(({ url }) => url)
  // An animation that sets a link counts as the link; it may set a presentation attribute, too.
  if (ANIMATIONS.has(element.local) && ANIMATED_VALUES.has(local)) return [...value.split(';'), ...css]
  if (
    element.namespace === XHTML_NAMESPACE &&
    (LISTED_URL_ATTRIBUTES.has(local) || OTHER_URL_ATTRIBUTES.has(local))
  )
    return listOf(local, value)
  if (isRefresh(element) && local === 'content') return [refreshUrl(value)]
  return css
}

/** Whether an element reloads or leaves the page that it is in. */
export const isRefresh = ({ namespace, local, attributes }: SvgElement): boolean =>
  namespace === XHTML_NAMESPACE &&
  local === 'meta' &&
  attributes.some(({ name, value }) => name === 'http-equiv' && /^refresh$/i.test(value))

/** The URL in the content of a refresh, `5; url=next.html`; empty where it has none. */
const refreshUrl = (content: string): string => {
  const [, rest = ''] =
    /^[\t\n\f\r ]*[\d.]*[\t\n\f\r ]*[;,]?[\t\n\f\r ]*(?:url[\t\n\f\r ]*=[\t\n\f\r ]*)?(.*)$/is.exec(
      content,
    ) ?? []
  const [, double, single] = /^(?:"([^"]*)|'([^']*))/.exec(rest) ?? []
  return double ?? single ?? rest
}

/** The URLs of an attribute of a page. */
const listOf = (name: string, value: string): readonly string[] => {
  if (name === 'srcset' || name === 'imagesrcset') return srcsetUrls(value)
  return name === 'ping' ? value.split(/[\t\n\f\r ]+/) : [value]
}
