import { asidePath } from '../../durable/json-document.js'
import { foldJournal } from '../../host/records/earlier-journal.js'
import { isNewerFormat, NotSavedError, type Store } from '../../host/saving/store.js'
import { wordsOfError } from '../../platform/text.js'
import { type Change, put, removal, type ServiceStore } from '../records/store.js'
import type { World } from '../world.js'

interface RunStoreWorld extends Pick<World, 'now' | 'log'> {
  readonly store: Pick<ServiceStore, 'get' | 'all' | 'commit'>
  readonly appId: string
}

/**
 * The saved data of an app's real runs, among the records of the service: so they are durable, exported and replaced with
 * everything else.
 */
export class RunStore implements Store {
  readonly #world: RunStoreWorld
  #isEnded = false

  constructor(world: RunStoreWorld) {
    this.#world = world
  }

  async load<T>(name: string, parse: (saved: unknown) => T | undefined, ifLost = ''): Promise<T | undefined> {
    const saved = this.#world.store.get('runDocument', this.#key(name))
    if (saved === null) return undefined
    const value = isNewerFormat(saved.document)
      ? undefined
      : parse(structuredClone(await this.#withEntries(name, saved.document)))
    if (value === undefined) await this.#setAside(name, saved.document, ifLost)
    return value
  }

  async save(name: string, snapshot: () => unknown): Promise<void> {
    await this.#commit(name, [this.#whole(name, snapshot())])
  }

  /** From now on nothing is saved: other data are put in place of these. */
  end(): void {
    this.#isEnded = true
  }

  /** Keeps a document that cannot be used under another name: the next save would replace it. */
  async #setAside(name: string, document: unknown, ifLost: string): Promise<void> {
    const isNewer = isNewerFormat(document)
    const aside = asidePath(name, this.#world.now(), isNewer ? 'newer' : 'damaged')
    await this.#commit(name, [this.#whole(aside, document), removal('runDocument', this.#key(name))])
    const words = isNewer ? 'was written by a newer version of miniapp' : 'is damaged'
    this.#world.log({
      event: 'set-aside',
      words: [
        `The record ${this.#key(name)} ${words}. It was set aside as ${this.#key(aside)}.`,
        ...(ifLost === '' ? [] : [ifLost]),
        ...(isNewer ? ['Update miniapp to use it.'] : []),
      ].join(' '),
    })
  }

  /** Puts the entries that version 0.1.0 saved beside a document into it, once. */
  async #withEntries(name: string, document: unknown): Promise<unknown> {
    const entries = [...this.#world.store.all('runEntry')]
      .filter((entry) => entry.appId === this.#world.appId && entry.name === name)
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
    return put('runDocument', id, { id, appId: this.#world.appId, name, document: copy })
  }

  async #commit(name: string, changes: readonly Change[]): Promise<void> {
    if (this.#isEnded) throw new NotSavedError(`${name} was not saved because the app was closed.`)
    try {
      await this.#world.store.commit(changes)
    } catch (error) {
      throw new NotSavedError(`${name} could not be saved: ${wordsOfError(error)}`, { cause: error })
    }
  }

  #key(name: string): string {
    return `${this.#world.appId}/${name}`
  }
}
