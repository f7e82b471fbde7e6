import { isUrlFunction } from './texts.js'

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
