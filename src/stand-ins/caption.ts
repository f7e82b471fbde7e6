import letters from './letters.json' with { type: 'json' }

/**
 * Letters as strokes, so that no installed font changes a picture. Each glyph is a path in a cell of width 4, with its baseline
 * at y = 6 and capitals up to y = 0.
 */
const GLYPHS: Readonly<Record<string, string>> = letters.glyphs

/** Letters and signs whose plain form is not their first part. */
const SPELLED: Readonly<Record<string, string>> = letters.spelled

/** In units of the glyphs. */
const ADVANCE = 5.1
const SPACE = 3.2
const LINE_HEIGHT = 10.5

/** In pixels. */
const UNIT = 1.3
const MARGIN = 10

const MOST_LINES = 9
const CODE_SCALE = 0.7

/**
 * Draws a strip at the bottom of a square picture, with the prompt as far as nine lines hold it, and its settings. Letters are
 * small and without accents. What has no glyph (other scripts, emoji) is shown as its code point in a box.
 * @returns SVG elements
 */
export const drawCaption = (prompt: string, settings: string, side: number): string => {
  const width = (side - 2 * MARGIN) / UNIT
  const words = write(prompt, width, MOST_LINES)
  const below = write(words.whole ? settings : `... ${settings}`, width, MOST_LINES)
  const lineHeight = LINE_HEIGHT * UNIT
  const height = Math.round((words.lines + below.lines) * lineHeight + MARGIN)
  const strip = `<rect y="${side - height}" width="${side}" height="${height}" fill="#120c2e" opacity="0.8"/>`
  const top = side - height + MARGIN
  return strip + place(words, top, '#ffffff') + place(below, top + words.lines * lineHeight, '#c9c2e6')
}

interface Written {
  readonly drawn: string
  readonly lines: number
  /** Whether all of the text is there. */
  readonly whole: boolean
}

const place = ({ drawn }: Written, y: number, colour: string): string =>
  `<g transform="translate(${MARGIN} ${round(y)}) scale(${UNIT})" fill="none" stroke="${colour}" stroke-width="0.8" stroke-linecap="round" stroke-linejoin="round">${drawn}</g>`

/** Writes a text in lines, which break between words if they can. */
const write = (text: string, width: number, mostLines: number): Written => {
  let drawn = ''
  let x = 0
  let line = 0
  for (const word of plainWords(text)) {
    const cells = [...word].map(cellOf)
    if (x > 0 && x + cells.reduce((sum, cell) => sum + cell.width, 0) > width) {
      x = 0
      line += 1
    }
    for (const cell of cells) {
      if (x + cell.width > width) {
        x = 0
        line += 1
      }
      if (line === mostLines) return { drawn, lines: line, whole: false }
      drawn += `<g transform="translate(${round(x)} ${line * LINE_HEIGHT})">${cell.drawn}</g>`
      x += cell.width
    }
    x += SPACE
  }
  return { drawn, lines: line + 1, whole: true }
}

const plainWords = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replace(/(?<=[a-z])\p{M}+/giu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9\s]/gu, (character) => SPELLED[character] ?? character)
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== '')

interface Cell {
  readonly drawn: string
  readonly width: number
}

const cellOf = (character: string): Cell => {
  const glyph = GLYPHS[character]
  return glyph === undefined ? codePoint(character) : { drawn: `<path d="${glyph}"/>`, width: ADVANCE }
}

/** A box with the code point of a character, in hexadecimal digits. */
const codePoint = (character: string): Cell => {
  const digits = (character.codePointAt(0) ?? 0).toString(16)
  const width = digits.length * ADVANCE * CODE_SCALE + 1.2
  const drawn = [...digits]
    .map((digit, index) => `<path transform="translate(${round(index * ADVANCE)} 0)" d="${GLYPHS[digit]}"/>`)
    .join('')
  return {
    drawn: `<rect y="-0.6" width="${round(width)}" height="7.2" rx="1" stroke-width="0.4"/><g transform="translate(1 0.9) scale(${CODE_SCALE})">${drawn}</g>`,
    width: width + 1.2,
  }
}

const round = (value: number): number => Math.round(value * 100) / 100
