import type { Place } from '../text/position.js'

/** An element of a page, as a browser makes it, with scripting on or off. */
export interface HtmlElement {
  /** In lower case, except in SVG. */
  readonly name: string
  readonly foreign: boolean
  /** Whether only a browser's preload scanner may see it: its URLs are loaded, and its code never runs. */
  readonly isScanned?: boolean
  readonly attributes: readonly HtmlAttribute[]
  readonly place: Place
  /** The text of a `style` or `script` element; empty for all others. */
  readonly text: string
  /** The place of an offset of the text in the file. */
  placeInText(offset: number): Place
}

export interface HtmlAttribute {
  /** With its prefix: `xlink:href`. */
  readonly name: string
  readonly value: string
  readonly place: Place
}

export interface HtmlFacts {
  readonly elements: readonly HtmlElement[]
  /** Of these, the ones that are needed for their names: few of a page's many. */
  readonly named: readonly HtmlElement[]
  /** Why the page cannot be judged, and not all of its elements may be known; absent where it can. */
  readonly unjudged?: string
}

/** An attribute's value, or undefined. */
export const attribute = ({ attributes }: HtmlElement, name: string): string | undefined =>
  attributes.find((candidate) => candidate.name === name)?.value

/** The keywords in the `rel` of a link element, in lower case; none of any other element. */
export const relOf = (element: HtmlElement): readonly string[] =>
  element.name === 'link' && !element.foreign
    ? (attribute(element, 'rel') ?? '').toLowerCase().split(/[\t\n\f\r ]+/)
    : []

/** Whether a click on a link downloads what it leads to. */
export const isDownload = (element: HtmlElement): boolean =>
  (element.name === 'a' || element.name === 'area') &&
  !element.foreign &&
  attribute(element, 'download') !== undefined

const JAVASCRIPT_TYPE = /^(text|application)\/(x-)?(java|ecma|j|live)script(1\.[0-5])?$/

/** What a browser does with a script element's text. */
export const scriptKind = (element: HtmlElement): 'classic' | 'module' | 'data' | 'other' => {
  const type = (attribute(element, 'type') ?? '').trim().toLowerCase()
  if (type === '' || JAVASCRIPT_TYPE.test(type)) return 'classic'
  if (type === 'module') return 'module'
  return type === 'importmap' || type === 'speculationrules' ? 'data' : 'other'
}

/** Whether an attribute is an event handler. */
export const isHandler = (name: string): boolean =>
  name.length > 2 && (name.charCodeAt(0) | 0x20) === LETTER_O && (name.charCodeAt(1) | 0x20) === LETTER_N

const LETTER_O = 0x6f
const LETTER_N = 0x6e

/** Whether a browser that knows modules leaves a script out: `<script nomodule>`. */
export const isForOldBrowsers = (element: HtmlElement): boolean =>
  attribute(element, 'nomodule') !== undefined && scriptKind(element) === 'classic'
