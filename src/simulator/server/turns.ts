/** Runs what must not meet one after the other, in the order in which it was asked for. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** @returns what the run gives or throws, once those before it are over, however they ended */
  run<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#last.then(run)
    this.#last = result.catch(() => undefined)
    return result
  }
}
