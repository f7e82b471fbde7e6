import stringWidth from 'fast-string-width'

/**
 * Plain text wrapped for a terminal, as a reader of its script expects: between words, and within Chinese and
 * Japanese, which have no spaces. A longer word is broken between characters, but a URL stays whole, so that it
 * can still be clicked. Widths are those of terminals: two columns for wide characters and pictures.
 * @param text safe text without styles; its line breaks are kept
 * @param columns the width; infinite for none
 * @param longWords whether a word that is wider than a line is broken, or stays whole so that a path can be copied
 */
export const wrapText = (
  text: string,
  columns: number,
  longWords: 'break' | 'keep' = 'break',
): readonly string[] => text.split('\n').flatMap((line) => wrapLine(line, columns, longWords))

/** The columns that a text takes on a terminal. */
export const textWidth = (text: string): number => stringWidth(text)

const wrapLine = (line: string, columns: number, longWords: 'break' | 'keep'): readonly string[] => {
  if (textWidth(line) <= columns) return [line]
  const lines: string[] = []
  let current = ''
  let width = 0
  for (const piece of piecesOf(line, columns, longWords)) {
    const pieceWidth = textWidth(piece)
    const isSpace = piece.trim() === ''
    if (width > 0 && width + pieceWidth > columns) {
      lines.push(current.trimEnd())
      current = ''
      width = 0
      if (isSpace) continue
    }
    current += piece
    width += pieceWidth
  }
  // A line break takes the place of the spaces before it.
  if (current.trim() !== '' || lines.length === 0) lines.push(current.trimEnd())
  return lines
}

/** What stays on one line: words, runs of spaces, and parts of words that have no spaces or are too long. */
const piecesOf = (line: string, columns: number, longWords: 'break' | 'keep'): readonly string[] =>
  (line.match(/\s+|\S+/gu) ?? []).flatMap((word) => {
    if (/^\s/u.test(word) || URL_START.test(word)) return [word]
    const parts = WITHOUT_SPACES.test(word) ? breakable(word) : [word]
    return longWords === 'keep'
      ? parts
      : parts.flatMap((part) => (textWidth(part) <= columns ? [part] : brokenHard(part, columns)))
  })

const URL_START = /^\W{0,2}[a-z][a-z0-9+.-]*:\/\//iu
const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u
/** Punctuation that does not start a line, and the prolonged sound mark. */
const NOT_FIRST = /^[\p{Pe}\p{Pf}、。，．・：；？！ーゝゞ々…‥〜％,.:;!?]/u
/** Brackets that do not end a line. */
const NOT_LAST = /[\p{Ps}\p{Pi}]$/u

let graphemes: Intl.Segmenter | null = null

const charactersOf = (text: string): readonly string[] => {
  // Made when it is first needed: most commands print nothing that needs it, and it loads a lot of data.
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return [...graphemes.segment(text)].map(({ segment }) => segment)
}

/** A word in parts, between which a line may break: around each Chinese or Japanese character. */
const breakable = (word: string): readonly string[] => {
  const parts: string[] = []
  let before = ''
  for (const character of charactersOf(word)) {
    const last = parts.at(-1)
    const mayBreak = WITHOUT_SPACES.test(before) || WITHOUT_SPACES.test(character)
    if (last === undefined || (mayBreak && !NOT_FIRST.test(character) && !NOT_LAST.test(last)))
      parts.push(character)
    else parts[parts.length - 1] = last + character
    before = character
  }
  return parts
}

/** A word in parts of at most a line. */
const brokenHard = (word: string, columns: number): readonly string[] => {
  const parts: string[] = []
  let width = Number.POSITIVE_INFINITY
  for (const character of charactersOf(word)) {
    const own = textWidth(character)
    if (width + own > columns) {
      parts.push('')
      width = 0
    }
    parts[parts.length - 1] += character
    width += own
  }
  return parts
}

export interface WrapOptions {
  /** The width in columns, indents included. */
  readonly columns: number
  /** Starts every line but the first. */
  readonly indent: string
}

/**
 * Text that may be styled, wrapped between words. A word wider than a line stays whole, so that a URL can still be clicked.
 * East Asian characters count as two columns.
 */
export const wrap = async (text: string, { columns, indent }: WrapOptions): Promise<string> => {
  const { wrapAnsi } = await import('fast-wrap-ansi')
  return wrapAnsi(text, Math.max(NARROWEST, columns - indent.length)).replaceAll('\n', `\n${indent}`)
}

/** In narrower columns most lines would be a single word. */
const NARROWEST = 20

/** The width to assume where there is no terminal, or one that does not know its own. */
const DEFAULT_COLUMNS = 80

/** The width of a stream's terminal in columns. A terminal without a window, as in CI or `script`, says 0. */
export const columnsOf = (stream: { readonly columns?: number }): number => stream.columns || DEFAULT_COLUMNS
