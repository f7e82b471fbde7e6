import { SVG_NAMESPACE } from './namespaces.js'
import type { LineIndex, Place } from './position.js'
import type { SvgAttribute, SvgElement, SvgFacts } from './svg.js'
import { isAskedSvgAttribute, isAskedSvgElement } from './svg-names.js'

/**
 * Reads an SVG file of the plainest kind: elements of one namespace without prefixes, no DOCTYPE, no entities. Most
 * files are that plain, and it is five times as fast as a parser that can read every XML.
 * @returns null where the file is anything else, or in any way odd: then the parser must say what it is
 */
export const readPlainSvg = (text: string, lines: LineIndex): SvgFacts | null => {
  // What XML does not allow anywhere, or in a text; what is left is found while reading.
  if (FORBIDDEN.test(text) || text.includes(']]>')) return null
  const reader = new PlainReader(text, lines)
  if (!reader.read()) return null
  return {
    malformed: null,
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
const NAME = /[A-Za-z][\w.-]*/y
const ATTRIBUTE =
  /[ \t\r\n]+([A-Za-z][\w.-]*|xmlns:xlink|xlink:[a-z]+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"<&]*)"|'([^'<&]*)')/y
const TAG_END = /[ \t\r\n]*\/?>/y
const CLOSING_END = /[ \t\r\n]*>/y
const BLANK = /^[ \t\r\n]*$/
const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink'
// More are no plain tag; and looking each one up among the others would take long.
const MAX_ATTRIBUTES = 50

interface Open {
  readonly name: string
  /** The element, where rules ask about it. */
  readonly element: SvgElement | null
}

class PlainReader {
  readonly elements: SvgElement[] = []
  readonly #text: string
  readonly #lines: LineIndex
  readonly #open: Open[] = []
  #at = 0
  #hasRoot = false
  #hasXlink = false

  constructor(text: string, lines: LineIndex) {
    this.#text = text
    this.#lines = lines
  }

  /** Whether all of the file was plain. */
  read(): boolean {
    const text = this.#text
    if (text.startsWith('<?') && this.#match(DECLARATION) === null) return false
    while (this.#at < text.length) {
      const next = text.indexOf('<', this.#at)
      const end = next === -1 ? text.length : next
      if (end > this.#at && !this.#readText(text.slice(this.#at, end))) return false
      this.#at = end
      if (next === -1) break
      if (text.startsWith('!', next + 1)) {
        if (!this.#readComment()) return false
      } else if (text.startsWith('/', next + 1)) {
        if (!this.#readClosingTag()) return false
      } else if (!this.#readTag()) return false
    }
    return this.#hasRoot && this.#open.length === 0
  }

  /** Text between tags: without references, and blank around the root. */
  #readText(content: string): boolean {
    const parent = this.#open.at(-1)
    if (parent === undefined) return BLANK.test(content)
    if (content.includes('&')) return false
    if (parent.name !== 'style') return true
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
    const start = this.#at
    this.#at += 1
    const name = this.#match(NAME)?.[0]
    const isRoot = this.#open.length === 0
    if (name === undefined || (isRoot && (this.#hasRoot || name !== 'svg'))) return false
    const names: string[] = []
    const attributes: SvgAttribute[] = []
    let hasNamespace = false
    for (;;) {
      const at = this.#at
      const found = this.#match(ATTRIBUTE)
      if (found === null) break
      const key = found[1] ?? ''
      const value = found[2] ?? found[3] ?? ''
      if (names.length === MAX_ATTRIBUTES || names.includes(key)) return false
      names.push(key)
      if (key === 'xmlns' || key === 'xmlns:xlink') {
        if (!isRoot || value !== (key === 'xmlns' ? SVG_NAMESPACE : XLINK_NAMESPACE)) return false
        if (key === 'xmlns') hasNamespace = true
        else this.#hasXlink = true
      }
      if (!isAskedSvgAttribute(key, value)) continue
      // In a value that somebody asks for, line breaks and tabs would have to become spaces.
      if (/[\t\r\n]/.test(value)) return false
      attributes.push(new PlainAttribute(key, value, this.#lines, at + found[0].indexOf(key)))
    }
    const end = this.#match(TAG_END)?.[0]
    if (end === undefined) return false
    if (isRoot && !hasNamespace) return false
    if (!this.#hasXlink && attributes.some(({ prefix }) => prefix === 'xlink')) return false
    this.#hasRoot = true
    const asked = isRoot || isAskedSvgElement(name) || attributes.length > 0
    const element = asked ? new PlainElement(name, attributes, this.#lines, start) : null
    if (element !== null) this.elements.push(element)
    if (!end.endsWith('/>')) this.#open.push({ name, element })
    return true
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match !== null) this.#at = pattern.lastIndex
    return match
  }
}

class PlainAttribute implements SvgAttribute {
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

class PlainElement implements SvgElement {
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
