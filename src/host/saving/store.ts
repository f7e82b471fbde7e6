/**
 * Where the host keeps what must survive: named JSON documents. A name is a path of plain words with `/` between
 * them, such as `seat-1/storage`.
 */
export interface Store {
  /**
   * Reads a document.
   * @param parse turns what was saved into the document's value, or undefined where it makes no sense: then it is set
   *   aside, never overwritten, and the developer is told
   * @param replay repeats a change that was appended since, on the value; tells whether it made sense. It may be given
   *   changes that are in what was saved
   * @returns the parsed value, or undefined where there is none
   */
  load<T>(
    name: string,
    parse: (saved: unknown) => T | undefined,
    replay?: (value: T, entry: unknown) => boolean,
  ): Promise<T | undefined>
  /**
   * Saves a document whole.
   * @param snapshot is called when the write begins, so that changes made until then are in it
   * @returns once it is durable: it survives a kill and a power cut
   * @throws {NotSavedError} when it could not be written; the old document is as it was
   */
  save(name: string, snapshot: () => unknown): Promise<void>
  /**
   * Saves changes of a document that is never saved otherwise by this host, in order: beside what was saved before, or
   * with the document as a whole.
   * @param entries what `load` is to replay, in JSON
   * @param whole the document's JSON, piece by piece, as it is when this is called; called where a write of all begins
   * @returns once they are durable
   * @throws {NotSavedError} when they could not be written; what was saved is as it was
   */
  append(name: string, entries: readonly unknown[], whole: () => Iterable<string>): Promise<void>
}

/** A document could not be written. */
export class NotSavedError extends Error {
  override readonly name = 'NotSavedError'
}

/** How a document's value and its saved form become each other. */
export interface Codec<T> {
  /** The value where nothing was saved. */
  readonly empty: () => T
  readonly parse: (saved: unknown) => T | undefined
  readonly serialize: (value: T) => unknown
}

/** What a change did: what it gives back, and how to take it back. */
export interface Change<R> {
  readonly result: R
  readonly undo: () => void
}

/**
 * A value that is saved before a change to it is acknowledged. Later calls see a change at once (calls are answered
 * in the order they came); if it cannot be saved, it and all that was built on it are taken back.
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
   * @throws {NotSavedError} when it could not be saved: the value is then as it was
   */
  async change<R>(apply: (value: T) => Change<R>): Promise<R> {
    const { result, undo } = apply(this.value)
    const pending: Pending = { undo, failure: null }
    this.#pending.push(pending)
    this.#changed()
    try {
      await this.#store.save(this.#name, () => this.#codec.serialize(this.value))
    } catch (error) {
      if (pending.failure === null) this.#takeBack(error)
    }
    if (pending.failure !== null) throw pending.failure.error
    this.#pending.splice(this.#pending.indexOf(pending), 1)
    return result
  }

  /** Tells of every change of the value, one that is taken back too. @returns how to stop listening */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Takes back every change that is not durable, the latest first: each was made on top of those before it. */
  #takeBack(error: unknown): void {
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

/** A store that forgets: for tests, and for runs that are to leave nothing behind. */
export class MemoryStore implements Store {
  /** The text of each document, and of each change since. */
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
