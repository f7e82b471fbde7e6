/**
 * The addresses of one case. Each leads out of its folder in some way, and has a unique name, by which a request
 * and a finding can be matched.
 */
export class Probes {
  #random
  #index
  #count = 0

  /**
   * @param {import('./random.mjs').Random} random
   * @param {number} index of the case
   */
  constructor(random, index) {
    this.#random = random
    this.#index = index
  }

  /** An address, as it is in a text that needs no escapes. */
  next() {
    const name = `p${this.#index}x${this.#count}z`
    this.#count += 1
    return `${this.#random.pick(STARTS)}${name}`
  }

  /** The same in an attribute of a page or a drawing: some characters are references. */
  inAttribute() {
    return [...this.next()]
      .map((character) =>
        character === '&' || character === '\t' || (/[:/hp\\]/.test(character) && this.#random.happens(0.03))
          ? this.#random.pick([
              `&#${character.codePointAt(0)};`,
              `&#x${character.codePointAt(0)?.toString(16)};`,
            ])
          : character,
      )
      .join('')
  }

  /** The same in CSS: a backslash is doubled, and some characters are escapes. */
  inCss() {
    return [...this.next()]
      .map((character) => {
        if (character === '\\') return '\\\\'
        if (character === '\t' || this.#random.happens(0.02))
          return `\\${character
            .codePointAt(0)
            ?.toString(16)
            .padStart(this.#random.pick([2, 6]), '0')} `
        return character
      })
      .join('')
  }
}

/** The host resolves to the local server. */
export const HOST = 'elsewhere.test'

const STARTS = [
  `//${HOST}/`,
  `//${HOST}/`,
  `//${HOST}/`,
  `http://${HOST}/`,
  `https://${HOST}/`,
  `HtTp://${HOST}/`,
  `http:\\\\${HOST}\\`,
  `/\\${HOST}/`,
  `ht\ttp://${HOST}/`,
  '/',
  '../../../',
  'a/../../../../',
]

/** The names of the probes in a text. @param {string} text */
export const probesIn = (text) => text.match(/p\d+x\d+z/g) ?? []
