import { mayNameUrls } from './css-texts.js'
import { type HtmlElement, type HtmlFacts, isHandler } from './html-element.js'

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

/** Other attributes from which browsers load. */
export const OTHER_URL_ATTRIBUTES: ReadonlySet<string> = new Set([
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

/** The attributes of an animation that hold values. */
export const ANIMATED_VALUES: ReadonlySet<string> = new Set(['to', 'from', 'by', 'values'])

/** Whether rules ask about elements of this name, whatever their attributes. */
export const isAskedElement = (name: string): boolean => ASKED_ELEMENTS.has(name)

/** What is known of a page with these elements. */
export const htmlFactsOf = (elements: readonly HtmlElement[]): HtmlFacts => ({
  elements,
  named: elements.filter(({ name }) => ASKED_ELEMENTS.has(name)),
})

const ASKED_ELEMENTS: ReadonlySet<string> = new Set([
  'base',
  'meta',
  'link',
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'portal',
  'script',
  'style',
  'input',
  'form',
])

/** Whether rules ask about an element for this attribute, whatever the element's name. */
export const isAsked = (attribute: { readonly name: string; readonly value: string }): boolean => {
  const { name } = attribute
  // Most styles name no URL, and nearly as many elements have one.
  return name === 'style' ? mayNameUrls(attribute.value) : ASKED_ATTRIBUTES.has(name) || isHandler(name)
}

const ASKED_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...LISTED_URL_ATTRIBUTES,
  ...OTHER_URL_ATTRIBUTES,
  ...ANIMATED_VALUES,
  'download',
])

/** The attributes of a drawing that are no presentation attributes, whatever they say. */
export const NO_CSS = /^(?:data-.*|aria-.*|id|class|content|name|title)$/i
