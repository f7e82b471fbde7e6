import {
  BACKTICK,
  DOUBLE_QUOTE,
  EQUALS,
  EXCLAMATION,
  GREATER,
  HYPHEN,
  isHtmlSpace,
  isLetter,
  isLetterOrDigit,
  LESS,
  QUESTION,
  SINGLE_QUOTE,
  SLASH,
  SPACE,
} from '../text/characters.js'
import type { LineIndex } from '../text/position.js'
import type { HtmlElement } from './element.js'
import { endOfPlainDrawing } from './fast-drawing.js'
import { needlessTags, type TagKind, tagKindOf } from './fast-tags.js'
import type { PageInterest } from './interest.js'
import { TagAttribute, TagElement, withoutReturns } from './tag-element.js'

/**
 * Reads a page that is so plain that a browser's tree has just its tags' elements in just their order, without
 * building the tree: ten times as fast, and most pages are that plain.
 * @param text without a byte order mark
 * @returns the elements that are needed; null where the page needs a parser
 */
export const readFastHtml = (
  text: string,
  lines: LineIndex,
  interest: PageInterest,
): readonly HtmlElement[] | null => {
  const reader = new FastReader(text, lines, interest)
  return reader.read() ? reader.elements : null
}

const LAST_ASCII = 0x7e

/** Letters, digits and hyphens: all that the names of ordinary elements consist of. */
const isNameUnit = (unit: number): boolean => isLetterOrDigit(unit) || unit === HYPHEN

/** What an attribute's name may have beside blanks, `=`, `>` and `/`, which end it. */
const isAttributeUnit = (unit: number): boolean => ATTRIBUTE_UNITS[unit] === 1

const ATTRIBUTE_UNITS = Uint8Array.from({ length: LAST_ASCII + 1 }, (_, unit) =>
  unit > SPACE && ![DOUBLE_QUOTE, SINGLE_QUOTE, LESS, EQUALS, GREATER, SLASH].includes(unit) ? 1 : 0,
)

const DOCTYPE = /<!doctype[\t\n\f\r ]+html[\t\n\f\r ]*>/iy
const NOT_BLANK = /[^\t\n\f\r ]/

/** What most tags have. */
const NONE: readonly TagAttribute[] = []

class FastReader {
  readonly elements: HtmlElement[] = []
  readonly #text: string
  readonly #lines: LineIndex
  readonly #interest: PageInterest
  readonly #needless: RegExp
  /** Whether the page has any `&`, which in a value begins a reference. */
  readonly #mayRefer: boolean
  #at = 0
  /** The attributes of the tag that was read last. */
  #attributes: readonly TagAttribute[] = []
  #doctype = false
  /** Whether a tag was read that may only be the first of its kind. */
  #html = false
  #head = false
  #body = false
  #formOpen = false

  constructor(text: string, lines: LineIndex, interest: PageInterest) {
    this.#text = text
    this.#lines = lines
    this.#interest = interest
    this.#needless = needlessTags(interest)
    this.#mayRefer = text.includes('&')
  }

  /** Whether all of the page was plain. */
  read(): boolean {
    const text = this.#text
    if (text.includes('\0')) return false
    while (this.#at < text.length) {
      this.#skipNeedless()
      const open = text.indexOf('<', this.#at)
      if (!this.#readText(this.#at, open === -1 ? text.length : open)) return false
      if (open === -1) return this.#doctype
      const unit = text.charCodeAt(open + 1)
      if (isLetter(unit)) {
        if (!this.#readStartTag(open)) return false
      } else if (unit === SLASH) {
        if (!this.#readEndTag(open)) return false
      } else if (unit === EXCLAMATION) {
        if (!this.#readDeclaration(open)) return false
      } else if (unit === QUESTION) return false
      else {
        if (!this.#readText(open, open + 1)) return false
        this.#at = open + 1
      }
    }
    return this.#doctype
  }

  #skipNeedless(): void {
    if (!this.#body) return
    this.#needless.lastIndex = this.#at
    if (this.#needless.test(this.#text)) this.#at = this.#needless.lastIndex
  }

  /** Text before the body starts it. */
  #readText(from: number, to: number): boolean {
    if (this.#body || from === to || !NOT_BLANK.test(this.#text.slice(from, to))) return true
    this.#body = true
    return this.#doctype
  }

  /** A comment, or the one DOCTYPE before all else. */
  #readDeclaration(open: number): boolean {
    const text = this.#text
    if (text.startsWith('--', open + 2)) {
      const end = text.indexOf('-->', open + 4)
      if (end === -1 || text.startsWith('>', open + 4) || text.startsWith('->', open + 4)) return false
      const other = text.indexOf('--!>', open + 4)
      if (other !== -1 && other < end) return false
      this.#at = end + 3
      return true
    }
    DOCTYPE.lastIndex = open
    if (this.#doctype || this.#html || this.#head || this.#body || !DOCTYPE.test(text)) return false
    this.#doctype = true
    this.#at = DOCTYPE.lastIndex
    return true
  }

  #readEndTag(open: number): boolean {
    const text = this.#text
    const nameEnd = this.#nameEnd(open + 2)
    let at = nameEnd
    while (isHtmlSpace(text.charCodeAt(at))) at += 1
    if (!isLetter(text.charCodeAt(open + 2)) || text.charCodeAt(at) !== GREATER || !this.#doctype)
      return false
    this.#at = at + 1
    const name = text.slice(open + 2, nameEnd).toLowerCase()
    if (name === 'form') this.#formOpen = false
    if (name === 'head') this.#head = true
    // Before the body some end tags start it, and others are nothing.
    return this.#body || name === 'head'
  }

  #readStartTag(open: number): boolean {
    const nameEnd = this.#nameEnd(open + 1)
    const name = this.#text.slice(open + 1, nameEnd).toLowerCase()
    if (name === 'svg') return this.#readDrawing(open)
    const kind = tagKindOf(name)
    if (kind === undefined || !this.#doctype || !this.#place(kind)) return false
    if (!this.#readAttributes(nameEnd)) return false
    const tagEnd = this.#at
    const raw = kind === 'raw' || kind === 'field' ? this.#readRawText(name) : ''
    if (raw === null) return false
    const attributes = this.#attributes
    if (!this.#interest.hasElement(name) && !attributes.some((attribute) => this.#isNeeded(attribute)))
      return true
    if (!this.#areAttributesPlain()) return false
    const isRead = name === 'script' || name === 'style'
    this.elements.push(new TagElement(name, attributes, isRead ? raw : '', this.#lines, open, tagEnd))
    return true
  }

  /** A drawing in the body, which it may begin. */
  #readDrawing(open: number): boolean {
    const end = this.#doctype ? endOfPlainDrawing(this.#text, open, this.#interest) : -1
    if (end === -1) return false
    this.#body = true
    this.#at = end
    return true
  }

  /** Whether a tag of this kind makes an element here; notes what it opens. */
  #place(kind: TagKind): boolean {
    switch (kind) {
      case 'html':
        if (this.#html || this.#head || this.#body) return false
        this.#html = true
        return true
      case 'head':
        if (this.#head || this.#body) return false
        this.#head = true
        return true
      case 'body':
        if (this.#body) return false
        this.#body = true
        return true
      case 'form':
        if (this.#formOpen) return false
        this.#formOpen = true
        this.#body = true
        return true
      case 'metadata':
      case 'raw':
        this.#head = true
        return true
      case 'ordinary':
      case 'field':
        this.#body = true
        return true
    }
  }

  #nameEnd(from: number): number {
    let at = from
    while (isNameUnit(this.#text.charCodeAt(at))) at += 1
    return at
  }

  /** Reads a tag from the end of its name to its `>`. */
  #readAttributes(from: number): boolean {
    const text = this.#text
    let attributes: TagAttribute[] | null = null
    let at = from
    for (;;) {
      const before = at
      while (isHtmlSpace(text.charCodeAt(at))) at += 1
      const unit = text.charCodeAt(at)
      if (unit === GREATER || (unit === SLASH && text.charCodeAt(at + 1) === GREATER)) {
        this.#at = unit === GREATER ? at + 1 : at + 2
        this.#attributes = attributes ?? NONE
        return true
      }
      if (at === before || !isAttributeUnit(unit)) return false
      const nameStart = at
      while (isAttributeUnit(text.charCodeAt(at))) at += 1
      const nameEnd = at
      while (isHtmlSpace(text.charCodeAt(at))) at += 1
      let valueStart = nameEnd
      let valueEnd = nameEnd
      if (text.charCodeAt(at) === EQUALS) {
        at += 1
        while (isHtmlSpace(text.charCodeAt(at))) at += 1
        const quote = text.charCodeAt(at)
        if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
          valueStart = at + 1
          valueEnd = text.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", valueStart)
          if (valueEnd === -1) return false
          at = valueEnd + 1
        } else {
          valueStart = at
          valueEnd = this.#unquotedEnd(at)
          if (valueEnd === valueStart) return false
          at = valueEnd
        }
      } else at = nameEnd
      attributes ??= []
      const name = text.slice(nameStart, nameEnd).toLowerCase()
      attributes.push(new TagAttribute(name, text, this.#lines, nameStart, valueStart, valueEnd))
    }
  }

  /** Where a value without quotes ends; where it starts if there is something odd in it. */
  #unquotedEnd(from: number): number {
    for (let at = from; ; at++) {
      const unit = this.#text.charCodeAt(at)
      if (isHtmlSpace(unit) || unit === GREATER) return at
      if (
        Number.isNaN(unit) ||
        unit === DOUBLE_QUOTE ||
        unit === SINGLE_QUOTE ||
        unit === LESS ||
        unit === EQUALS ||
        unit === BACKTICK
      )
        return from
    }
  }

  /** Whether an element is needed for this attribute, or would be if its references were read. */
  #isNeeded(attribute: TagAttribute): boolean {
    if (this.#interest.hasAttribute(attribute)) return true
    return this.#mayRefer && attribute.name === 'style' && attribute.value.includes('&')
  }

  /** Whether no two attributes of the tag that was read last have one name, and no value has a reference. */
  #areAttributesPlain(): boolean {
    const attributes = this.#attributes
    if (this.#mayRefer && attributes.some(({ value }) => value.includes('&'))) return false
    // Nearly all tags have few: looking through them is faster than a set.
    if (attributes.length > 8) return new Set(attributes.map(({ name }) => name)).size === attributes.length
    for (let i = 1; i < attributes.length; i++)
      for (let j = 0; j < i; j++) if (attributes[i]?.name === attributes[j]?.name) return false
    return true
  }

  /** The text up to the end tag of this name; null where the page ends before it, or a script looks like markup. */
  #readRawText(name: string): string | null {
    const text = this.#text
    const end = RAW_ENDS.get(name)
    if (end === undefined) return null
    end.lastIndex = this.#at
    const match = end.exec(text)
    if (match === null) return null
    const content = text.slice(this.#at, match.index)
    // In a script, `<!--` can hide the end tag.
    if (!match[0].endsWith('>') || (name === 'script' && content.includes('<!--'))) return null
    this.#at = match.index + match[0].length
    return withoutReturns(content)
  }
}

/** The end tags of raw texts; an incomplete tag, such as one with attributes, ends such a text too. */
const RAW_ENDS: ReadonlyMap<string, RegExp> = new Map(
  ['script', 'style', 'title', 'textarea'].map((name) => [
    name,
    new RegExp(`</${name}(?:[\\t\\n\\f\\r ]*>|[\\t\\n\\f\\r />])`, 'gi'),
  ]),
)
