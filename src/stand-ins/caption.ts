/**
 * Letters as strokes, so that no installed font changes a picture. Each glyph is a path in a cell of width 4, with its baseline
 * at y = 6 and capitals up to y = 0.
 */
const GLYPHS: Readonly<Record<string, string>> = {
  a: 'M4 3V6M4 4.5A1.7 1.6 0 1 1 4 4.4',
  b: 'M.4 0V6M.4 4.5A1.7 1.6 0 1 0 .4 4.4',
  c: 'M3.7 3.4A1.7 1.6 0 1 0 3.7 5.6',
  d: 'M4 0V6M4 4.5A1.7 1.6 0 1 1 4 4.4',
  e: 'M.5 4.4H3.8A1.7 1.6 0 1 0 3.4 5.6',
  f: 'M3.2 .3Q1.6 -.3 1.6 1.4V6M.6 2.8H3',
  g: 'M4 3V6.4Q4 8 2.2 8Q1.2 8 .7 7.4M4 4.5A1.7 1.6 0 1 1 4 4.4',
  h: 'M.5 0V6M.5 4.2Q.9 2.8 2.3 2.8Q3.7 2.8 3.7 4.3V6',
  i: 'M2 2.9V6M2 1.3V1.4',
  j: 'M2.4 2.9V6.8Q2.4 8 .9 7.9M2.4 1.3V1.4',
  k: 'M.6 0V6M3.6 2.9L.6 4.6L3.8 6',
  l: 'M1.7 0V5Q1.7 6 2.8 5.9',
  m: 'M.2 2.9V6M.2 4Q.5 2.8 1.3 2.8Q2.1 2.8 2.1 4V6M2.1 4Q2.4 2.8 3.2 2.8Q4.1 2.8 4.1 4V6',
  n: 'M.5 2.9V6M.5 4.2Q.9 2.8 2.3 2.8Q3.7 2.8 3.7 4.3V6',
  o: 'M2.1 2.9A1.7 1.6 0 1 0 2.2 2.9',
  p: 'M.4 3V8M.4 4.5A1.7 1.6 0 1 0 .4 4.4',
  q: 'M4 3V8M4 4.5A1.7 1.6 0 1 1 4 4.4',
  r: 'M.8 2.9V6M.8 4.4Q1.1 2.8 3 3',
  s: 'M3.5 3.4Q2.9 2.8 2 2.8Q.7 2.8 .7 3.6Q.7 4.3 2 4.4Q3.6 4.5 3.6 5.2Q3.6 6 2.1 6Q1.1 6 .5 5.4',
  t: 'M1.7 1.3V5Q1.7 6 3.2 5.8M.7 2.9H3.1',
  u: 'M.5 2.9V4.7Q.5 6 1.9 6Q3.3 6 3.7 4.7M3.7 2.9V6',
  v: 'M.4 2.9L2 6L3.8 2.9',
  w: 'M.1 2.9L1.1 6L2.1 3.4L3.1 6L4.2 2.9',
  x: 'M.5 2.9L3.7 6M3.7 2.9L.5 6',
  y: 'M.4 2.9L2.1 6M3.8 2.9L1.6 7.4Q1.3 8 .5 7.9',
  z: 'M.6 2.9H3.6L.6 6H3.7',
  0: 'M2 0Q.4 0 .4 3Q.4 6 2 6Q3.7 6 3.7 3Q3.7 0 2 0Z',
  1: 'M.8 1.2L2.2 0V6',
  2: 'M.5 1.4Q.7 0 2.1 0Q3.6 0 3.6 1.6Q3.6 2.8 .5 6H3.8',
  3: 'M.6 .6Q1.1 0 2 0Q3.5 0 3.5 1.5Q3.5 2.8 1.7 2.8Q3.7 2.8 3.7 4.4Q3.7 6 2 6Q.9 6 .4 5.2',
  4: 'M3 6V0L.3 4.2H4',
  5: 'M3.5 0H.9L.7 2.7Q1.3 2.2 2.1 2.2Q3.7 2.2 3.7 4Q3.7 6 2 6Q1 6 .4 5.3',
  6: 'M3.3 .3Q2.7 0 2.2 0Q.4 .4 .4 4.1Q.4 6 2 6Q3.7 6 3.7 4.2Q3.7 2.4 2.1 2.4Q.8 2.4 .4 3.9',
  7: 'M.4 0H3.7L1.6 6',
  8: 'M2 2.8A1.4 1.4 0 1 1 2.1 2.8A1.65 1.6 0 1 1 2 2.8',
  9: 'M3.7 2.1Q3.3 3.6 2 3.6Q.4 3.6 .4 1.8Q.4 0 2 0Q3.7 0 3.7 2Q3.6 5.6 1.9 6Q1.2 6 .8 5.7',
  '.': 'M1.9 5.9V6',
  ',': 'M2 5.7L1.4 7',
  '!': 'M2 0V4.2M2 5.9V6',
  '?': 'M.6 1.2Q.9 0 2.1 0Q3.6 0 3.6 1.5Q3.6 2.7 2 3.2V4.2M2 5.9V6',
  "'": 'M2 0V1.4',
  '"': 'M1.3 0V1.4M2.7 0V1.4',
  '-': 'M.8 4.2H3.2',
  ':': 'M2 3.4V3.5M2 5.9V6',
  ';': 'M2 3.4V3.5M2 5.7L1.5 7',
  '(': 'M2.8 -.4Q.6 3 2.8 6.6',
  ')': 'M1.2 -.4Q3.4 3 1.2 6.6',
  '/': 'M.6 6.6L3.4 -.4',
  '+': 'M.6 4.2H3.4M2 2.8V5.6',
  '=': 'M.6 3.5H3.4M.6 5H3.4',
  '&': 'M4 6L1 2Q.4 .2 1.9 0Q3.3 .1 2.7 1.8L.8 3.6Q0 6 2 6Q3.4 6 3.9 3.6',
  '%': 'M.6 6L3.4 0M.8 .6V.8M3.2 5.2V5.4',
  '#': 'M1.4 1L.8 5.6M3 1L2.4 5.6M.4 2.4H3.8M.2 4.2H3.5',
  '@': 'M3 4.6A1.2 1.2 0 1 1 3 3.4V4.4Q4 5 4 3A2 2 0 1 0 2.8 5.8',
  '*': 'M2 1V3.6M.9 1.6L3.1 3M3.1 1.6L.9 3',
  _: 'M.3 6.4H3.7',
}

/** Letters and signs whose plain form is not their first part. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  þ: 'th',
  ð: 'd',
  ı: 'i',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
}

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
