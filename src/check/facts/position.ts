/** A place in a text, both from 1; the column in UTF-16 units. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** Turns offsets into places; the lines are counted when first asked for. CR, LF and CRLF end a line. */
export class LineIndex {
  readonly #text: string
  #starts: readonly number[] | undefined
  /** Where CRLF stands. */
  #pairs: readonly number[] | undefined

  constructor(text: string) {
    this.#text = text
  }

  place(offset: number): Place {
    this.#starts ??= lineStarts(this.#text)
    const line = countWhile(this.#starts.length, (i) => (this.#starts?.[i] ?? 0) <= offset)
    return { line, column: offset - (this.#starts[line - 1] ?? 0) + 1 }
  }

  /**
   * The place of an offset in a part of the text as a browser has it: with LF alone.
   * @param from where the part starts
   */
  placeInPart(from: number, offset: number): Place {
    this.#pairs ??= [...this.#text.matchAll(/\r\n/g)].map(({ index }) => index)
    const pairs = this.#pairs
    const before = countWhile(pairs.length, (i) => (pairs[i] ?? 0) < from)
    const within = countWhile(pairs.length - before, (i) => (pairs[before + i] ?? 0) - from - i < offset)
    return this.place(Math.min(from + offset + within, this.#text.length))
  }
}

/** How many of so many numbers hold, all of which stand before those that do not. */
const countWhile = (length: number, holds: (index: number) => boolean): number => {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) low = middle + 1
    else high = middle
  }
  return low
}

const lineStarts = (text: string): readonly number[] => {
  const starts = [0]
  if (!text.includes('\r')) {
    for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) starts.push(i + 1)
    return starts
  }
  for (const match of text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length)
  return starts
}
