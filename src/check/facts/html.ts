import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'
import type { HtmlAttribute, HtmlElement, HtmlFacts } from './html-element.js'
import { readTags } from './html-tags.js'
import { XHTML_NAMESPACE } from './namespaces.js'
import { htmlFactsOf } from './page-elements.js'
import type { PageInterest } from './page-interest.js'
import type { LineIndex, Place } from './position.js'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** How a page is read: with scripts running or not, and as a browser's look-ahead scanner does or not. */
interface Reading {
  readonly text: string
  readonly scriptingEnabled: boolean
  readonly interest: PageInterest
}

/** Parses a page as a browser does, and lists the elements that are needed, those of templates included. */
export const readHtml = (text: string, lines: LineIndex, interest: PageInterest): HtmlFacts => {
  try {
    return readTrees(text, lines, interest)
  } catch (error) {
    if (!(error instanceof TangledPage)) throw error
    return htmlFactsOf(readTags(text, lines, interest), interest)
  }
}

/** The page's tree would be too large or too deep to be held. */
class TangledPage extends Error {}

/**
 * Wrongly nested formatting makes a parser copy elements without end: a page of 200 KB can take gigabytes. No page
 * that people made comes near either; browsers themselves nest no deeper than 512.
 */
const MAX_ELEMENTS = 150_000
const MAX_DEPTH = 2_000

const readTrees = (text: string, lines: LineIndex, interest: PageInterest): HtmlFacts => {
  const elements = read({ text, scriptingEnabled: true, interest }, lines)
  let more: readonly HtmlElement[] = []
  // Only what `noscript` holds depends on whether scripts run; what only one of the two sees counts too.
  if (/<noscript/i.test(text)) more = read({ text, scriptingEnabled: false, interest }, lines)
  // Browsers load ahead of the parser, and their scanner does not know that SVG has CDATA sections.
  if (text.includes('<![CDATA[')) {
    const scanned = text.replaceAll('<![CDATA[', '<![cdata[')
    more = [...more, ...read({ text: scanned, scriptingEnabled: true, interest }, lines)]
  }
  // Browsers have come to keep what stands in a `select`; the parser still drops it.
  if (/<select/i.test(text)) {
    const kept = text.replace(/<(\/?)select(?=[\t\n\f\r />])/gi, '<$1selekt')
    more = [...more, ...read({ text: kept, scriptingEnabled: true, interest }, lines)]
  }
  if (more.length === 0) return htmlFactsOf(elements, interest)
  const seen = new Set(elements.map(identity))
  const others = more.filter((element) => {
    const key = identity(element)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
  return htmlFactsOf([...elements, ...others], interest)
}

const identity = ({ name, place: { line, column } }: HtmlElement): string => `${line}:${column}:${name}`

const read = (reading: Reading, lines: LineIndex): readonly HtmlElement[] => {
  const found: HtmlElement[] = []
  // Places make parsing half as slow again, and few pages need one: they are looked up in a second tree, whose
  // elements come in the same order.
  const places = new Places(reading, lines)
  // Where tags are nested wrongly, a browser makes several elements of one: they have one list of attributes.
  const seen = new Set<Element['attrs']>()
  let index = -1
  for (const node of elementsOf(reading, false)) {
    index += 1
    if (seen.has(node.attrs)) continue
    seen.add(node.attrs)
    const element = describe(node, index, places, reading.interest)
    if (element !== null) found.push(element)
  }
  return found
}

/**
 * A tree without the texts that no rule reads: they are most of a page. Where texts go does not depend on the
 * texts before them. (The parser looks for the texts themselves where places are asked for.)
 */
const TREE: typeof defaultTreeAdapter = {
  ...defaultTreeAdapter,
  insertText: (parent, text) => {
    if (isRead(parent)) defaultTreeAdapter.insertText(parent, text)
  },
  insertTextBefore: (parent, text, before) => {
    if (isRead(parent)) defaultTreeAdapter.insertTextBefore(parent, text, before)
  },
}

/** A tree that is given up when it grows too large. */
const bounded = (adapter: typeof defaultTreeAdapter): typeof defaultTreeAdapter => {
  let elements = 0
  let depth = 0
  return {
    ...adapter,
    createElement: (...created) => {
      elements += 1
      if (elements > MAX_ELEMENTS) throw new TangledPage('The page has too many elements.')
      return adapter.createElement(...created)
    },
    onItemPush: () => {
      depth += 1
      if (depth > MAX_DEPTH) throw new TangledPage('The page is nested too deeply.')
    },
    onItemPop: () => {
      depth -= 1
    },
  }
}

const isRead = (parent: DefaultTreeAdapterTypes.ParentNode): boolean =>
  parent.nodeName === 'style' || parent.nodeName === 'script'

/** The elements of a page in the order of the tree. */
const elementsOf = function* ({ text, scriptingEnabled }: Reading, places: boolean): Generator<Element> {
  // A stack of our own: hostile nesting is deeper than the call stack.
  const waiting: Node[] = [
    parse(text, {
      treeAdapter: bounded(places ? defaultTreeAdapter : TREE),
      sourceCodeLocationInfo: places,
      scriptingEnabled,
    }),
  ]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('tagName' in node) yield node
    if ('content' in node) waiting.push(node.content)
    if ('childNodes' in node)
      for (let i = node.childNodes.length - 1; i >= 0; i--) {
        const child = node.childNodes[i]
        if (child !== undefined) waiting.push(child)
      }
  }
}

class Places {
  readonly #reading: Reading
  readonly #lines: LineIndex
  #elements: readonly Element[] | undefined

  constructor(reading: Reading, lines: LineIndex) {
    this.#reading = reading
    this.#lines = lines
  }

  /** The place of an element's start tag, or of one of its attributes. */
  of(index: number, attribute?: string): Place {
    const location = this.#location(index)
    const start = location?.startTag ?? location
    const at = attribute === undefined ? start : (location?.attrs?.[attribute] ?? start)
    return this.#lines.place(at?.startOffset ?? 0)
  }

  /** The place of an offset in an element's text, as a browser has it: with LF alone. */
  inText(index: number, offset: number): Place {
    const from = this.#location(index)?.startTag?.endOffset ?? 0
    return this.#lines.placeInPart(from, offset)
  }

  #location(index: number): Element['sourceCodeLocation'] {
    this.#elements ??= [...elementsOf(this.#reading, true)]
    return this.#elements[index]?.sourceCodeLocation
  }
}

/** An element that is needed; null for all others. */
const describe = (
  node: Element,
  index: number,
  places: Places,
  interest: PageInterest,
): HtmlElement | null => {
  const foreign = node.namespaceURI !== XHTML_NAMESPACE
  // Only there do names have prefixes.
  const written = foreign ? node.attrs.map((one) => ({ ...one, name: fullName(one) })) : node.attrs
  if (!interest.has(node.tagName, foreign, written)) return null
  const attributes = node.attrs.map((one): HtmlAttribute => {
    const { value } = one
    const full = fullName(one)
    return {
      name: full,
      value,
      get place() {
        return places.of(index, full)
      },
    }
  })
  return {
    name: node.tagName,
    foreign,
    attributes,
    text: textOf(node),
    get place() {
      return places.of(index)
    },
    // In SVG the text is parsed like any other, entities and all: an offset in it is none in the page.
    placeInText: (offset) => (foreign ? places.of(index) : places.inText(index, offset)),
  }
}

const textOf = (node: Element): string =>
  node.tagName === 'style' || node.tagName === 'script'
    ? node.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
    : ''

const fullName = ({ name, prefix }: Element['attrs'][number]): string =>
  prefix === undefined || prefix === '' ? name : `${prefix}:${name}`
