/** What an SVG file's DOCTYPE says, and the text with its simple entities expanded. */
export interface SvgDoctype {
  /** What cannot be judged, or would be fetched: an external subset or entity, ATTLIST, a parameter entity, a bomb. */
  readonly refused: readonly { readonly what: string; readonly offset: number }[]
  /** The text without the DOCTYPE, every simple entity expanded. */
  readonly text: string
  /** Where a place of the expanded text stands in the file. */
  readonly original: (offset: number) => number
}

// More than any drawing program writes, far less than "billion laughs" needs.
const MAX_EXPANDED_CHARACTERS = 1_048_576
const MAX_EXPANSION_DEPTH = 16
// Illustrator's is the longest, with two thousand.
const MAX_DOCTYPE_CHARACTERS = 16_384

const W3C_PUBLIC = /^-\/\/W3C\/\/(DTD|ENTITIES) SVG/
const W3C_SYSTEM = /^https?:\/\/www\.w3\.org\//i

export const readDoctype = (text: string): SvgDoctype => {
  const start = doctypeStart(text)
  if (start === -1) return { refused: [], text, original: (offset) => offset }
  const end = doctypeEnd(text, start)
  const doctype = text.slice(start, end)
  const refused: { what: string; offset: number }[] = []
  const entities = new Map<string, string>()
  if (doctype.length > MAX_DOCTYPE_CHARACTERS)
    refused.push({ what: 'more than 16 KB of declarations', offset: start })
  else {
    readExternal(doctype, start, refused)
    readSubset(doctype, start, refused, entities)
  }
  // Blanks of the same length keep every place where it was.
  const without = text.slice(0, start) + doctype.replace(/[^\n\r]/g, ' ') + text.slice(end)
  const expanded = expand(without, entities)
  if (expanded === null) {
    refused.push({ what: 'entities that expand to more than a megabyte', offset: start })
    return { refused, text: without, original: (offset) => offset }
  }
  return { refused, ...expanded }
}

/**
 * Where the DOCTYPE begins, after blanks, comments and instructions; -1 where there is none. Step by step: a pattern
 * that skips them in one go tries every way to divide them among its parts, which takes longer than anybody lives.
 */
const doctypeStart = (text: string): number => {
  let at = text.startsWith('\ufeff') ? 1 : 0
  for (;;) {
    while (BLANKS.has(text.charCodeAt(at))) at += 1
    const close = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : null
    if (close === null) return text.startsWith('<!DOCTYPE', at) ? at : -1
    const end = text.indexOf(close, at + (close === '?>' ? 2 : 4))
    if (end === -1) return -1
    at = end + close.length
  }
}

/** What XML takes for white space: tab, LF, CR and space. */
const BLANKS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20])

/** The offset after the DOCTYPE's closing `>`, quotes, comments and the internal subset minded. */
const doctypeEnd = (text: string, start: number): number => {
  let depth = 0
  for (let i = start; i < text.length; i++) {
    const character = text[i]
    if (character === '"' || character === "'") {
      const close = text.indexOf(character, i + 1)
      if (close === -1) return text.length
      i = close
    } else if (text.startsWith('<!--', i)) {
      const close = text.indexOf('-->', i)
      if (close === -1) return text.length
      i = close + 2
    } else if (text.startsWith('<?', i)) {
      const close = text.indexOf('?>', i)
      if (close === -1) return text.length
      i = close + 1
    } else if (character === '[') depth++
    else if (character === ']') depth--
    else if (character === '>' && depth <= 0) return i + 1
  }
  return text.length
}

const readExternal = (doctype: string, start: number, refused: { what: string; offset: number }[]): void => {
  const head = doctype.split('[', 1)[0] ?? ''
  const external = /\b(PUBLIC|SYSTEM)\s+(?:"([^"]*)"|'([^']*)')(?:\s+(?:"([^"]*)"|'([^']*)'))?/.exec(head)
  if (external === null) return
  const [, kind, a, b, c, d] = external
  const first = a ?? b ?? ''
  const system = kind === 'PUBLIC' ? (c ?? d ?? '') : first
  const known = W3C_SYSTEM.test(system) && (kind === 'SYSTEM' || W3C_PUBLIC.test(first))
  if (!known) refused.push({ what: `the external subset ${JSON.stringify(system || first)}`, offset: start })
}

const readSubset = (
  doctype: string,
  start: number,
  refused: { what: string; offset: number }[],
  entities: Map<string, string>,
): void => {
  const open = doctype.indexOf('[')
  if (open === -1) return
  const subset = doctype.slice(open)
  const declaration =
    /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!ATTLIST\b|<!ENTITY\s+(%\s+)?([^\s"'>]+)\s+(?:"([^"]*)"|'([^']*)'|(SYSTEM|PUBLIC)\b)|%[\w.:-]+;/g
  for (const match of subset.matchAll(declaration)) {
    const offset = start + open + match.index
    const [text, parameter, name, double, single, external] = match
    if (text.startsWith('<!--') || text.startsWith('<?')) continue
    if (text.startsWith('<!ATTLIST')) refused.push({ what: 'an attribute list (ATTLIST)', offset })
    else if (text.startsWith('%') || parameter !== undefined)
      refused.push({ what: 'a parameter entity', offset })
    else if (external !== undefined) refused.push({ what: `the external entity ${name}`, offset })
    else if (name !== undefined && !entities.has(name))
      entities.set(name, decodeNumbers(double ?? single ?? ''))
  }
}

/** The text with its entities expanded; null where that would grow too large or never end. */
const expand = (
  text: string,
  entities: ReadonlyMap<string, string>,
): Pick<SvgDoctype, 'text' | 'original'> | null => {
  if (entities.size === 0) return { text, original: (offset) => offset }
  const values = new Map<string, string>()
  const expansionOf = (name: string, depth: number): string | null => {
    const known = values.get(name)
    if (known !== undefined) return known
    if (depth > MAX_EXPANSION_DEPTH) return null
    let out = ''
    let from = 0
    const raw = entities.get(name) ?? ''
    for (const match of raw.matchAll(REFERENCE)) {
      const inner = match[1] ?? ''
      if (!entities.has(inner)) continue
      const value = expansionOf(inner, depth + 1)
      if (value === null) return null
      out += raw.slice(from, match.index) + value
      from = match.index + match[0].length
      if (out.length > MAX_EXPANDED_CHARACTERS) return null
    }
    out += raw.slice(from)
    values.set(name, out)
    return out
  }
  const parts: { readonly expanded: number; readonly original: number }[] = [{ expanded: 0, original: 0 }]
  let out = ''
  let from = 0
  for (const match of text.matchAll(REFERENCE)) {
    const name = match[1] ?? ''
    if (!entities.has(name)) continue
    const value = expansionOf(name, 0)
    if (value === null) return null
    out += text.slice(from, match.index)
    parts.push({ expanded: out.length, original: match.index })
    out += value
    from = match.index + match[0].length
    parts.push({ expanded: out.length, original: from })
    if (out.length > text.length + MAX_EXPANDED_CHARACTERS) return null
  }
  out += text.slice(from)
  return {
    text: out,
    original: (offset) => {
      // Halving: a file can have as many parts as places that are asked for.
      let low = 0
      let high = parts.length - 1
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if ((parts[middle]?.expanded ?? 0) <= offset) low = middle
        else high = middle - 1
      }
      const part = parts[low] ?? { expanded: 0, original: 0 }
      const next = parts[low + 1]
      const at = part.original + offset - part.expanded
      // Inside an expanded entity every place is the reference's.
      return next === undefined ? at : Math.min(at, next.original)
    },
  }
}

const REFERENCE = /&([^\s;&#<>]+);/g

/** Character references in a declared value are decoded when it is declared: `&#60;` can become markup. */
const decodeNumbers = (value: string): string =>
  value.replace(/&#(?:x([\da-f]+)|(\d+));/gi, (whole, hexadecimal, decimal) => {
    const point = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
