import { type DefaultTreeAdapterTypes, parse, type Token } from 'parse5'
import { resolvePath } from '../../check/facts/bundle/paths.js'
import { takesPart } from '../../check/facts/svg/parts-of-files.js'
import { destinationOf } from '../../check/facts/text/url.js'
import { extensionOf } from '../../platform/file-types.js'
import { type Edit, removedPart } from '../edits.js'

/** Whether a file is an HTML page. */
export const isPage = (path: string): boolean => ['html', 'htm'].includes(extensionOf(path) ?? '')

export type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.Node

/** A page as a browser parses it. */
export interface PageTree {
  /** In the order of the text; only those whose tags are written there. */
  readonly elements: readonly Element[]
  /** The elements that do nothing where scripts run: those in `noscript` and `template`. */
  readonly inert: ReadonlySet<Element>
  /** Where its document type ends; 0 where it has none. */
  readonly doctypeEnd: number
}

/** A page as a tree whose tags have their places; SVG files are read in the same way. */
export const pageTree = (text: string): PageTree => {
  const running = parsed(text, true)
  if (!/<noscript/i.test(text)) return running
  // With scripts, which always run here, `noscript` is text; the upload check still reads its content.
  const known = new Set(running.elements.map((element) => startTag(element)?.startOffset))
  const hidden = parsed(text, false).elements.filter(
    (element) => element.tagName !== 'noscript' && !known.has(startTag(element)?.startOffset),
  )
  return {
    ...running,
    elements: inOrder([...running.elements, ...hidden]),
    inert: new Set([...running.inert, ...hidden]),
  }
}

const parsed = (text: string, scriptingEnabled: boolean): PageTree => {
  const elements: Element[] = []
  const inert = new Set<Element>()
  const seen = new Set<number>()
  let doctypeEnd = 0
  const root = parse(text, { sourceCodeLocationInfo: true, scriptingEnabled })
  const waiting: { readonly node: Node; readonly isInert: boolean }[] = [{ node: root, isInert: false }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, isInert } = next
    if (node.nodeName === '#documentType') doctypeEnd = node.sourceCodeLocation?.endOffset ?? 0
    const start = 'tagName' in node ? startTag(node)?.startOffset : undefined
    // Where tags are nested wrongly, a browser makes several elements of one.
    if ('tagName' in node && start !== undefined && !seen.has(start)) {
      seen.add(start)
      elements.push(node)
      if (isInert) inert.add(node)
    }
    if ('content' in node) waiting.push({ node: node.content, isInert: true })
    if ('childNodes' in node) for (const child of node.childNodes) waiting.push({ node: child, isInert })
  }
  return { elements: inOrder(elements), inert, doctypeEnd }
}

const inOrder = (elements: readonly Element[]): readonly Element[] =>
  elements.toSorted((a, b) => (startTag(a)?.startOffset ?? 0) - (startTag(b)?.startOffset ?? 0))

/** The elements of a page, in the order of the text. */
export const elementsOfPage = (text: string): readonly Element[] => pageTree(text).elements

/** The value of an element's attribute; undefined where it has none. */
export const attributeOf = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name && (one.prefix ?? '') === '')?.value

/** The words of a link's `rel`, in lower case. */
export const relOf = (element: Element): readonly string[] =>
  (attributeOf(element, 'rel') ?? '')
    .toLowerCase()
    .split(/[\t\n\f\r ]+/)
    .filter((word) => word !== '')

/** The old path against which a page's addresses are resolved: its own, or what its base element says. */
export const baseOf = (path: string, elements: readonly Element[]): string => {
  const href = elements
    .map((one) => (one.tagName === 'base' ? attributeOf(one, 'href') : undefined))
    .find((one) => one !== undefined)
  // A base on the web was the address at which the page itself stood; one that cannot be read names nothing.
  return href === undefined ? path : (resolvePath(path, href) ?? path)
}

/** Whether an element loads a script file of this name. */
export const loadsFile = (element: Element, name: string): boolean =>
  element.tagName === 'script' &&
  (attributeOf(element, 'src') ?? '').split(/[?#]/)[0]?.split('/').at(-1) === name

/** What an element loads, or leads to. */
export const sourceOf = (element: Element): string | undefined =>
  attributeOf(element, 'src') ?? attributeOf(element, 'href')

/** Whether an element shows a symbol, or a part of the kind, of another file. */
export const takesSymbol = ({ tagName, attrs }: Element): boolean =>
  takesPart(tagName) && attrs.some(({ name, value }) => name === 'href' && !value.trim().startsWith('#'))

/** Whether an element loads a script or a style sheet. */
export const isCode = (element: Element): boolean =>
  element.tagName === 'script' || (element.tagName === 'link' && relOf(element).includes('stylesheet'))

/** Whether an address leads to a file of the game. */
export const isLocal = (source: string | undefined): boolean =>
  source !== undefined &&
  (destinationOf(source) === 'root' ||
    (destinationOf(source) === 'elsewhere' && !/^\s*[a-z][a-z0-9+.-]*:/i.test(source)))

/** Whether a script element is JavaScript, and of which kind; null for data. */
export const scriptKindOf = (element: Element): 'script' | 'module' | null => {
  const type = (attributeOf(element, 'type') ?? '').trim().toLowerCase()
  if (type === 'module') return 'module'
  return type === '' || /^(?:text|application)\/(?:x-)?(?:java|ecma)script$/.test(type) ? 'script' : null
}

/** What an element holds, between its tags: the text of a script or a style sheet. */
export const contentOf = (
  text: string,
  element: Element,
): { readonly text: string; readonly start: number } | null => {
  const start = startTag(element)?.endOffset
  const end = element.sourceCodeLocation?.endTag?.startOffset
  return start === undefined || end === undefined ? null : { text: text.slice(start, end), start }
}

export const startTag = (element: Element): Token.Location | undefined =>
  element.sourceCodeLocation?.startTag ?? element.sourceCodeLocation ?? undefined

export const attributePlace = (element: Element, name: string): Token.Location | undefined =>
  element.sourceCodeLocation?.attrs?.[name]

/** Where an element begins and ends, with all that it holds. */
export const extentOf = (element: Element): { readonly start: number; readonly end: number } => {
  const tag = startTag(element)
  return {
    start: tag?.startOffset ?? 0,
    end: element.sourceCodeLocation?.endTag?.endOffset ?? tag?.endOffset ?? 0,
  }
}

/** An element taken out with all that it holds; with its line, where it has one of its own. */
export const removal = (text: string, element: Element, why: string): Edit => {
  const { start, end } = extentOf(element)
  const edit = removedPart(text, start, end, why)
  const before = /(?:^|\n)([ \t]*)$/.exec(text.slice(0, start))?.[1]
  const after = /^[ \t]*(?:\r\n|\n|$)/.exec(text.slice(end))?.[0]
  return before === undefined || after === undefined
    ? edit
    : { ...edit, start: start - before.length, end: end + after.length }
}

/** An attribute taken out with the blanks before it; none where it is not written there. */
export const withoutAttribute = (
  text: string,
  element: Element,
  name: string,
  why: string,
): readonly Edit[] => {
  const place = attributePlace(element, name)
  if (place === undefined) return []
  const edit = removedPart(text, place.startOffset, place.endOffset, why)
  return [{ ...edit, start: text.slice(0, place.startOffset).trimEnd().length }]
}

/** The blanks before a place at the start of a line; null where something else stands before it. */
export const indentAt = (text: string, at: number): string | null =>
  /(?:^|[\r\n])([ \t]*)$/.exec(text.slice(0, at))?.[1] ?? null

/** Whether it is a page's own Content-Security-Policy. */
export const isPolicy = (element: Element): boolean =>
  element.tagName === 'meta' &&
  /^\s*content-security-policy\s*$/i.test(attributeOf(element, 'http-equiv') ?? '')

/**
 * Where a `meta` element sends people, and after how many seconds; an empty URL is the page itself. Null for any other
 * element.
 */
export const refreshOf = (element: Element): { readonly seconds: number; readonly url: string } | null => {
  if (element.tagName !== 'meta' || !/^\s*refresh\s*$/i.test(attributeOf(element, 'http-equiv') ?? ''))
    return null
  const read = /^\s*(\d*)[\d.]*\s*(?:[;,\s]\s*(?:url\s*=\s*)?["']?([^"']*))?/i.exec(
    attributeOf(element, 'content') ?? '',
  )
  return { seconds: Number(read?.[1] ?? 0), url: (read?.[2] ?? '').trim() }
}
