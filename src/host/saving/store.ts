/**
 * Where the host saves data: named JSON documents. A name is a path of plain words separated by `/`, such as
 * `seat-1/storage`.
 */
export interface Store {
  /**
   * Reads a document.
   * @param parse converts saved data into the document's value. If it returns undefined, the data are invalid: they are
   *   set aside, never overwritten, and the developer is notified
   * @param replay repeats an appended change on the value, and returns whether it is valid. It may get changes that the
   *   saved data already contain
   * @returns the parsed value, or undefined if there is none
   */
  load<T>(
    name: string,
    parse: (saved: unknown) => T | undefined,
    replay?: (value: T, entry: unknown) => boolean,
  ): Promise<T | undefined>
  /**
   * Saves a whole document.
   * @param snapshot called when the write begins, so that it contains changes made until then
   * @returns once it is durable: it survives a kill and a power cut
   * @throws {NotSavedError} if it could not be written; the old document is unchanged
   */
  save(name: string, snapshot: () => unknown): Promise<void>
  /**
   * Saves changes of a document in order: appended to its journal, or with the whole document. This host saves such a
   * document in no other way.
   * @param entries the entries for `load` to replay, as JSON values
   * @param whole returns the document's JSON in pieces; called when a write of the whole document begins
   * @returns once they are durable
   * @throws {NotSavedError} if they could not be written; the saved data are unchanged
   */
  append(name: string, entries: readonly unknown[], whole: () => Iterable<string>): Promise<void>
}

/** A document could not be written. */
export class NotSavedError extends Error {
  override readonly name = 'NotSavedError'
}

/** Converts a document's value to and from its saved form. */
export interface Codec<T> {
  /** The value if nothing was saved. */
  readonly empty: () => T
  readonly parse: (saved: unknown) => T | undefined
  readonly serialize: (value: T) => unknown
}

/** The result of a change, and how to undo it. */
export interface Change<R> {
  readonly result: R
  readonly undo: () => void
}

/**
 * A value that is saved before a change to it is acknowledged. Later calls see a change immediately (calls are answered
 * in order). If it cannot be saved, it is undone together with all later changes.
 */
export class SavedDocument<T> {
  readonly value: T
  readonly #store: Store
  readonly #name: string
  readonly #codec: Codec<T>
  /** Changes that are not durable yet, oldest first. */
  readonly #pending: Pending[] = []
  readonly #listeners = new Set<() => void>()

  private constructor(store: Store, name: string, codec: Codec<T>, value: T) {
    this.#store = store
    this.#name = name
    this.#codec = codec
    this.value = value
  }

  static async open<T>(store: Store, name: string, codec: Codec<T>): Promise<SavedDocument<T>> {
    const loaded = await store.load(name, codec.parse)
    return new SavedDocument(store, name, codec, loaded ?? codec.empty())
  }

  /**
   * Changes the value and resolves once the change is durable.
   * @throws {NotSavedError} if it could not be saved; the value is unchanged then
   */
  async change<R>(apply: (value: T) => Change<R>): Promise<R> {
    const { result, undo } = apply(this.value)
    const pending: Pending = { undo, failure: null }
    this.#pending.push(pending)
    this.#changed()
    try {
      await this.#store.save(this.#name, () => this.#codec.serialize(this.value))
    } catch (error) {
      if (pending.failure === null) this.#undoPending(error)
    }
    if (pending.failure !== null) throw pending.failure.error
    this.#pending.splice(this.#pending.indexOf(pending), 1)
    return result
  }

  /** Calls `listener` after every change of the value, undone ones too. @returns a function that stops listening */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Undoes every change that is not durable, the latest first, because each builds on those before it. */
  #undoPending(error: unknown): void {
    for (const pending of this.#pending.reverse()) {
      pending.undo()
      pending.failure = { error }
    }
    this.#pending.length = 0
    this.#changed()
  }
}

interface Pending {
  readonly undo: () => void
  failure: { readonly error: unknown } | null
}

/** A store in memory, for tests and for runs that must leave nothing behind. */
export class MemoryStore implements Store {
  /** The text of each document, and of its appended changes. */
  readonly #documents = new Map<string, { readonly whole: string; readonly entries: string[] }>()

  async load<T>(
    name: string,
    parse: (saved: unknown) => T | undefined,
    replay?: (value: T, entry: unknown) => boolean,
  ): Promise<T | undefined> {
    const document = this.#documents.get(name)
    if (document === undefined) return undefined
    const value = parse(JSON.parse(document.whole))
    if (value !== undefined) for (const entry of document.entries) replay?.(value, JSON.parse(entry))
    return value
  }

  async save(name: string, snapshot: () => unknown): Promise<void> {
    this.#documents.set(name, { whole: JSON.stringify(snapshot()), entries: [] })
  }

  async append(name: string, entries: readonly unknown[], whole: () => Iterable<string>): Promise<void> {
    const document = this.#documents.get(name)
    if (document === undefined) this.#documents.set(name, { whole: [...whole()].join(''), entries: [] })
    else document.entries.push(...entries.map((entry) => JSON.stringify(entry)))
  }
}
