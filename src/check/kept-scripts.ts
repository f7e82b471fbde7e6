import type { ParsedScript } from './facts/script/read.js'

/** The scripts of one bundle that were parsed, as long as they are few: they may be looked at again, beside each other. */
export class KeptScripts {
  readonly #scripts = new Map<string, readonly ParsedScript[]>()
  #left = MAX_CHARACTERS

  keep(path: string, scripts: readonly ParsedScript[]): void {
    const characters = scripts.reduce((sum, { part }) => sum + part.text.length, 0)
    if (characters > this.#left) return
    this.#left -= characters
    this.#scripts.set(path, scripts)
  }

  /** Null where they are not kept. */
  of(path: string): readonly ParsedScript[] | null {
    return this.#scripts.get(path) ?? null
  }
}

/** In UTF-16 units. The syntax trees of minified code take some 36 bytes for each. */
const MAX_CHARACTERS = 500_000
