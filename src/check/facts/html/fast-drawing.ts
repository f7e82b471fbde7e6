import type { PageInterest } from './interest.js'
import { HARMLESS_ATTRIBUTE, HARMLESS_NAMES } from './names.js'

const SHAPES: readonly string[] =
  'circle clipPath defs ellipse g line linearGradient mask path polygon polyline radialGradient rect stop symbol'.split(
    ' ',
  )

/**
 * Where the drawing ends that starts at an offset of a page, if it is as plain as most: an icon of shapes, whose
 * attributes are numbers and colours. Nothing in it loads, links or runs. Its tags need not be nested in the right way:
 * in SVG an end tag closes what it names, or nothing.
 * @returns -1 where only a parser can tell
 */
export const endOfPlainDrawing = (text: string, start: number, interest: PageInterest): number => {
  const patterns = patternsOf(interest)
  if (patterns === null) return -1
  let at = start
  const read = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    if (!pattern.test(text)) return false
    at = pattern.lastIndex
    return true
  }
  if (!read(patterns.start)) return -1
  while (read(patterns.shapes));
  return read(END) ? at : -1
}

interface Patterns {
  readonly start: RegExp
  /** So many tags at a time, since the way back from each takes memory. */
  readonly shapes: RegExp
}

const END = /[^<]*<\/svg>/y

/** Null where a reader needs what plain drawings have. */
const patternsOf = (interest: PageInterest): Patterns | null => {
  const known = PATTERNS.get(interest)
  if (known !== undefined) return known
  const isNeeded =
    ['svg', ...SHAPES].some((name) => interest.hasElement(name)) ||
    HARMLESS_NAMES.some((name) => interest.hasAttributeNamed(name)) ||
    interest.hasAttributeLike(/^(?:data|aria)-|^xmlns$/)
  const attributes = `(?:[ \\t\\n\\r]+${HARMLESS_ATTRIBUTE})*[ \\t\\n\\r]*`
  const names = `(?:${SHAPES.join('|')})`
  const patterns = isNeeded
    ? null
    : {
        start: new RegExp(`<svg${attributes}>`, 'y'),
        shapes: new RegExp(`(?:[^<]*<(?:${names}${attributes}/?|/${names})>){1,50}`, 'y'),
      }
  PATTERNS.set(interest, patterns)
  return patterns
}

const PATTERNS = new WeakMap<PageInterest, Patterns | null>()
