/** A place in a text, both from 1; the column in UTF-16 units. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** Turns offsets into places; made once per text. CR, LF and CRLF end a line. */
export class LineIndex {
  readonly #starts: number[] = [0]

  constructor(text: string) {
    for (const match of text.matchAll(/\r\n?|\n/g)) this.#starts.push(match.index + match[0].length)
  }

  place(offset: number): Place {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 }
  }
}
