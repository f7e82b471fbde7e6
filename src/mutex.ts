/** A mutex: runs tasks one at a time, in order. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs a task after those before it, even if they failed. @returns the task's result */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task)
    this.#last = result.catch(() => {})
    return result
  }
}
