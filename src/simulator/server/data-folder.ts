import { mkdir } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { sweepTemporaries } from '../../durable/atomic-file.js'
import { DocumentWriter, loadDocument, setAside } from '../../durable/json-document.js'
import { lockWithOwner } from '../../durable/owned-lock.js'
import { removeFolder } from '../../durable/remove-folder.js'
import { renamePatiently } from '../../durable/rename.js'
import { describeSystemError, Failure, fileFailure, systemErrorCode } from '../../failure.js'
import { NotSavedError, type Store } from '../../host/store.js'
import { Snapshots } from './snapshots.js'
import { mendSwaps, swapFolder } from './swap-folder.js'

/** What happened to saved data that a person should know: a file set aside, a lock lost. */
export type Notice = (message: string) => void

/**
 * The folder with a simulator's saved data: readable JSON files, each whole or not there, and a lock against a second
 * simulator. A store in it is one app's own sub-folder.
 */
export class DataFolder {
  readonly path: string
  readonly #release: (() => Promise<void>) | null
  readonly #notice: Notice
  readonly #writers = new Map<string, DocumentWriter>()
  #lost: string | null

  private constructor(
    path: string,
    release: (() => Promise<void>) | null,
    notice: Notice,
    lost: string | null,
  ) {
    this.path = path
    this.#release = release
    this.#notice = notice
    this.#lost = lost
  }

  /**
   * Opens the folder, making it if need be, and locks it.
   * @throws {Failure} `usage` when another simulator uses it
   */
  static async open(path: string, notice: Notice): Promise<DataFolder> {
    const holder: { folder: DataFolder | null } = { folder: null }
    try {
      await mkdir(path, { recursive: true })
    } catch (error) {
      // A read-only disk: the app can be looked at, and every save is refused with the reason.
      return readOnly(path, error, notice)
    }
    let release: () => Promise<void>
    try {
      release = await lock(path, () => holder.folder?.lose())
    } catch (error) {
      if (isReadOnly(error)) return readOnly(path, error, notice)
      throw error
    }
    const folder = new DataFolder(path, release, notice, null)
    holder.folder = folder
    try {
      await mendSwaps(join(path, DATA))
    } catch (error) {
      await release()
      throw fileFailure('mend', join(path, DATA), error)
    }
    return folder
  }

  /** @internal A folder that cannot be written. */
  static unwritable(path: string, notice: Notice, reason: string): DataFolder {
    return new DataFolder(path, null, notice, reason)
  }

  /** Puts the saved data of all apps out of the way, where the next time puts its own. */
  async startFresh(): Promise<void> {
    const data = join(this.path, DATA)
    const previous = join(this.path, PREVIOUS)
    try {
      await removeFolder(previous)
      await renamePatiently(data, previous)
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOENT') throw fileFailure('set aside', data, error)
      return
    }
    this.#notice(`Started fresh; the data saved before are in ${previous}.`)
  }

  /** The store of one app, or the simulator's own. */
  store(appId?: string): Store {
    const folder = appId === undefined ? join(this.path, DATA) : join(this.path, DATA, appId)
    return {
      load: (name, parse) => this.#load(join(folder, `${name}.json`), parse),
      save: (name, snapshot) => this.#save(join(folder, `${name}.json`), snapshot),
    }
  }

  /**
   * Puts other documents in place of all that is saved of an app, all or nothing.
   * @param standStill makes whoever writes to the app's store stop; what is being written then is waited for
   * @throws {Failure} when they could not be written: the old ones are as they were
   */
  async replace(
    appId: string,
    documents: ReadonlyMap<string, unknown>,
    standStill: () => Promise<void>,
  ): Promise<void> {
    const folder = join(this.path, DATA, appId)
    if (this.#lost !== null) throw new Failure('refused', `${folder} cannot be written: ${this.#lost}.`)
    try {
      await swapFolder(folder, documents, async () => {
        await standStill()
        for (const [path, writer] of this.#writers) {
          if (!path.startsWith(`${folder}${sep}`)) continue
          await writer.settled()
          this.#writers.delete(path)
        }
      })
    } catch (error) {
      throw fileFailure('write', folder, error)
    }
  }

  /** An app's snapshots; they outlive whatever becomes of its data. */
  snapshots(appId: string): Snapshots {
    return new Snapshots(join(this.path, SNAPSHOTS, appId))
  }

  /** Removes all saved data. The caller makes sure that nothing writes meanwhile. */
  async erase(): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.settled()))
    this.#writers.clear()
    const data = join(this.path, DATA)
    try {
      await removeFolder(data)
    } catch (error) {
      throw fileFailure('remove', data, error)
    }
  }

  /** Waits for what is being written, and gives the lock back. */
  async close(): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.settled()))
    if (this.#lost === null) await this.#release?.()
  }

  /** The lock went to another process: writing on would mix two simulators' data. */
  lose(): void {
    this.#lost = 'another simulator took the saved data over'
    this.#notice(`Another simulator took over ${this.path}; nothing is saved here any more.`)
  }

  async #load<T>(path: string, parse: (saved: unknown) => T | undefined): Promise<T | undefined> {
    const folder = dirname(path)
    try {
      await sweepTemporaries(folder, (name) => name.endsWith('.json'))
    } catch (error) {
      // A folder that is not there has none; one that cannot be written keeps its own.
      if (systemErrorCode(error) !== 'ENOENT' && !isReadOnly(error)) throw error
    }
    try {
      const document = await loadDocument(path, Date.now())
      if (document.state === 'missing') return undefined
      if (document.state === 'present') {
        const value = parse(document.value)
        if (value !== undefined) return value
      }
      const aside = document.state === 'damaged' ? document.setAside : await setAside(path, Date.now())
      this.#notice(`${path} was damaged. It was set aside as ${aside}, and its data start anew.`)
      return undefined
    } catch (error) {
      throw fileFailure('read', path, error)
    }
  }

  async #save(path: string, snapshot: () => unknown): Promise<void> {
    if (this.#lost !== null) throw new NotSavedError(`${path} cannot be written: ${this.#lost}.`)
    try {
      // Every time: a person may have removed the folder meanwhile.
      await mkdir(dirname(path), { recursive: true })
      const writer = this.#writers.get(path) ?? new DocumentWriter(path)
      this.#writers.set(path, writer)
      await writer.write({ toJSON: snapshot })
    } catch (error) {
      const words = describeSystemError(error)
      if (words === undefined) throw error
      throw new NotSavedError(`${path} cannot be written: ${words}.`, { cause: error })
    }
  }
}

/** The saved data of the apps; beside it lie the files that a person writes. */
const DATA = 'data'
const PREVIOUS = 'data.previous'
const SNAPSHOTS = 'snapshots'
/** Beside it lie `simulator.lock` and `simulator.owner`. */
const LOCKED = 'simulator'
/** After so long without a sign of life, a lock belongs to a process that was killed, or to a machine that is off. */
const STALE_MS = 10_000

/** @returns how to give the lock back */
const lock = async (path: string, onLost: () => void): Promise<() => Promise<void>> => {
  const taken = await lockWithOwner(join(path, LOCKED), { staleMs: STALE_MS, waitMs: 0, onLost })
  if (taken.outcome === 'taken') return taken.release
  const who = taken.process === null ? 'Another simulator' : `Another simulator (process ${taken.process})`
  throw new Failure(
    'usage',
    `${who} uses the saved data in ${path}.`,
    'Use that one, stop it, or give this one a folder of its own with --data.',
  )
}

const isReadOnly = (error: unknown): boolean =>
  ['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT'].includes(systemErrorCode(error) ?? '')

const readOnly = (path: string, error: unknown, notice: Notice): DataFolder => {
  const words = describeSystemError(error) ?? 'it cannot be written'
  notice(`Nothing can be saved in ${path}: ${words}.`)
  return DataFolder.unwritable(path, notice, words)
}
