import { DRAWING_MAX_DEPTH } from '../../../platform/limits.js'
import { SVG_NAMESPACE } from '../html/names.js'
import {
  COLON,
  DOT,
  DOUBLE_QUOTE,
  EQUALS,
  GREATER,
  HYPHEN,
  isLetter,
  isLetterOrDigit,
  isXmlSpace,
  SINGLE_QUOTE,
  SLASH,
  UNDERSCORE,
} from '../text/characters.js'
import type { LineIndex, Place } from '../text/position.js'
import type { SvgAttribute, SvgElement, SvgFacts } from './facts.js'
import { SvgRuns } from './fast-runs.js'
import type { DrawingInterest } from './interest.js'

/**
 * Reads an SVG file of the plainest kind: elements of one namespace without prefixes, no DOCTYPE, no entities. Most
 * files are that plain, and it is five times as fast as a parser that can read every XML.
 * @returns null where the file is anything else, or in any way odd: then the parser must say what it is
 */
export const readFastSvg = (text: string, lines: LineIndex, interest: DrawingInterest): SvgFacts | null => {
  // What XML does not allow anywhere, or in a text; what is left is found while reading.
  if (FORBIDDEN.test(text) || text.includes(']]>')) return null
  const reader = new FastReader(text, lines, interest)
  if (!reader.read()) return null
  return {
    malformed: null,
    unjudged: null,
    hasNamespace: true,
    elements: reader.elements,
    stylesheets: [],
    refusedDoctype: [],
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff\ufeff\ufffe\uffff]/

const DECLARATION =
  /<\?xml version=(?:"1\.0"|'1\.0')(?: encoding=(?:"utf-8"|'utf-8'))?(?: standalone=(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>/iy
const PREFIXED_NAME = /^(?:xmlns:xlink|xlink:[a-z]+)$/
const CLOSING_END = /[ \t\r\n]*>/y
const BLANK = /^[ \t\r\n]*$/
const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink'
// A tag with more is not plain, and comparing each with the others would take long.
const MAX_ATTRIBUTES = 50

/** Letters, digits, `-`, `.` and `_`. */
const isNameUnit = (unit: number): boolean =>
  isLetterOrDigit(unit) || unit === HYPHEN || unit === DOT || unit === UNDERSCORE

interface Open {
  readonly name: string
  /** The element, where it is needed. */
  readonly element: SvgElement | null
}

class FastReader {
  readonly elements: SvgElement[] = []
  readonly #text: string
  readonly #lines: LineIndex
  readonly #interest: DrawingInterest
  readonly #open: Open[] = []
  /** Whether any value of the file may be needed. */
  readonly #valuesCount: boolean
  /** Which names are needed: a file has few names, and many attributes. */
  readonly #neededNames = new Map<string, boolean>()
  readonly #runs: SvgRuns
  #at = 0
  /** Where the next reference starts; the text's length where there is none. */
  #reference = -1
  #hasRoot = false
  #hasXlink = false
  #usesXlink = false

  constructor(text: string, lines: LineIndex, interest: DrawingInterest) {
    this.#text = text
    this.#lines = lines
    this.#interest = interest
    this.#valuesCount = interest.mayHaveValues(text)
    this.#runs = new SvgRuns(text)
  }

  /** Whether all of the file was plain. */
  read(): boolean {
    const text = this.#text
    if (text.startsWith('<?') && this.#match(DECLARATION) === null) return false
    while (this.#at < text.length) {
      const next = text.indexOf('<', this.#at)
      const end = next === -1 ? text.length : next
      if (end > this.#at && !this.#readText(this.#at, end)) return false
      this.#at = end
      if (next === -1) break
      if (text.startsWith('!', next + 1)) {
        if (!this.#readComment()) return false
      } else if (text.startsWith('/', next + 1)) {
        if (!this.#readClosingTag()) return false
      } else if (!this.#readTag()) return false
    }
    return this.#hasRoot && this.#open.length === 0 && (this.#hasXlink || !this.#usesXlink)
  }

  /** Text between tags: without references, and blank around the root. */
  #readText(from: number, to: number): boolean {
    const parent = this.#open.at(-1)
    if (parent === undefined) return BLANK.test(this.#text.slice(from, to))
    if (this.#referenceAfter(from) < to) return false
    if (parent.name !== 'style') return true
    const content = this.#text.slice(from, to)
    if (parent.element === null || content.includes('\r')) return false
    parent.element.style += content
    return true
  }

  #readComment(): boolean {
    const text = this.#text
    const end = text.indexOf('--', this.#at + 4)
    if (!text.startsWith('<!--', this.#at) || !text.startsWith('-->', end)) return false
    this.#at = end + 3
    return true
  }

  #readClosingTag(): boolean {
    const { name } = this.#open.pop() ?? {}
    if (name === undefined || !this.#text.startsWith(name, this.#at + 2)) return false
    this.#at += 2 + name.length
    return this.#match(CLOSING_END) !== null
  }

  #readTag(): boolean {
    const text = this.#text
    const start = this.#at
    const nameEnd = this.#nameEnd(start + 1)
    const name = text.slice(start + 1, nameEnd)
    const isRoot = this.#open.length === 0
    if (this.#open.length === DRAWING_MAX_DEPTH) return false
    if (name === '' || (isRoot && (this.#hasRoot || name !== 'svg'))) return false
    // Neither may stand in a value, nor anywhere else in the tag.
    const nextTag = text.indexOf('<', nameEnd)
    const end = Math.min(nextTag === -1 ? text.length : nextTag, this.#referenceAfter(nameEnd))
    const names: string[] = []
    let attributes: SvgAttribute[] | null = null
    let hasNamespace = false
    let at = nameEnd
    for (;;) {
      const before = at
      while (isXmlSpace(text.charCodeAt(at))) at += 1
      const unit = text.charCodeAt(at)
      if (unit === SLASH || unit === GREATER) break
      const keyEnd = this.#keyEnd(at)
      if (at === before || keyEnd === at) return false
      const key = text.slice(at, keyEnd)
      const keyAt = at
      at = keyEnd
      while (isXmlSpace(text.charCodeAt(at))) at += 1
      if (text.charCodeAt(at) !== EQUALS) return false
      at += 1
      while (isXmlSpace(text.charCodeAt(at))) at += 1
      const quote = text.charCodeAt(at)
      if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE) return false
      const valueStart = at + 1
      const valueEnd = text.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", valueStart)
      if (valueEnd === -1 || valueEnd > end) return false
      at = valueEnd + 1
      if (names.length === MAX_ATTRIBUTES || names.includes(key)) return false
      names.push(key)
      const isNeeded = this.#isNeededName(key)
      const isNamespace = key.startsWith('xmlns')
      if (!isNeeded && !isNamespace && !this.#valuesCount) continue
      const value = text.slice(valueStart, valueEnd)
      if (key === 'xmlns' || key === 'xmlns:xlink') {
        if (!isRoot || value !== (key === 'xmlns' ? SVG_NAMESPACE : XLINK_NAMESPACE)) return false
        if (key === 'xmlns') hasNamespace = true
        else this.#hasXlink = true
      }
      if (!isNeeded && !this.#interest.hasValue(value)) continue
      // In a value that somebody asks for, line breaks and tabs would have to become spaces.
      if (/[\t\r\n]/.test(value)) return false
      attributes ??= []
      attributes.push(new FastAttribute(key, value, this.#lines, keyAt))
    }
    const isEmpty = text.charCodeAt(at) === SLASH
    if (isEmpty && text.charCodeAt(at + 1) !== GREATER) return false
    this.#at = isEmpty ? at + 2 : at + 1
    if (isRoot && !hasNamespace) return false
    this.#hasRoot = true
    const needed = isRoot || attributes !== null || this.#interest.hasElement(name)
    const element = needed ? new FastElement(name, attributes ?? [], this.#lines, start) : null
    if (element !== null) this.elements.push(element)
    if (!isEmpty) this.#open.push({ name, element })
    if (!isEmpty || element !== null || this.#valuesCount || this.#open.at(-1)?.name === 'style')
      this.#runs.stop()
    else this.#at = this.#runs.pass(name, names, this.#at)
    return true
  }

  /** Where a name ends; where it starts if there is none. */
  #nameEnd(from: number): number {
    const text = this.#text
    if (!isLetter(text.charCodeAt(from))) return from
    let at = from + 1
    while (isNameUnit(text.charCodeAt(at))) at += 1
    return at
  }

  /** Where an attribute's name ends, one of the prefixes that are plain included; where it starts if it is none. */
  #keyEnd(from: number): number {
    const end = this.#nameEnd(from)
    if (end === from || this.#text.charCodeAt(end) !== COLON) return end
    const whole = this.#nameEnd(end + 1)
    this.#usesXlink = true
    return PREFIXED_NAME.test(this.#text.slice(from, whole)) ? whole : from
  }

  #isNeededName(name: string): boolean {
    let needed = this.#neededNames.get(name)
    if (needed === undefined) {
      needed = this.#interest.hasName(name)
      this.#neededNames.set(name, needed)
    }
    return needed
  }

  /** Where the first reference at or after a place starts. */
  #referenceAfter(from: number): number {
    if (this.#reference < from) {
      const found = this.#text.indexOf('&', from)
      this.#reference = found === -1 ? this.#text.length : found
    }
    return this.#reference
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match !== null) this.#at = pattern.lastIndex
    return match
  }
}

class FastAttribute implements SvgAttribute {
  readonly name: string
  readonly local: string
  readonly prefix: string
  readonly value: string
  readonly #lines: LineIndex
  readonly #offset: number

  constructor(name: string, value: string, lines: LineIndex, offset: number) {
    const colon = name.indexOf(':')
    this.name = name
    this.prefix = name.slice(0, Math.max(0, colon))
    this.local = name.slice(colon + 1)
    this.value = value
    this.#lines = lines
    this.#offset = offset
  }

  get place(): Place {
    return this.#lines.place(this.#offset)
  }
}

class FastElement implements SvgElement {
  readonly local: string
  readonly namespace = SVG_NAMESPACE
  readonly attributes: readonly SvgAttribute[]
  style = ''
  readonly #lines: LineIndex
  readonly #start: number

  constructor(local: string, attributes: readonly SvgAttribute[], lines: LineIndex, start: number) {
    this.local = local
    this.attributes = attributes
    this.#lines = lines
    this.#start = start
  }

  get place(): Place {
    return this.#lines.place(this.#start)
  }
}

/** What rules read of an SVG file. The XML parser is loaded only for a file that needs it. */
export const drawingFacts = async (
  text: string,
  lines: LineIndex,
  interest: DrawingInterest,
): Promise<SvgFacts> => {
  const facts = readFastSvg(text, lines, interest)
  if (facts !== null) return facts
  const { readSvg } = await import('./read.js')
  return readSvg(text, lines, interest)
}
