import type { PngColour, PngParts } from './png-parts.js'

/** One of the passes in which an interlaced picture comes; of any other all of it. */
interface Pass {
  readonly width: number
  readonly height: number
  readonly rowBytes: number
}

const SAMPLES: Readonly<Record<PngColour, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** Where the passes of Adam7 begin and how far their pixels are apart: across, down. */
const ADAM7 = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const
const LAST_FILTER = 4

const passesOf = ({ width, height, depth, colour, interlaced }: PngParts): readonly Pass[] => {
  const pass = (across: number, down: number): Pass => ({
    width: across,
    height: down,
    rowBytes: Math.ceil((across * SAMPLES[colour] * depth) / 8),
  })
  if (!interlaced) return [pass(width, height)]
  return ADAM7.map(([left, right, top, bottom]) =>
    pass(Math.ceil((width - left) / right), Math.ceil((height - top) / bottom)),
  ).filter((one) => one.width > 0 && one.height > 0)
}

/** How many bytes a picture's pixels have, with the filters of their rows. */
export const pixelBytes = (png: PngParts): number =>
  passesOf(png).reduce((sum, { height, rowBytes }) => sum + height * (1 + rowBytes), 0)

/**
 * Whether no pixel lets anything through.
 * @param pixels with the filters of their rows
 * @returns null where a row's filter or a colour's number is none
 */
export const isOpaque = (png: PngParts, pixels: Buffer): boolean | null => {
  const passes = passesOf(png)
  if (!haveFilters(passes, pixels)) return null
  const judge = judgeOf(png)
  if (judge === null) return true
  const unit = Math.max(1, (SAMPLES[png.colour] * png.depth) / 8)
  let opaque = true
  for (const [row, width] of rowsOf(passes, pixels, unit, judge.lanes)) {
    const found = judge.judge(row, width)
    if (found === 'odd') return null
    if (found === 'transparent') {
      if (!judge.mayBeOdd) return false
      opaque = false
    }
  }
  return opaque
}

const haveFilters = (passes: readonly Pass[], pixels: Buffer): boolean => {
  let at = 0
  for (const { height, rowBytes } of passes)
    for (let y = 0; y < height; y++, at += 1 + rowBytes) if ((pixels[at] ?? 255) > LAST_FILTER) return false
  return true
}

/** How the transparency of a row is told. */
interface RowJudge {
  /** The bytes of each pixel that it looks at: the others need no decoding. */
  readonly lanes: readonly number[]
  /** Whether a row may hold what is none of the picture's colours. */
  readonly mayBeOdd: boolean
  readonly judge: (row: Uint8Array, width: number) => 'opaque' | 'transparent' | 'odd'
}

/** Null where every pixel of any colour is opaque. */
const judgeOf = (png: PngParts): RowJudge | null => {
  const { colour, depth, transparency } = png
  const sampleBytes = Math.max(1, depth / 8)
  const unit = SAMPLES[colour] * sampleBytes
  const lanes = (from: number): readonly number[] =>
    Array.from({ length: unit - from }, (_, index) => from + index)
  if (colour === 4 || colour === 6) {
    const alpha = lanes(unit - sampleBytes)
    return { lanes: alpha, mayBeOdd: false, judge: (row) => judgeAlpha(row, unit, alpha) }
  }
  if (colour === 3)
    return { lanes: lanes(0), mayBeOdd: true, judge: (row, width) => judgePalette(row, width, png) }
  if (transparency === null) return null
  const key = keyOf(transparency, depth)
  return {
    lanes: lanes(0),
    mayBeOdd: false,
    judge: (row, width) => {
      for (let x = 0; x < width; x++) if (isKey(row, x, depth, key)) return 'transparent'
      return 'opaque'
    },
  }
}

const judgeAlpha = (row: Uint8Array, unit: number, lanes: readonly number[]): 'opaque' | 'transparent' => {
  for (const lane of lanes)
    for (let at = lane; at < row.length; at += unit) if (row[at] !== 255) return 'transparent'
  return 'opaque'
}

const judgePalette = (
  row: Uint8Array,
  width: number,
  { depth, colours, transparency }: PngParts,
): 'opaque' | 'transparent' | 'odd' => {
  let found: 'opaque' | 'transparent' = 'opaque'
  for (let x = 0; x < width; x++) {
    const index = depth === 8 ? (row[x] ?? 0) : packed(row, x, depth)
    if (index >= colours) return 'odd'
    if (transparency !== null && (transparency[index] ?? 255) < 255) found = 'transparent'
  }
  return found
}

/** The transparent colour's samples; of 16 bits each as two. */
const keyOf = (transparency: Buffer, depth: number): readonly number[] =>
  depth === 16 ? [...transparency] : [...transparency].filter((_, index) => index % 2 === 1)

const isKey = (row: Uint8Array, x: number, depth: number, key: readonly number[]): boolean =>
  depth < 8
    ? packed(row, x, depth) === key[0]
    : key.every((value, index) => row[x * key.length + index] === value)

/** A sample of at most eight bits, of which a byte may hold several. */
const packed = (row: Uint8Array, x: number, depth: number): number => {
  const bit = x * depth
  return ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)
}

/** The rows without their filters, each until the next is taken, with how many pixels it has. */
function* rowsOf(
  passes: readonly Pass[],
  pixels: Buffer,
  unit: number,
  lanes: readonly number[],
): Generator<readonly [row: Uint8Array, width: number]> {
  let at = 0
  for (const { width, height, rowBytes } of passes) {
    // What is above a pass's first row counts as zeros (PNG, 9.2).
    let above: Uint8Array = new Uint8Array(rowBytes)
    let [row, other] = [new Uint8Array(rowBytes), new Uint8Array(rowBytes)]
    for (let y = 0; y < height; y++, at += 1 + rowBytes) {
      const filter = pixels[at] ?? 0
      if (filter === 0) above = pixels.subarray(at + 1, at + 1 + rowBytes)
      else {
        for (const lane of lanes)
          for (let x = lane; x < rowBytes; x += unit) {
            const left = x < unit ? 0 : (row[x - unit] ?? 0)
            const corner = x < unit ? 0 : (above[x - unit] ?? 0)
            row[x] = (pixels[at + 1 + x] ?? 0) + predicted(filter, left, above[x] ?? 0, corner)
          }
        above = row
        ;[row, other] = [other, row]
      }
      yield [above, width]
    }
  }
}

/** What a filter adds to a byte: nothing, its left neighbour, the one above, their mean, or the nearest (Paeth). */
const predicted = (filter: number, left: number, up: number, corner: number): number => {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter !== 4) return 0
  const estimate = left + up - corner
  const toLeft = Math.abs(estimate - left)
  const toUp = Math.abs(estimate - up)
  const toCorner = Math.abs(estimate - corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
