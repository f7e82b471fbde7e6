import { decodeHTMLAttribute } from 'entities/decode'
import { PAGE_MAX_ATTRIBUTES } from '../../../platform/limits.js'
import { formatNumber } from '../../../terminal/units.js'
import { EQUALS, EXCLAMATION, GREATER, isHtmlSpace, isLetter, SLASH } from '../text/characters.js'
import type { LineIndex } from '../text/position.js'
import { TagAttribute, TagElement, withoutReturns } from './tag-element.js'

/**
 * The elements of a page as a browser's preload scanner sees them. It runs before the tree is
 * built and knows only tags: a name such as `title` or `style` starts a raw text in any context, SVG has no CDATA
 * sections, and a second attribute of one name may count. What it finds is fetched immediately, so
 * that a comment for the tree can be a picture for the scanner (readings).
 */
export class PreloadScanner {
  readonly #text: string
  readonly #lines: LineIndex
  readonly #rawNames: ReadonlySet<string>
  /** Where a tag, a comment or other markup was read before: what follows is known. */
  readonly #visited = new Set<number>()
  readonly #ends = new Map<string, readonly number[]>()
  /** How many characters may be read yet. */
  #budget: number
  #unjudged: string | null = null

  /** @param scripting whether scripts run: then what a `noscript` holds is a raw text */
  constructor(text: string, lines: LineIndex, scripting: boolean) {
    this.#text = text
    this.#lines = lines
    this.#rawNames = scripting ? RAW_NAMES_WITH_SCRIPTS : RAW_NAMES
    this.#budget = text.length * MAX_READINGS + LEAST_BUDGET
  }

  /** Why not all was read; null where it was. */
  get unjudged(): string | null {
    return this.#unjudged
  }

  /**
   * Scans from an offset to the end, or to where an earlier scan was: a browser may start to scan wherever its parser
   * has to wait.
   * @param from where a tag starts, or 0
   */
  read(from: number): readonly ScannedElement[] {
    const found: ScannedElement[] = []
    let at = this.#markupFrom(from)
    while (at !== -1 && !this.#visited.has(at)) {
      this.#visited.add(at)
      const end = this.#readMarkup(at, found)
      this.#budget -= end - at + MARKUP_COST
      if (this.#budget < 0) {
        this.#unjudged = 'there are too many ways to read it'
        break
      }
      at = this.#markupFrom(end)
    }
    return found
  }

  /** Where the next tag, comment or the like starts; -1 where none does. */
  #markupFrom(from: number): number {
    MARKUP.lastIndex = from
    return MARKUP.exec(this.#text)?.index ?? -1
  }

  /** Reads what starts with the `<` at an offset. @returns where it ends */
  #readMarkup(open: number, found: ScannedElement[]): number {
    const text = this.#text
    const next = text.charCodeAt(open + 1)
    if (isLetter(next)) return this.#readStartTag(open, found)
    if (next === SLASH) {
      const after = text.charCodeAt(open + 2)
      if (isLetter(after)) return this.#readAttributes(this.#nameEnd(open + 2), null)
      return after === GREATER ? open + 3 : Number.isNaN(after) ? text.length : this.#after('>', open + 2)
    }
    if (next === EXCLAMATION)
      return text.startsWith('--', open + 2) ? this.#commentEnd(open + 4) : this.#after('>', open + 2)
    return this.#after('>', open + 1)
  }

  #readStartTag(open: number, found: ScannedElement[]): number {
    const nameEnd = this.#nameEnd(open + 1)
    const name = withoutNul(this.#text.slice(open + 1, nameEnd).toLowerCase())
    const attributes: ScannedAttribute[] = []
    const tagEnd = this.#readAttributes(nameEnd, attributes)
    // A tag that the page ends in is none.
    if (tagEnd === NEVER) return this.#text.length
    const end = name === 'plaintext' ? this.#text.length : this.#rawEnd(name, tagEnd)
    const isRead = name === 'script' || name === 'style'
    const content = isRead ? withoutReturns(this.#text.slice(tagEnd, end)) : ''
    found.push(new ScannedElement(name, taken(name, attributes), content, this.#lines, open, tagEnd))
    return end
  }

  #nameEnd(from: number): number {
    NAME_END.lastIndex = from
    return NAME_END.exec(this.#text)?.index ?? this.#text.length
  }

  /** Reads a tag from the end of its name. @returns where it ends; `NEVER` for a start tag without an end */
  #readAttributes(from: number, attributes: ScannedAttribute[] | null): number {
    const text = this.#text
    const never = attributes === null ? text.length : NEVER
    let at = from
    for (;;) {
      while (isHtmlSpace(text.charCodeAt(at)) || text.charCodeAt(at) === SLASH) at += 1
      if (at >= text.length) return never
      if (text.charCodeAt(at) === GREATER) return at + 1
      const nameStart = at
      // The first character belongs to the name even if it is `=`.
      ATTRIBUTE_NAME_END.lastIndex = at + 1
      const nameEnd = ATTRIBUTE_NAME_END.exec(text)?.index ?? text.length
      at = nameEnd
      while (isHtmlSpace(text.charCodeAt(at))) at += 1
      let valueStart = nameEnd
      let valueEnd = nameEnd
      if (text.charCodeAt(at) === EQUALS) {
        at += 1
        while (isHtmlSpace(text.charCodeAt(at))) at += 1
        const quote = text.charAt(at)
        if (quote === '"' || quote === "'") {
          valueStart = at + 1
          valueEnd = text.indexOf(quote, valueStart)
          if (valueEnd === -1) return never
          at = valueEnd + 1
        } else {
          valueStart = at
          UNQUOTED_END.lastIndex = at
          valueEnd = UNQUOTED_END.exec(text)?.index ?? text.length
          at = valueEnd
        }
      }
      if (attributes === null) continue
      if (attributes.length < PAGE_MAX_ATTRIBUTES) {
        const name = withoutNul(text.slice(nameStart, nameEnd).toLowerCase())
        attributes.push(new ScannedAttribute(name, text, this.#lines, nameStart, valueStart, valueEnd))
      } else this.#unjudged = `an element has more than ${formatNumber(PAGE_MAX_ATTRIBUTES)} attributes`
    }
  }

  /** Where the text that a start tag of this name begins ends: at its end tag, or immediately where the name starts no raw text. */
  #rawEnd(name: string, from: number): number {
    if (name === 'script') return this.#scriptEnd(from)
    return this.#rawNames.has(name) ? this.#endTag(name, from) : from
  }

  #endTag(name: string, from: number): number {
    return (
      firstFrom(this.#endsOf(name, new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi')), from) ??
      this.#text.length
    )
  }

  /** A script can hide its end tag: between `<!--` and `-->`, behind a `<script` of its own. */
  #scriptEnd(from: number): number {
    const end = this.#endTag('script', from)
    const comment = firstFrom(this.#endsOf('<!--', /<!--/g), from)
    if (comment === undefined || comment > end) return end
    const text = this.#text
    let isEscaped = false
    let isDouble = false
    SCRIPT_MARK.lastIndex = from
    for (let match = SCRIPT_MARK.exec(text); match !== null; match = SCRIPT_MARK.exec(text)) {
      const [mark] = match
      if (mark === '<!--') {
        // The two hyphens may be those of `-->` too.
        SCRIPT_MARK.lastIndex = match.index + 2
        isEscaped = true
      } else if (mark === '-->') isEscaped = isDouble = false
      else if (mark.charAt(1) !== '/') isDouble ||= isEscaped
      else if (isDouble) isDouble = false
      else return match.index
    }
    return text.length
  }

  #commentEnd(from: number): number {
    const text = this.#text
    if (text.startsWith('>', from)) return from + 1
    if (text.startsWith('->', from)) return from + 2
    const ends = this.#endsOf('-->', /--!?>/g)
    const end = firstFrom(ends, from)
    return end === undefined ? text.length : text.indexOf('>', end) + 1
  }

  #after(mark: string, from: number): number {
    const at = this.#text.indexOf(mark, from)
    return at === -1 ? this.#text.length : at + mark.length
  }

  /** Where a pattern matches in the whole page; looked for once. */
  #endsOf(key: string, pattern: RegExp): readonly number[] {
    let ends = this.#ends.get(key)
    if (ends === undefined) {
      ends = Array.from(this.#text.matchAll(pattern), ({ index }) => index)
      this.#ends.set(key, ends)
    }
    return ends
  }
}

/** The elements whose content is text for a scanner, wherever they stand. */
export const RAW_NAMES: ReadonlySet<string> = new Set([
  'script',
  'style',
  'title',
  'textarea',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'plaintext',
])

const RAW_NAMES_WITH_SCRIPTS: ReadonlySet<string> = new Set([...RAW_NAMES, 'noscript'])

// Scans that start in different places meet soon, on any page that is not made to keep them apart.
const MAX_READINGS = 12
const LEAST_BUDGET = 33_554_432
/** In characters. */
const MARKUP_COST = 16
const NEVER = -1

const MARKUP = /<[a-zA-Z/!?]/g
const NAME_END = /[\t\n\f\r />]/g
const ATTRIBUTE_NAME_END = /[\t\n\f\r />=]/g
const UNQUOTED_END = /[\t\n\f\r >]/g
const SCRIPT_MARK = /<!--|-->|<\/?script(?=[\t\n\f\r />])/gi

/** The first of sorted offsets that is not before another. */
const firstFrom = (offsets: readonly number[], from: number): number | undefined => {
  let low = 0
  let high = offsets.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((offsets[middle] ?? 0) < from) low = middle + 1
    else high = middle
  }
  return offsets[low]
}

/**
 * The attributes of a tag that some browser's scanner takes, where one stands twice: the first, as everywhere. On what it
 * loads, also the next where that is empty: WebKit's takes that of a picture, too. Chromium's takes the next list of a
 * `source` where it can use no picture of the first, and the last address of a preloaded picture, of a picture of a
 * drawing and of a drawing's script.
 */
const taken = (name: string, attributes: readonly ScannedAttribute[]): readonly ScannedAttribute[] => {
  if (attributes.length < 2) return attributes
  const known = new Set<string>()
  return attributes.filter((attribute) => {
    if (known.has(attribute.name)) return ADDRESS.test(attribute.name) && isReplaced(name, attributes)
    if (!LOADED.has(name) || counts(name, attribute)) known.add(attribute.name)
    return true
  })
}

const LOADED: ReadonlySet<string> = new Set(['img', 'image', 'input', 'link', 'script', 'source', 'video'])

const ADDRESS = /^(?:xlink:)?href$/

/** Whether no browser looks at another attribute of the same name, but for an address that is replaced. */
const counts = (element: string, { name, value }: ScannedAttribute): boolean =>
  name.endsWith('srcset') ? element !== 'source' || HAS_PICTURE.test(value) : IS_FILLED.test(value)

const isReplaced = (element: string, attributes: readonly ScannedAttribute[]): boolean =>
  element === 'image' ||
  element === 'script' ||
  (element === 'link' &&
    attributes.some(({ name, value }) => name === 'rel' && IS_PRELOAD.test(value)) &&
    attributes.some(({ name, value }) => name === 'as' && value.toLowerCase() === 'image'))

const IS_PRELOAD = /(?:^|[\t\n\f\r ])preload(?:[\t\n\f\r ]|$)/i

/** A list whose first picture any browser can use: what is written in another way may hold none. */
const HAS_PICTURE =
  /^[\t\n\f\r ]*[^\t\n\f\r ,]+(?:[\t\n\f\r ]+[1-9]\d{0,4}(?:w|(?:\.\d{1,4})?x))?[\t\n\f\r ]*(?:,[\t\n\f\r ]|$)/

/** More than what a browser strips before it looks at a URL. */
const IS_FILLED = /[!-\uffff]/

class ScannedAttribute extends TagAttribute {
  override get value(): string {
    const written = withoutNul(super.value)
    return written.includes('&') ? decodeHTMLAttribute(written) : written
  }
}

/** An element that may be visible to the preload scanner only. */
export class ScannedElement extends TagElement {
  readonly isScanned = true
}

/** A browser replaces NUL in names and values. */
const withoutNul = (text: string): string => text.replaceAll('\0', '\ufffd')
