import { DRAWING_MAX_EXPANDED_CHARACTERS } from '../../../platform/limits.js'

/** A name without a prefix, as the source of a pattern. */
export const NAME = '[A-Za-z_][\\w.-]*'

/** A reference to a character (in hexadecimal or decimal) or to an entity. */
export const REFERENCE = new RegExp(`&(?:#x([\\da-fA-F]+)|#(\\d+)|(${NAME}));`, 'g')

/** The entities of XML itself (4.6). */
export const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

/** Whether XML 1.0 allows a code point (2.2), control characters below U+0020 left out. */
export const isXmlPoint = (point: number): boolean =>
  point >= 0x20 &&
  point <= 0x10ffff &&
  !(point >= 0xd800 && point <= 0xdfff) &&
  point !== 0xfffe &&
  point !== 0xffff

/**
 * What the declared entities stand for.
 * @param text in which they are used
 * @param declared as declared, character references included
 * @throws {EntityError} where an entity is not declared, or the text would grow too large
 */
export const expandEntities = (
  text: string,
  declared: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> => {
  if (declared.size === 0) return declared
  const values = new Map<string, string>(PREDEFINED)
  for (const name of declared.keys()) expansionOf(name, declared, values, 0)
  let total = 0
  for (const [, , , name = ''] of text.matchAll(REFERENCE)) {
    total += values.get(name)?.length ?? 0
    if (total > DRAWING_MAX_EXPANDED_CHARACTERS) throw new EntityError(TOO_LARGE)
  }
  return new Map([...values].filter(([name]) => declared.has(name)))
}

/** A value with its character references decoded. */
export const decodeCharacters = (value: string): string =>
  value.replace(REFERENCE, (whole, hexadecimal, decimal, name) =>
    name === undefined ? decoded(hexadecimal, decimal) : whole,
  )

const decoded = (hexadecimal: string | undefined, decimal: string | undefined): string => {
  const point = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
  return isXmlPoint(point) ? String.fromCodePoint(point) : '\ufffd'
}

/** Why entities cannot be expanded: a part of a sentence. */
export class EntityError extends Error {}

const TOO_LARGE = 'entities that expand to more than a megabyte'

// More than any drawing program writes, and far less than "billion laughs" needs.
const MAX_EXPANSION_DEPTH = 16

const expansionOf = (
  name: string,
  declared: ReadonlyMap<string, string>,
  values: Map<string, string>,
  depth: number,
): string => {
  const known = values.get(name)
  if (known !== undefined) return known
  const raw = declared.get(name)
  if (raw === undefined) throw new EntityError(`a reference to the entity ${name}, which it does not declare`)
  if (depth > MAX_EXPANSION_DEPTH) throw new EntityError(TOO_LARGE)
  let value = ''
  let from = 0
  for (const { 0: whole, 1: hexadecimal, 2: decimal, 3: inner, index } of raw.matchAll(REFERENCE)) {
    value += raw.slice(from, index)
    from = index + whole.length
    value +=
      inner === undefined ? decoded(hexadecimal, decimal) : expansionOf(inner, declared, values, depth + 1)
    if (value.length > DRAWING_MAX_EXPANDED_CHARACTERS) throw new EntityError(TOO_LARGE)
  }
  value += raw.slice(from)
  values.set(name, value)
  return value
}
