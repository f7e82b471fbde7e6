/** A place in a text, both from 1; the column in UTF-16 units. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** Turns offsets into places; the lines are counted when first asked for. CR, LF and CRLF end a line. */
export class LineIndex {
  readonly #text: string
  #starts: readonly number[] | undefined

  constructor(text: string) {
    this.#text = text
  }

  place(offset: number): Place {
    this.#starts ??= lineStarts(this.#text)
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

const lineStarts = (text: string): readonly number[] => {
  const starts = [0]
  if (!text.includes('\r')) {
    for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) starts.push(i + 1)
    return starts
  }
  for (const match of text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length)
  return starts
}
