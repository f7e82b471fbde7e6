import { isHtmlSpace } from '../text/characters.js'

/** Where CSS may name URLs, and which of its texts may be some, though they stand in no `url()`. */

/** Whether CSS may name a URL at all: most does not, and an escape could hide any of the words. */
export const mayNameUrls = (css: string): boolean => NAMES_URLS.test(css)

const NAMES_URLS = /\\|url\(|@import|@namespace|["']/i

/** Whether the value of a presentation attribute may name a URL: `url(…)`, or a text inside any function. */
export const mayHoldUrls = (value: string): boolean => {
  const open = value.indexOf('(')
  return value.includes('\\') || (open !== -1 && (/url\(/i.test(value) || /["']/.test(value.slice(open))))
}

/** The functions whose texts are URLs; what other functions make of theirs is not certain. */
const URL_FUNCTIONS: ReadonlySet<string> = new Set(['url', 'src', 'image', 'image-set', '-webkit-image-set'])

/** The properties whose texts can be used elsewhere, in `image-set()` too. */
const HANDS_ON = /^(?:--|initial-value$|result$)/

/** A text that is more than a divider such as "/". */
const HAS_LETTERS = /[^\\/.\s]/

/** Whether a text is what an attribute is compared with: `[href^="https://"]`. No function of a URL has an `=` in it. */
export const isCompared = (css: string, start: number): boolean => {
  let at = start - 1
  while (isHtmlSpace(css.charCodeAt(at))) at -= 1
  return css.charAt(at) === '='
}

/** Whether the texts of a function are URLs. @param name in lower case */
const isUrlFunction = (name: string): boolean => URL_FUNCTIONS.has(name)

/** Whether a text inside functions may be a URL. @param takesUrls whether one of them takes URLs */
export const isUrlText = (text: string, takesUrls: boolean): boolean => takesUrls || HAS_LETTERS.test(text)

/** Whether a text has anything in it that a URL out of the bundle begins with. */
export const mayLead = (text: string): boolean => /[\\/:]/.test(text) && HAS_LETTERS.test(text)

/** Whether a text that is the value of a property may become a URL elsewhere. @param property in lower case */
export const isHandedOn = (text: string, property: string): boolean =>
  HANDS_ON.test(property) && mayLead(text)

/** The functions and parentheses around a place in CSS, of which hostile CSS has millions. */
export class CssFunctions {
  /** The innermost function around each level; empty where there is none. */
  readonly #named: string[] = []
  readonly #urls: number[] = []

  /** @param name in lower case; empty for a parenthesis without a function */
  open(name: string): void {
    this.#named.push(name === '' ? this.innermost : name)
    this.#urls.push((this.#urls.at(-1) ?? 0) + (isUrlFunction(name) ? 1 : 0))
  }

  close(): void {
    this.#named.pop()
    this.#urls.pop()
  }

  /** The innermost function; empty where there is none. */
  get innermost(): string {
    return this.#named.at(-1) ?? ''
  }

  /** Whether any function around takes URLs. */
  get takesUrls(): boolean {
    return (this.#urls.at(-1) ?? 0) > 0
  }
}
