import type { Change, Codec, Store } from './store.js'

/** Converts a value and its changes to and from their saved form. */
export interface JournalCodec<T> extends Codec<T> {
  /** The text of what `serialize` returns, in pieces, with the value at the time of this call. */
  readonly pieces: (value: T) => Iterable<string>
  /** Repeats a change, unless the value already has it. @returns whether the entry is valid */
  readonly replay: (value: T, entry: unknown) => boolean
}

/** A change and its journal entry. */
export interface JournaledChange<R> extends Change<R> {
  /** The entry for `replay`; null if nothing changed. */
  readonly entry: unknown
}

/**
 * A value whose changes are saved before they are acknowledged, for values much larger than their changes. Later calls
 * see a change immediately (calls are answered in order). If it cannot be saved, it is undone together with all later
 * changes. Changes made during a save are saved together after it.
 */
export class JournaledDocument<T> {
  readonly value: T
  readonly #store: Store
  readonly #name: string
  readonly #codec: JournalCodec<T>
  /** Changes that are not durable yet, oldest first. */
  readonly #pending: Pending[] = []
  #isSaving = false

  private constructor(store: Store, name: string, codec: JournalCodec<T>, value: T) {
    this.#store = store
    this.#name = name
    this.#codec = codec
    this.value = value
  }

  static async open<T>(store: Store, name: string, codec: JournalCodec<T>): Promise<JournaledDocument<T>> {
    const loaded = await store.load(name, codec.parse, codec.replay)
    return new JournaledDocument(store, name, codec, loaded ?? codec.empty())
  }

  /**
   * Changes the value and resolves once the change is durable.
   * @throws {NotSavedError} if it could not be saved; the value is unchanged then
   */
  async change<R>(apply: (value: T) => JournaledChange<R>): Promise<R> {
    const { result, undo, entry } = apply(this.value)
    const saved = new Promise<void>((resolve, reject) => this.#pending.push({ undo, entry, resolve, reject }))
    if (!this.#isSaving) void this.#save()
    await saved
    return result
  }

  async #save(): Promise<void> {
    this.#isSaving = true
    while (this.#pending.length > 0) {
      let count = this.#pending.length
      const entries = this.#pending.flatMap(({ entry }) => (entry === null ? [] : [entry]))
      try {
        if (entries.length > 0)
          await this.#store.append(this.#name, entries, () => {
            // The whole document also contains the changes made since.
            count = this.#pending.length
            return this.#codec.pieces(this.value)
          })
        for (const { resolve } of this.#pending.splice(0, count)) resolve()
      } catch (error) {
        this.#undoPending(error)
      }
    }
    this.#isSaving = false
  }

  /** Undoes every change that is not durable, the latest first, because each builds on those before it. */
  #undoPending(error: unknown): void {
    for (const { undo, reject } of this.#pending.splice(0).reverse()) {
      undo()
      reject(error)
    }
  }
}

interface Pending {
  readonly undo: () => void
  readonly entry: unknown
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}
