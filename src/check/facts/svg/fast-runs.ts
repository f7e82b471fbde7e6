// Each kind of tag is compiled; a file of hundreds of kinds has no long rows.
const MAX_KINDS = 20
// Each turn of a pattern takes memory for the way back.
const MAX_TURNS = 50

/**
 * The rows of a drawing: most of a large SVG file is one kind of tag after the other, `<path class="…" d="…"/>`, a
 * thousand times. Once two of a kind were read, a pattern of that kind passes over the others in a few calls.
 */
export class SvgRuns {
  readonly #text: string
  readonly #patterns = new Map<string, RegExp>()
  #name = ''
  #keys: readonly string[] = []

  /** @param text of an SVG file */
  constructor(text: string) {
    this.#text = text
  }

  /** A tag was read after which no row goes on. */
  stop(): void {
    this.#name = ''
  }

  /**
   * An empty tag was read, about which rules ask nothing.
   * @param keys its attributes' names, none of them twice
   * @param end where it ends
   * @returns where the row ends that it is in: all up to there are tags of its kind with blanks before them, whose
   *   values have no references
   */
  pass(name: string, keys: readonly string[], end: number): number {
    const isSecond = name === this.#name && isSame(keys, this.#keys)
    this.#name = name
    this.#keys = keys
    const pattern = isSecond ? this.#patternOf(name, keys) : null
    if (pattern === null) return end
    pattern.lastIndex = end
    let at = end
    while (pattern.test(this.#text)) at = pattern.lastIndex
    return at
  }

  #patternOf(name: string, keys: readonly string[]): RegExp | null {
    const kind = `${name} ${keys.join(' ')}`
    const known = this.#patterns.get(kind)
    if (known !== undefined) return known
    if (this.#patterns.size === MAX_KINDS) return null
    const attributes = keys.map((key) => `[ \\n]${escaped(key)}="[^"<&]*"`).join('')
    const pattern = new RegExp(`(?:[ \\t\\r\\n]*<${escaped(name)}${attributes} ?/>){1,${MAX_TURNS}}`, 'y')
    this.#patterns.set(kind, pattern)
    return pattern
  }
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index])

/** Of the characters of a plain name, only the dot is special in a pattern. */
const escaped = (name: string): string => name.replaceAll('.', '\\.')
