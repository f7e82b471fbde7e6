import { foldJournal } from '../../host/records/earlier-journal.js'
import { NotSavedError, type Store } from '../../host/saving/store.js'
import { type Change, put, removal, type ServiceStore } from '../records/store.js'

/**
 * The saved data of an app's real runs, among the records of the service: so they are durable, exported and replaced with
 * everything else.
 */
export class RunStore implements Store {
  readonly #store: Pick<ServiceStore, 'get' | 'all' | 'commit'>
  readonly #appId: string
  #isEnded = false

  constructor(store: Pick<ServiceStore, 'get' | 'all' | 'commit'>, appId: string) {
    this.#store = store
    this.#appId = appId
  }

  async load<T>(name: string, parse: (saved: unknown) => T | undefined): Promise<T | undefined> {
    const saved = this.#store.get('runDocument', this.#key(name))
    return saved === null ? undefined : parse(structuredClone(await this.#withEntries(name, saved.document)))
  }

  async save(name: string, snapshot: () => unknown): Promise<void> {
    await this.#commit(name, [this.#whole(name, snapshot())])
  }

  /** From now on nothing is saved: other data are put in place of these. */
  end(): void {
    this.#isEnded = true
  }

  /** Puts the entries that version 0.1.0 saved beside a document into it, once. */
  async #withEntries(name: string, document: unknown): Promise<unknown> {
    const entries = [...this.#store.all('runEntry')]
      .filter((entry) => entry.appId === this.#appId && entry.name === name)
      .sort((a, b) => a.number - b.number)
    if (entries.length === 0) return document
    const folded = foldJournal(
      document,
      entries.map(({ entry }) => entry),
    )
    await this.#commit(name, [
      this.#whole(name, folded.document),
      ...entries.map(({ id }) => removal('runEntry', id)),
    ])
    return folded.document
  }

  #whole(name: string, document: unknown): Change {
    const id = this.#key(name)
    // A copy of its own, as it is written.
    const copy: unknown = JSON.parse(JSON.stringify(document))
    return put('runDocument', id, { id, appId: this.#appId, name, document: copy })
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
