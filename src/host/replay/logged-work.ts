import type { AiMaker } from '../ai/ai-maker.js'
import { withBytes } from '../log/outside-work.js'
import type { WorkOutcome } from '../log/turn.js'
import type { PickedFile } from '../picking/picked-file.js'
import { MemoryStore, NotSavedError, type Store } from '../saving/store.js'
import type { Pictures } from '../sharing/pictures.js'

/** The work outside a host that is replayed: it is not done, but ends when it ended in the log, and as it did there. */
export class LoggedWork implements AiMaker, Pictures {
  readonly #running = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
  >()
  #begun = 0
  /** The data with which the host starts. What it saves later is not kept. */
  readonly documents = new MemoryStore()
  #isLogged = false
  readonly store: Store = {
    load: (name, parse) => this.documents.load(name, parse),
    save: () => (this.#isLogged ? this.#begin<void>() : Promise.resolve()),
  }

  /** The log has the work from now on. */
  start(): void {
    this.#isLogged = true
  }

  scripted: AiMaker['scripted'] = () => this.#begin()
  make: AiMaker['make'] = () => this.#begin()
  blocked: AiMaker['blocked'] = () => {}
  redrawForShare: Pictures['redrawForShare'] = () => this.#begin()

  file(size: number): PickedFile {
    return { size, asPicture: () => this.#begin(), asVideo: () => this.#begin() }
  }

  /** @returns whether it was under way */
  end(work: number, outcome: WorkOutcome): boolean {
    const running = this.#running.get(work)
    if (running === undefined) return false
    this.#running.delete(work)
    if ('error' in outcome) {
      const { notSaved, message } = outcome.error
      running.reject(notSaved ? new NotSavedError(message) : new Error(message))
    } else running.resolve(withBytes(outcome.value))
    return true
  }

  /** The log has the value of what a host with the same past begins. For another one it may be of another type. */
  #begin<T>(): Promise<T> {
    this.#begun += 1
    const work = this.#begun
    return new Promise((resolve, reject) =>
      this.#running.set(work, { resolve: (value) => resolve(value as T), reject }),
    )
  }
}
