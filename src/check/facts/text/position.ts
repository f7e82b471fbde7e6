/** A place in a text, both from 1; the column in UTF-16 units. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** Whether a place stands in the text before another one. */
export const isBefore = (one: Place, other: Place): boolean =>
  one.line < other.line || (one.line === other.line && one.column < other.column)

/** Turns offsets into places; the lines are counted as far as they are asked for. CR, LF and CRLF end a line. */
export class LineIndex {
  readonly #text: string
  /** Where the lines start that were found so far. */
  readonly #starts = [0]
  #areAllFound = false
  #hasReturns: boolean | undefined
  /** The offsets of CRLF. */
  #pairs: readonly number[] | undefined

  constructor(text: string) {
    this.#text = text
  }

  place(offset: number): Place {
    const starts = this.#starts
    while (!this.#areAllFound && (starts.at(-1) ?? 0) <= offset) this.#findNext()
    const line = countWhile(starts.length, (i) => (starts[i] ?? 0) <= offset)
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 }
  }

  /**
   * The place of an offset in a part of the text as a browser has it: with LF only.
   * @param from where the part starts
   */
  placeInPart(from: number, offset: number): Place {
    this.#pairs ??= [...this.#text.matchAll(/\r\n/g)].map(({ index }) => index)
    const pairs = this.#pairs
    const before = countWhile(pairs.length, (i) => (pairs[i] ?? 0) < from)
    const within = countWhile(pairs.length - before, (i) => (pairs[before + i] ?? 0) - from - i < offset)
    return this.place(Math.min(from + offset + within, this.#text.length))
  }

  #findNext(): void {
    const text = this.#text
    const from = this.#starts.at(-1) ?? 0
    this.#hasReturns ??= text.includes('\r')
    const start = this.#hasReturns ? afterLineEnd(text, from) : text.indexOf('\n', from) + 1
    if (start === 0) this.#areAllFound = true
    else this.#starts.push(start)
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

const LINE_END = /\r\n?|\n/g

/** Where the line after this offset starts; 0 where there is none. */
const afterLineEnd = (text: string, from: number): number => {
  LINE_END.lastIndex = from
  return LINE_END.test(text) ? LINE_END.lastIndex : 0
}
