import { resolvePath } from '../bundle/paths.js'
import { cssLinks } from '../css/read.js'
import type { HtmlAttribute, HtmlElement } from '../html/element.js'
import { destinationFrom } from '../text/url.js'

/**
 * The elements of drawings that show or take a part of one: a symbol, a path, a gradient. A browser takes it from another
 * file only where both have one origin, which a mini app does not have; so with a filter. What a `fill` or a `mask` names in another file
 * is drawn in some browsers.
 */
const TAKING: ReadonlySet<string> = new Set([
  'use',
  'textpath',
  'lineargradient',
  'radialgradient',
  'pattern',
])

/** Whether an element takes a part of the drawing that its `href` names. @param name in any letter case */
export const takesPart = (name: string): boolean => TAKING.has(name.toLowerCase())

/** The attribute of an element in a page's drawing that names what it takes a part of; undefined where none does. */
export const partTaken = (element: HtmlElement): HtmlAttribute | undefined =>
  element.foreign && takesPart(element.name)
    ? (named(element, 'href') ?? named(element, 'xlink:href'))
    : undefined

/** The attribute of an element in a page's drawing that names its filter, which is as much a part. */
export const filterTaken = (element: HtmlElement): HtmlAttribute | undefined =>
  element.foreign ? named(element, 'filter') : undefined

const named = ({ attributes }: HtmlElement, name: string): HtmlAttribute | undefined =>
  attributes.find((one) => one.name === name)

/** The URL of a filter in the value of an attribute; empty where it has none. */
export const filterUrl = (value: string): string =>
  cssLinks(value).find(({ kind, url }) => kind === 'url' && url.includes('#'))?.url ?? ''

/** Whether a URL in a file names another file of the bundle, or a part of one: `icons.svg#play`. */
export const namesAnotherFile = (file: string, url: string): boolean =>
  !OWN_OR_WHOLE.test(url) && destinationFrom(file, url) === 'elsewhere' && resolvePath(file, url) !== file

/** Of the page itself, or with a scheme. */
const OWN_OR_WHOLE = /^\s*(?:[#?]|$|[a-z][a-z0-9+.-]*:)/i

/** What to do about it, in a page. */
export const PUT_INTO_PAGE =
  'Put the symbols into the page, and refer to them as "#name"; or add the browser shim with `miniapp init --shim`.'
