import type { Change, Codec, Store } from './store.js'

/** How a value, its saved form, and what is saved of its changes become each other. */
export interface JournalCodec<T> extends Codec<T> {
  /** The text of what `serialize` gives, piece by piece, with the value as it is when this is called. */
  readonly pieces: (value: T) => Iterable<string>
  /** Repeats a change, but not one that the value has already. @returns whether the entry is one */
  readonly replay: (value: T, entry: unknown) => boolean
}

/** A change, and what is saved of it. */
export interface JournaledChange<R> extends Change<R> {
  /** What `replay` repeats it from; null where nothing changed. */
  readonly entry: unknown
}

/**
 * A value of which each change is saved before it is acknowledged: for values that are large beside their changes. Later
 * calls see a change at once (calls are answered in the order they came); if it cannot be saved, it and all that was
 * built on it are taken back. Changes that come while others are being saved are saved together after them.
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
   * @throws {NotSavedError} when it could not be saved: the value is then as it was
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
            // The whole has those, too, that came since.
            count = this.#pending.length
            return this.#codec.pieces(this.value)
          })
        for (const { resolve } of this.#pending.splice(0, count)) resolve()
      } catch (error) {
        this.#takeBack(error)
      }
    }
    this.#isSaving = false
  }

  /** Takes back every change that is not durable, the latest first: each was made on top of those before it. */
  #takeBack(error: unknown): void {
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
