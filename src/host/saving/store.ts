/**
 * Where the host saves data: named JSON documents. A name is a path of plain words separated by `/`, such as
 * `seat-1/storage`.
 */
export interface Store {
  /**
   * Reads a document.
   * @param parse converts saved data into the document's value. If it returns undefined, the data are invalid: they are
   *   set aside, never overwritten, and the developer is notified
   * @param ifLost for that notice: what it means that they are not there, as a sentence
   * @returns the parsed value, or undefined if there is none
   */
  load<T>(name: string, parse: (saved: unknown) => T | undefined, ifLost?: string): Promise<T | undefined>
  /**
   * Saves a whole document. Saves of the same document must not overlap.
   * @param snapshot called when the write begins, so that it contains changes made until then
   * @returns once it is durable: it survives a kill and a power cut
   * @throws {NotSavedError} if it could not be written; the old document is unchanged
   */
  save(name: string, snapshot: () => unknown): Promise<void>
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
  readonly serialize: (value: T) => object
  /** What it means that saved data cannot be read, as a sentence. */
  readonly ifLost: string
}

/** The format of every saved document, which it names in `schema`. Later additions to it have defaults. */
const FORMAT = 1

/** Whether saved data name a format that only a later version of this program knows. */
export const isNewerFormat = (saved: unknown): boolean =>
  typeof saved === 'object' &&
  saved !== null &&
  'schema' in saved &&
  typeof saved.schema === 'number' &&
  saved.schema > FORMAT

/** The result of a change, and how to undo it. */
export interface Change<R> {
  readonly result: R
  readonly undo: () => void
}

/** Sets an entry of a map. An existing key keeps its place in the order of keys; a new one comes last. */
export const setEntry = <Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Change<void> => {
  const undo = undoOf(map, key)
  map.set(key, value)
  return { result: undefined, undo }
}

export const removeEntry = <Key, Value>(map: Map<Key, Value>, key: Key): Change<void> => {
  const undo = undoOf(map, key)
  map.delete(key)
  return { result: undefined, undo }
}

const undoOf = <Key, Value>(map: Map<Key, Value>, key: Key): (() => void) => {
  const before = map.get(key)
  return () => {
    if (before === undefined) map.delete(key)
    else map.set(key, before)
  }
}

/**
 * A value that is saved before a change to it is acknowledged. Later calls see a change immediately (calls are answered
 * in order). If it cannot be saved, it is undone together with all later changes. Changes made during a save are saved
 * together after it.
 */
export class SavedDocument<T> {
  readonly value: T
  readonly #store: Store
  readonly #name: string
  readonly #codec: Codec<T>
  /** The fields of a later version, which are saved as they were read. */
  readonly #later: object
  /** Changes that are not durable yet, oldest first. */
  readonly #pending: Pending[] = []
  #isSaving = false
  readonly #listeners = new Set<() => void>()

  private constructor(store: Store, name: string, codec: Codec<T>, value: T, later: object) {
    this.#store = store
    this.#name = name
    this.#codec = codec
    this.value = value
    this.#later = later
  }

  static async open<T>(store: Store, name: string, codec: Codec<T>): Promise<SavedDocument<T>> {
    let later = {}
    const parse = (saved: unknown): T | undefined => {
      const value = codec.parse(saved)
      if (value !== undefined) later = laterFields(saved, codec.serialize(value))
      return value
    }
    const loaded = await store.load(name, parse, codec.ifLost)
    return new SavedDocument(store, name, codec, loaded ?? codec.empty(), later)
  }

  /**
   * Changes the value and resolves once the change is durable.
   * @throws {NotSavedError} if it could not be saved; the value is unchanged then
   */
  async change<R>(apply: (value: T) => Change<R>): Promise<R> {
    const { result, undo } = apply(this.value)
    const saved = new Promise<void>((resolve, reject) => this.#pending.push({ undo, resolve, reject }))
    this.#changed()
    if (!this.#isSaving) void this.#save()
    await saved
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

  async #save(): Promise<void> {
    this.#isSaving = true
    while (this.#pending.length > 0) {
      let count = this.#pending.length
      try {
        await this.#store.save(this.#name, () => {
          count = this.#pending.length
          return { ...this.#codec.serialize(this.value), ...this.#later }
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
    this.#changed()
  }
}

interface Pending {
  readonly undo: () => void
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** A store in memory, for tests and for runs that must leave nothing behind. */
export class MemoryStore implements Store {
  /** The text of each document. */
  readonly #documents = new Map<string, string>()

  async load<T>(name: string, parse: (saved: unknown) => T | undefined): Promise<T | undefined> {
    const document = this.#documents.get(name)
    return document === undefined ? undefined : parse(JSON.parse(document))
  }

  async save(name: string, snapshot: () => unknown): Promise<void> {
    this.#documents.set(name, JSON.stringify(snapshot()))
  }
}

/**
 * What a schema read, together with the fields that it left out: a later version of this program added them, and would
 * miss them if this version wrote the data back without them. Elements of lists are taken in order.
 * @param saved what was given to the schema
 */
export const withLaterFields = <Value>(read: Value, saved: unknown): Value =>
  // It has every field of what was read.
  merged(read, saved) as Value

const merged = (read: unknown, saved: unknown): unknown => {
  if (Array.isArray(read) && Array.isArray(saved))
    return read.map((element, index) => merged(element, saved[index]))
  if (!isPlain(read) || !isPlain(saved)) return read
  const known = Object.entries(read).map(([name, value]) => [name, merged(value, saved[name])])
  return Object.fromEntries([...known, ...Object.entries(laterFields(saved, read))])
}

/** The fields of saved data that another document lacks. */
export const laterFields = (saved: unknown, known: unknown): Readonly<Record<string, unknown>> =>
  isPlain(saved) && isPlain(known)
    ? Object.fromEntries(Object.entries(saved).filter(([name]) => !Object.hasOwn(known, name)))
    : {}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
