import type { LineIndex, Place } from '../text/position.js'
import type { HtmlAttribute, HtmlElement } from './element.js'

/** An attribute of a start tag. Its value is taken out of the text only on demand: most values are never read. */
export class TagAttribute implements HtmlAttribute {
  readonly name: string
  readonly #text: string
  readonly #lines: LineIndex
  readonly #nameStart: number
  readonly #valueStart: number
  readonly #valueEnd: number

  constructor(
    name: string,
    text: string,
    lines: LineIndex,
    nameStart: number,
    valueStart: number,
    valueEnd: number,
  ) {
    this.name = name
    this.#text = text
    this.#lines = lines
    this.#nameStart = nameStart
    this.#valueStart = valueStart
    this.#valueEnd = valueEnd
  }

  get value(): string {
    return withoutReturns(this.#text.slice(this.#valueStart, this.#valueEnd))
  }

  get place(): Place {
    return this.#lines.place(this.#nameStart)
  }
}

/** An element that a start tag makes. Its place is looked up only on demand. */
export class TagElement implements HtmlElement {
  readonly name: string
  readonly foreign = false
  readonly attributes: readonly HtmlAttribute[]
  readonly text: string
  readonly #lines: LineIndex
  readonly #start: number
  readonly #tagEnd: number

  constructor(
    name: string,
    attributes: readonly HtmlAttribute[],
    text: string,
    lines: LineIndex,
    start: number,
    tagEnd: number,
  ) {
    this.name = name
    this.attributes = attributes
    this.text = text
    this.#tagEnd = tagEnd
    this.#lines = lines
    this.#start = start
  }

  get place(): Place {
    return this.#lines.place(this.#start)
  }

  placeInText(offset: number): Place {
    return this.#lines.placeInPart(this.#tagEnd, offset)
  }
}

/** Text with line breaks as a browser normalizes them: LF only. */
export const withoutReturns = (text: string): string =>
  text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
