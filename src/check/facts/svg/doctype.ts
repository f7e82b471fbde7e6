import { DRAWING_MAX_DOCTYPE_CHARACTERS } from '../../../platform/limits.js'
import { KB } from '../../../platform/units.js'
import { isXmlSpace, SPACE } from '../text/characters.js'
import {
  decodeCharacters,
  EntityError,
  expandEntities,
  isXmlPoint,
  NAME,
  PREDEFINED,
  REFERENCE,
} from './entities.js'

/** What an SVG file's DOCTYPE says, and the text without it. */
interface SvgDoctype {
  /** What cannot be judged, or would be fetched. */
  readonly refused: readonly Refused[]
  /** The text with blanks in place of the DOCTYPE, so that every place stays where it was. */
  readonly text: string
  /** What the entities that the DOCTYPE declares stand for; empty where they would grow too large. */
  readonly entities: ReadonlyMap<string, string>
}

interface Refused {
  readonly what: string
  readonly offset: number
}

/**
 * Reads the DOCTYPE of an SVG file. Two forms of it are understood: the W3C's own external subsets, which browsers do
 * not load, and entities of plain text. Everything else in a DOCTYPE is refused (readings).
 */
export const readDoctype = (text: string): SvgDoctype => {
  const start = doctypeStart(text)
  if (start === -1) return { refused: [], text, entities: new Map() }
  const reader = new DoctypeReader(text, start)
  const end = reader.read()
  const without = `${text.slice(0, start)}${text.slice(start, end).replace(/[^\n\r]/g, ' ')}${text.slice(end)}`
  try {
    return { refused: reader.refused, text: without, entities: expandEntities(without, reader.declared) }
  } catch (error) {
    if (!(error instanceof EntityError)) throw error
    const refused = [...reader.refused, { what: error.message, offset: start }]
    return { refused, text: without, entities: new Map() }
  }
}

/**
 * Where the DOCTYPE begins, after blanks, comments and instructions; -1 where there is none. Step by step: a pattern
 * that skips them in one go tries every way to divide them among its parts, which takes longer than anybody lives.
 */
const doctypeStart = (text: string): number => {
  let at = text.startsWith('\ufeff') ? 1 : 0
  for (;;) {
    while (isXmlSpace(text.charCodeAt(at))) at += 1
    const close = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : null
    if (close === null) return text.startsWith('<!DOCTYPE', at) ? at : -1
    const end = text.indexOf(close, at + (close === '?>' ? 2 : 4))
    if (end === -1) return -1
    at = end + close.length
  }
}

const S = '[ \\t\\r\\n]'

const HEAD = new RegExp(`<!DOCTYPE${S}+${NAME}(?::${NAME})?`, 'y')

const EXTERNAL = new RegExp(
  `${S}+(?:SYSTEM|PUBLIC${S}+(?:"([^"<&]*)"|'([^'<&]*)'))${S}+(?:"([^"]*)"|'([^']*)')`,
  'y',
)

const SPACES = new RegExp(`${S}*`, 'y')

const OPEN = /\[/y

const CLOSE = new RegExp(`\\]${S}*`, 'y')

const END = />/y

const ENTITY = new RegExp(`<!ENTITY${S}+(${NAME})${S}+(?:"([^"]*)"|'([^']*)')${S}*>`, 'y')

const W3C_PUBLIC = /^-\/\/W3C\/\/(?:DTD|ENTITIES) SVG/

const W3C_SYSTEM = /^https?:\/\/www\.w3\.org\//i

/** What can be in a DOCTYPE and is refused: how it starts, what it is called, and what it ends with. */
const REFUSED: readonly (readonly [RegExp, string, string])[] = [
  [/<!ATTLIST\b/y, 'an attribute list (ATTLIST)', '>'],
  [/<!ELEMENT\b/y, 'an element declaration (ELEMENT)', '>'],
  [/<!NOTATION\b/y, 'a notation (NOTATION)', '>'],
  [/<!ENTITY[ \t\r\n]+%/y, 'a parameter entity', '>'],
  [/%/y, 'a parameter entity', ';'],
  [/<\?/y, 'a processing instruction', '?>'],
]

const EXTERNAL_ENTITY = new RegExp(`<!ENTITY${S}+(${NAME})${S}+(?:SYSTEM|PUBLIC)\\b`, 'y')

const LIKELY_ENDS = [/\][ \t\r\n]*>/g, />/g]

const UNREADABLE = 'something other than plain entities and comments'

class DoctypeReader {
  readonly refused: Refused[] = []
  /** Entities as they are declared, character references decoded. */
  readonly declared = new Map<string, string>()
  readonly #text: string
  readonly #start: number
  #at: number

  constructor(text: string, start: number) {
    this.#text = text
    this.#start = start
    this.#at = start
  }

  /** @returns where the DOCTYPE ends; the file is refused where that is not certain */
  read(): number {
    if (this.#readAll()) {
      if (this.#at - this.#start > DRAWING_MAX_DOCTYPE_CHARACTERS)
        this.#refuse(`more than ${DRAWING_MAX_DOCTYPE_CHARACTERS / KB} KB of declarations`, this.#start)
      return this.#at
    }
    if (this.refused.length === 0) this.#refuse(UNREADABLE, Math.min(this.#at, this.#text.length))
    for (const end of LIKELY_ENDS) {
      end.lastIndex = this.#at
      if (end.test(this.#text)) return end.lastIndex
    }
    return this.#text.length
  }

  #readAll(): boolean {
    if (this.#match(HEAD) === null) return false
    const external = this.#match(EXTERNAL)
    if (external !== null) this.#judgeExternal(external)
    this.#match(SPACES)
    return (this.#match(OPEN) === null || this.#readSubset()) && this.#match(END) !== null
  }

  #judgeExternal([, double, single, otherDouble, otherSingle]: RegExpExecArray): void {
    const publicId = double ?? single
    const system = otherDouble ?? otherSingle ?? ''
    if (W3C_SYSTEM.test(system) && (publicId === undefined || W3C_PUBLIC.test(publicId))) return
    this.#refuse(`the external subset ${JSON.stringify(system || publicId)}`, this.#start)
  }

  #readSubset(): boolean {
    for (;;) {
      this.#match(SPACES)
      if (this.#match(CLOSE) !== null) return true
      // A hostile DOCTYPE is not read for its own sake.
      if (this.#at - this.#start > DRAWING_MAX_DOCTYPE_CHARACTERS) {
        this.#refuse(`more than ${DRAWING_MAX_DOCTYPE_CHARACTERS / KB} KB of declarations`, this.#start)
        return false
      }
      const start = this.#at
      if (this.#text.startsWith('<!--', start)) {
        if (!this.#readComment()) return false
        continue
      }
      const entity = this.#match(ENTITY)
      if (entity !== null) {
        const [, name = '', double, single] = entity
        const what = this.#declare(name, double ?? single ?? '')
        if (what === null) continue
        this.#refuse(what, start)
        // The file is refused for the entity, not for each place that uses it.
        if (!this.declared.has(name)) this.declared.set(name, '')
      } else if (!this.#skipRefused()) return false
    }
  }

  /** @returns what is refused of an entity; null where it is plain text */
  #declare(name: string, value: string): string | null {
    if (PREDEFINED.has(name)) return `another meaning of the entity ${name}`
    if (value.includes('%')) return 'a parameter entity'
    if (value.includes('<')) return `markup in the entity ${name}`
    if (value.replace(REFERENCE, '').includes('&'))
      return `a reference that cannot be read in the entity ${name}`
    const points = [...value.matchAll(REFERENCE)].flatMap(([, hexadecimal, decimal]) =>
      hexadecimal === undefined
        ? (decimal ?? '') === ''
          ? []
          : Number(decimal)
        : Number.parseInt(hexadecimal, 16),
    )
    // Character references are decoded when the entity is declared, and the outcome is read again where it is used.
    if (points.some((point) => MARKUP_POINTS.has(point)) || decodeCharacters(value).includes(']]>'))
      return `markup in the entity ${name}`
    // In an attribute they would be spaces, in a text they would stay.
    if (/[\t\r\n]/.test(value) || points.some((point) => isXmlSpace(point) && point !== SPACE))
      return `a line break or a tab in the entity ${name}`
    if (NOT_XML.test(value) || points.some((point) => !isXmlPoint(point)))
      return `a character that XML does not allow in the entity ${name}`
    // The first declaration counts.
    if (!this.declared.has(name)) this.declared.set(name, value)
    return null
  }

  /** Passes over what is refused, so that all of it can be named. */
  #skipRefused(): boolean {
    const start = this.#at
    const external = this.#match(EXTERNAL_ENTITY)
    if (external !== null) {
      this.#refuse(`the external entity ${external[1]}`, start)
      return this.#skipTo('>')
    }
    for (const [begin, what, end] of REFUSED) {
      if (this.#match(begin) === null) continue
      this.#refuse(what, start)
      return this.#skipTo(end)
    }
    return false
  }

  /** A comment without two hyphens in it, which XML does not allow. */
  #readComment(): boolean {
    const start = this.#at
    const end = this.#text.indexOf('--', start + 4)
    if (end === -1 || !this.#text.startsWith('-->', end)) {
      const close = this.#text.indexOf('-->', start + 4)
      this.#at = close === -1 ? this.#text.length : close + 3
      return false
    }
    this.#at = end + 3
    return !NOT_XML.test(this.#text.slice(start, end))
  }

  /** Goes behind a mark; behind one outside quotes where it is the end of a declaration. */
  #skipTo(mark: string): boolean {
    const text = this.#text
    const quote = /["'>]/g
    for (;;) {
      quote.lastIndex = this.#at
      const found = mark === '>' ? (quote.exec(text)?.index ?? -1) : text.indexOf(mark, this.#at)
      if (found === -1) return false
      const isEnd = mark !== '>' || text.charAt(found) === '>'
      const end = isEnd ? found : text.indexOf(text.charAt(found), found + 1)
      if (end === -1) return false
      this.#at = end + (isEnd ? mark.length : 1)
      if (isEnd) return true
    }
  }

  #refuse(what: string, offset: number): void {
    this.refused.push({ what, offset })
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match !== null) this.#at = pattern.lastIndex
    return match
  }
}

/** `%`, `&` and `<`: each may be read again as something else than itself. */
const MARKUP_POINTS: ReadonlySet<number> = new Set([0x25, 0x26, 0x3c])

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/
