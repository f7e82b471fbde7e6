import type { LineIndex, Place } from '../text/position.js'
import type { HtmlAttribute, HtmlElement } from './element.js'

/** An attribute whose value is taken out of the text only when it is asked for: most never are. */
export class PlainAttribute implements HtmlAttribute {
  readonly name: string
  readonly #text: string
  readonly #lines: LineIndex
  readonly #offset: number
  readonly #valueStart: number
  readonly #valueEnd: number

  constructor(
    text: string,
    lines: LineIndex,
    nameStart: number,
    nameEnd: number,
    valueStart: number,
    valueEnd: number,
  ) {
    this.name = text.slice(nameStart, nameEnd).toLowerCase()
    this.#text = text
    this.#lines = lines
    this.#offset = nameStart
    this.#valueStart = valueStart
    this.#valueEnd = valueEnd
  }

  get value(): string {
    return withoutReturns(this.#text.slice(this.#valueStart, this.#valueEnd))
  }

  get place(): Place {
    return this.#lines.place(this.#offset)
  }
}

/** An element whose place is looked up only when it is asked for. */
export class PlainElement implements HtmlElement {
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

/** A text as a browser has it: with LF alone. */
export const withoutReturns = (text: string): string =>
  text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
