import type { ScriptPart } from './part.js'
import type { ParsedScript } from './read.js'

/** So much text is kept, in UTF-16 units. The syntax trees of minified code take some 36 bytes for each. */
const MAX_CHARACTERS = 4_194_304

/**
 * The scripts of the bundles that were checked before, so that what several apps share is parsed once: the same library, or
 * the same code in many versions.
 */
export class KnownScripts {
  readonly #most: number
  /** The one that was kept longest is the first. */
  readonly #parsed = new Map<string, ParsedScript | null>()
  #characters = 0

  /** @param most how much text to keep, in UTF-16 units */
  constructor(most: number = MAX_CHARACTERS) {
    this.#most = most
  }

  /**
   * A script as it was parsed before, in its new place; else as it is parsed now.
   * @param parse always with the same interest
   */
  parsed(part: ScriptPart, parse: (part: ScriptPart) => ParsedScript | null): ParsedScript | null {
    const key = `${part.kind} ${part.text}`
    const known = this.#parsed.get(key)
    if (known !== undefined) return known === null ? null : { ...known, part }
    const parsed = parse(part)
    this.#keep(key, parsed)
    return parsed
  }

  #keep(key: string, parsed: ParsedScript | null): void {
    if (key.length > this.#most) return
    this.#parsed.set(key, parsed)
    this.#characters += key.length
    for (const oldest of this.#parsed.keys()) {
      if (this.#characters <= this.#most) break
      this.#parsed.delete(oldest)
      this.#characters -= oldest.length
    }
  }
}
