import { NotSavedError, type Store } from '../../host/saving/store.js'
import type { Change, ServiceStore } from '../records/store.js'

/** A journal this much larger than its document is put into it. */
const MOST_ENTRY_CHARACTERS = 262_144

/**
 * The saved data of an app's real runs, among the records of the service: so they are durable, exported and replaced with
 * everything else.
 */
export class RunStore implements Store {
  readonly #store: Pick<ServiceStore, 'get' | 'all' | 'commit'>
  readonly #appId: string
  /** The changes of each document that are not part of it yet: their keys, and their length in characters. */
  readonly #entries = new Map<string, { readonly keys: string[]; characters: number; last: number }>()
  #isEnded = false

  constructor(store: Pick<ServiceStore, 'get' | 'all' | 'commit'>, appId: string) {
    this.#store = store
    this.#appId = appId
  }

  async load<T>(
    name: string,
    parse: (saved: unknown) => T | undefined,
    replay?: (value: T, entry: unknown) => boolean,
  ): Promise<T | undefined> {
    const saved = this.#store.get('runDocument', this.#key(name))
    if (saved === null) return undefined
    const value = parse(structuredClone(saved.document))
    const entries = [...this.#store.all('runEntry')]
      .filter((entry) => entry.appId === this.#appId && entry.name === name)
      .sort((a, b) => a.number - b.number)
    this.#entries.set(name, {
      keys: entries.map(({ id }) => id),
      characters: entries.reduce((sum, { entry }) => sum + JSON.stringify(entry).length, 0),
      last: entries.at(-1)?.number ?? 0,
    })
    if (value !== undefined) for (const { entry } of entries) replay?.(value, structuredClone(entry))
    return value
  }

  async save(name: string, snapshot: () => unknown): Promise<void> {
    await this.#commit(name, [this.#whole(name, JSON.stringify(snapshot())), ...this.#withoutEntries(name)])
  }

  async append(name: string, entries: readonly unknown[], whole: () => Iterable<string>): Promise<void> {
    const known = this.#entries.get(name) ?? { keys: [], characters: 0, last: 0 }
    if (
      this.#store.get('runDocument', this.#key(name)) === null ||
      known.characters > MOST_ENTRY_CHARACTERS
    ) {
      await this.#commit(name, [this.#whole(name, [...whole()].join('')), ...this.#withoutEntries(name)])
      return
    }
    const changes = entries.map((entry): Change => {
      known.last += 1
      const id = `${this.#key(name)}#${known.last}`
      known.keys.push(id)
      known.characters += JSON.stringify(entry).length
      return {
        table: 'runEntry',
        key: id,
        value: { id, appId: this.#appId, name, number: known.last, entry: structuredClone(entry) },
      }
    })
    this.#entries.set(name, known)
    await this.#commit(name, changes)
  }

  /** From now on nothing is saved: other data are put in place of these. */
  end(): void {
    this.#isEnded = true
  }

  #whole(name: string, json: string): Change {
    const id = this.#key(name)
    return {
      table: 'runDocument',
      key: id,
      value: { id, appId: this.#appId, name, document: JSON.parse(json) },
    }
  }

  #withoutEntries(name: string): readonly Change[] {
    const keys = this.#entries.get(name)?.keys ?? []
    const last = this.#entries.get(name)?.last ?? 0
    this.#entries.set(name, { keys: [], characters: 0, last })
    return keys.map((key): Change => ({ table: 'runEntry', key, value: null }))
  }

  async #commit(name: string, changes: readonly Change[]): Promise<void> {
    if (this.#isEnded) throw new NotSavedError(`${name} was not saved because the app was closed.`)
    try {
      await this.#store.commit(changes)
    } catch (error) {
      throw new NotSavedError(
        `${name} could not be saved: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      )
    }
  }

  #key(name: string): string {
    return `${this.#appId}/${name}`
  }
}
