import { MemoryStore, NotSavedError } from '../../../src/host/saving/store.js'

/** A store in memory that saves nothing while its disk is full. */
export class FillableStore extends MemoryStore {
  full = false
  readonly #needsRoom: (document: string) => boolean

  /** @param needsRoom which documents a full disk does not save; by default all */
  constructor(needsRoom: (document: string) => boolean = () => true) {
    super()
    this.#needsRoom = needsRoom
  }

  override async save(...saved: Parameters<MemoryStore['save']>): Promise<void> {
    // A disk fails later, after other calls.
    await Promise.resolve()
    this.#refuse(saved[0])
    await super.save(...saved)
  }

  #refuse(document: string): void {
    if (this.full && this.#needsRoom(document)) throw new NotSavedError('The disk is full.')
  }
}
