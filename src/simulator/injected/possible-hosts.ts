/**
 * Elements of a page that is still read, which may get a shadow root later. Without prototypes, which the app's code can
 * change.
 */
export class PossibleHosts {
  #elements: { __proto__: null; [index: number]: Element } = { __proto__: null }
  #count = 0

  get count(): number {
    return this.#count
  }

  /** @param index less than `count` */
  at(index: number): Element {
    return this.#elements[index] as Element
  }

  add(element: Element): void {
    this.#elements[this.#count++] = element
  }

  /** The last element takes its place. */
  remove(index: number): void {
    this.#elements[index] = this.#elements[--this.#count] as Element
    delete this.#elements[this.#count]
  }

  clear(): void {
    this.#elements = { __proto__: null }
    this.#count = 0
  }
}
