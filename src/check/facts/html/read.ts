import type { LineIndex, Place } from '../text/position.js'
import { type HtmlAttribute, type HtmlElement, type HtmlFacts, isHandler } from './element.js'
import { htmlFactsOf, type PageInterest } from './interest.js'
import { XHTML_NAMESPACE } from './names.js'
import { PreloadScanner, type ScannedElement } from './preload-scanner.js'
import { type PageElement, type PageTree, parsePage, type Reading, TangledPage } from './tree.js'

/**
 * Parses a page as a browser does, and lists the elements that rules ask about, those of templates included. A page
 * that cannot be parsed within the limits is one that cannot be judged, and has the elements that its tags name.
 */
export const readHtml = (text: string, lines: LineIndex, interest: PageInterest): HtmlFacts => {
  try {
    return htmlFactsOf(readWhole(text, lines, interest), interest)
  } catch (error) {
    if (!(error instanceof TangledPage)) throw error
    const elements = new PreloadScanner(text, lines, true)
      .read(0)
      .filter((element) => mayLoad(element, interest))
    return { ...htmlFactsOf(elements, interest), unjudged: error.message }
  }
}

const readWhole = (text: string, lines: LineIndex, interest: PageInterest): readonly HtmlElement[] => {
  const hasNoscript = /<noscript/i.test(text)
  const trees = [new Tree({ text, scriptingEnabled: true }, lines, interest)]
  // Only what `noscript` holds depends on whether scripts run; what only one of the two sees counts too.
  if (hasNoscript) trees.push(new Tree({ text, scriptingEnabled: false }, lines, interest))
  // Current browsers keep the content of a `select`; the parser still drops it.
  if (/<select/i.test(text)) {
    const kept = text.replace(/<(\/?)select(?=[\t\n\f\r />])/gi, '<$1selekt')
    trees.push(new Tree({ text: kept, scriptingEnabled: true }, lines, interest))
  }
  const found = unionOf(trees)
  // The scanner knows only tags, and on most pages they match the tree.
  const known = new Set(found.map(contentOf))
  const scanned = new Set<string>()
  return [
    ...found,
    ...scan(text, lines, hasNoscript, trees, interest).filter((element) => {
      const key = `${contentOf(element)}\n${identity(element)}`
      if (known.has(contentOf(element)) || scanned.has(key)) return false
      scanned.add(key)
      return true
    }),
  ]
}

/** The elements of several readings, each once. */
const unionOf = (trees: readonly Tree[]): readonly HtmlElement[] => {
  const [first, ...others] = trees
  const elements = first?.found ?? []
  if (others.length === 0) return elements
  const seen = new Set(elements.map(identity))
  return [
    ...elements,
    ...others
      .flatMap(({ found }) => found)
      .filter((element) => {
        const key = identity(element)
        if (seen.has(key)) return false
        seen.add(key)
        return true
      }),
  ]
}

const identity = ({ name, place: { line, column } }: HtmlElement): string => `${line}:${column}:${name}`

/** What a scanner may load by an element: its attributes, and the CSS that it holds. */
const contentOf = ({ name, attributes, text }: HtmlElement): string =>
  [
    // The tree has an `img` where a page has an `image`.
    name === 'image' ? 'img' : name.toLowerCase(),
    ...attributes.map((attribute) => `${attribute.name.toLowerCase()}=${attribute.value}`),
    name === 'style' ? text : '',
  ].join('\n')

/** What a browser's preload scanner sees of a page, as far as rules ask about it. */
const scan = (
  text: string,
  lines: LineIndex,
  hasNoscript: boolean,
  trees: readonly Tree[],
  interest: PageInterest,
): readonly ScannedElement[] => {
  const scanners = (hasNoscript ? [true, false] : [true]).map(
    (scripting) => new PreloadScanner(text, lines, scripting),
  )
  const starts = [0, ...trees.flatMap((tree) => (mayPartFromTags(tree, text) ? tree.starts : []))]
  return scanners.flatMap((scanner) => {
    const found = starts.flatMap((start) =>
      scanner.read(start).filter((element) => mayLoad(element, interest)),
    )
    if (scanner.unjudged !== null) throw new TangledPage(scanner.unjudged)
    return found
  })
}

/** Whether an element that only a scanner may see is needed: it loads, but it neither handles nor submits anything. */
const mayLoad = ({ name, attributes }: ScannedElement, interest: PageInterest): boolean =>
  name !== 'form' &&
  (interest.hasElement(name) ||
    attributes.some((attribute) => interest.hasAttribute(attribute) && !isHandler(attribute.name)))

/**
 * Whether scans of a page that start in different places may differ: it has an element in SVG or MathML that a scanner
 * takes for a raw text, and anything but text in one.
 */
const mayPartFromTags = ({ rawNames }: Tree, text: string): boolean =>
  [...rawNames].some((name) => {
    const all = text.match(new RegExp(`<${name}(?![^\\t\\n\\f\\r />])`, 'gi'))?.length
    const plain = text.match(
      new RegExp(`<${name}(?:[\\t\\n\\f\\r /][^<>]*)?>[^<]*</${name}\\s*>`, 'gi'),
    )?.length
    return all !== plain
  })

/** A page, read in one way. */
class Tree {
  readonly found: readonly HtmlElement[]
  readonly rawNames: ReadonlySet<string>
  readonly #places: Places

  constructor(reading: Reading, lines: LineIndex, interest: PageInterest) {
    const places = new Places(reading, lines)
    const { elements, rawNames } = parsePage(reading, false)
    this.#places = places
    this.rawNames = rawNames
    const found: HtmlElement[] = []
    // Where tags are nested wrongly, a browser makes several elements of one: they have one list of attributes.
    const seen = new Set<PageElement['attrs']>()
    for (const [index, node] of elements.entries()) {
      if (seen.has(node.attrs)) continue
      seen.add(node.attrs)
      const element = describe(node, index, places, interest)
      if (element !== null) found.push(element)
    }
    this.found = found
  }

  /** Where the tags of its elements start, in their order. */
  get starts(): readonly number[] {
    return this.#places.starts
  }
}

/**
 * Where elements are in the text. Places make parsing half as slow again, and few pages need one: they are looked up
 * in a second tree, whose elements come in the same order.
 */
class Places {
  readonly #reading: Reading
  readonly #lines: LineIndex
  #tree: PageTree | undefined

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

  /** The place of an offset in an element's text, as a browser has it: with LF only. */
  inText(index: number, offset: number): Place {
    const from = this.#location(index)?.startTag?.endOffset ?? 0
    return this.#lines.placeInPart(from, offset)
  }

  get starts(): readonly number[] {
    return this.#elements
      .flatMap(({ sourceCodeLocation }) => sourceCodeLocation?.startOffset ?? [])
      .toSorted((a, b) => a - b)
  }

  #location(index: number): PageElement['sourceCodeLocation'] {
    return this.#elements[index]?.sourceCodeLocation
  }

  get #elements(): readonly PageElement[] {
    this.#tree ??= parsePage(this.#reading, true)
    return this.#tree.elements
  }
}

/** An element that is needed; null for all others. */
const describe = (
  node: PageElement,
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

const textOf = (node: PageElement): string =>
  node.tagName === 'style' || node.tagName === 'script'
    ? node.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
    : ''

const fullName = ({ name, prefix }: PageElement['attrs'][number]): string =>
  prefix === undefined || prefix === '' ? name : `${prefix}:${name}`
