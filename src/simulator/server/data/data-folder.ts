import { mkdir } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { sweepTemporaries } from '../../../durable/atomic-file.js'
import { JournaledFile, replayJournal, setJournalAside } from '../../../durable/journaled-file.js'
import { DocumentWriter, loadDocument, setAside } from '../../../durable/json-document.js'
import { lockWithOwner, type OwnedLock } from '../../../durable/owned-lock.js'
import { removeFolder } from '../../../durable/remove-folder.js'
import { renamePatiently } from '../../../durable/rename.js'
import { describeSystemError, Failure, fileFailure, systemErrorCode } from '../../../failure.js'
import { NotSavedError, type Store } from '../../../host/saving/store.js'
import { Snapshots } from './snapshots.js'
import { mendSwaps, swapFolder } from './swap-folder.js'

/** What happened to saved data that a person should know: a file set aside, a lock lost. */
export type Notice = (message: string) => void

/**
 * The folder with a simulator's saved data: readable JSON files, each whole or not there, some with a journal beside
 * them, and a lock against a second simulator. A store in it is one app's own sub-folder.
 */
export class DataFolder {
  readonly path: string
  /** Null where the folder cannot be written. */
  readonly #lock: TakenLock | null
  readonly #notice: Notice
  readonly #writers = new Map<string, DocumentWriter>()
  readonly #journaled = new Map<string, JournaledFile>()
  /** What is being written; none of them rejects. */
  readonly #underWay = new Set<Promise<void>>()
  #lost: string | null

  private constructor(path: string, taken: TakenLock | null, notice: Notice, lost: string | null) {
    this.path = path
    this.#lock = taken
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
    let taken: TakenLock
    try {
      taken = await lock(path, () => holder.folder?.lose())
    } catch (error) {
      if (isReadOnly(error)) return readOnly(path, error, notice)
      throw error
    }
    const folder = new DataFolder(path, taken, notice, null)
    holder.folder = folder
    try {
      await mendSwaps(join(path, DATA))
    } catch (error) {
      await taken.release()
      throw fileFailure('mend', join(path, DATA), error)
    }
    return folder
  }

  /** @internal A folder that cannot be written. */
  static unwritable(path: string, notice: Notice, reason: string): DataFolder {
    return new DataFolder(path, null, notice, reason)
  }

  /** Tells other simulators that ask for the folder at which address this one is. */
  async announce(url: string): Promise<void> {
    try {
      await this.#lock?.leaveWord(url)
    } catch (error) {
      // On a full disk they learn the number of the process alone.
      if (describeSystemError(error) === undefined) throw error
    }
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
      load: (name, parse, replay) => this.#load(join(folder, `${name}.json`), parse, replay),
      save: (name, snapshot) => this.#save(join(folder, `${name}.json`), snapshot),
      append: (name, entries, whole) => this.#append(join(folder, `${name}.json`), entries, whole),
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
        await this.#settle((path) => path.startsWith(`${folder}${sep}`))
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
    await this.#settle()
    const data = join(this.path, DATA)
    try {
      await removeFolder(data)
    } catch (error) {
      throw fileFailure('remove', data, error)
    }
  }

  /** Waits for what is being written, and gives the lock back. */
  async close(): Promise<void> {
    await this.#settle()
    if (this.#lost === null) await this.#lock?.release()
  }

  /** The lock went to another process: writing on would mix two simulators' data. */
  lose(): void {
    this.#lost = 'another simulator took the saved data over'
    this.#notice(`Another simulator took over ${this.path}; nothing is saved here any more.`)
  }

  /** Waits for what is being written into some files, or into all, and lets go of them. */
  async #settle(which: (path: string) => boolean = () => true): Promise<void> {
    await Promise.all(this.#underWay)
    for (const path of this.#writers.keys()) if (which(path)) this.#writers.delete(path)
    for (const [path, file] of this.#journaled) {
      if (!which(path)) continue
      await file.close()
      this.#journaled.delete(path)
    }
  }

  async #load<T>(
    path: string,
    parse: (saved: unknown) => T | undefined,
    replay?: (value: T, entry: unknown) => boolean,
  ): Promise<T | undefined> {
    const folder = dirname(path)
    try {
      await sweepTemporaries(folder, (name) => /\.(?:nd)?json$/.test(name))
    } catch (error) {
      // A folder that is not there has none; one that cannot be written keeps its own.
      if (systemErrorCode(error) !== 'ENOENT' && !isReadOnly(error)) throw error
    }
    try {
      const document = await loadDocument(path, Date.now())
      const value = document.state === 'present' ? parse(document.value) : undefined
      if (value !== undefined) {
        if (replay !== undefined) await this.#replay(path, (entry) => replay(value, entry))
        return value
      }
      if (document.state !== 'missing') {
        const aside = document.state === 'damaged' ? document.setAside : await setAside(path, Date.now())
        this.#notice(`${path} was damaged. It was set aside as ${aside}, and its data start anew.`)
      }
      const journal = replay === undefined ? null : await setJournalAside(path, Date.now())
      // Changes to what nobody has any more.
      if (journal !== null) this.#notice(`What was changed in ${path} since was set aside as ${journal}.`)
      return undefined
    } catch (error) {
      throw fileFailure('read', path, error)
    }
  }

  async #replay(path: string, replay: (entry: unknown) => boolean): Promise<void> {
    const aside = await replayJournal(path, replay, Date.now())
    if (aside !== null)
      this.#notice(
        `A part of the changes to ${path} was damaged. They were set aside as ${aside}; the rest counts.`,
      )
  }

  #save(path: string, snapshot: () => unknown): Promise<void> {
    return this.#write(path, () => {
      const writer = this.#writers.get(path) ?? new DocumentWriter(path)
      this.#writers.set(path, writer)
      return writer.write({ toJSON: snapshot })
    })
  }

  #append(path: string, entries: readonly unknown[], whole: () => Iterable<string>): Promise<void> {
    return this.#write(path, () => {
      const file = this.#journaled.get(path) ?? new JournaledFile(path)
      this.#journaled.set(path, file)
      return file.append(entries, whole)
    })
  }

  async #write(path: string, write: () => Promise<void>): Promise<void> {
    if (this.#lost !== null) throw new NotSavedError(`${path} cannot be written: ${this.#lost}.`)
    // Every time: a person may have removed the folder meanwhile.
    const writing = mkdir(dirname(path), { recursive: true }).then(write)
    const settled = writing.catch(() => {})
    this.#underWay.add(settled)
    try {
      await writing
    } catch (error) {
      const words = describeSystemError(error)
      if (words === undefined) throw error
      throw new NotSavedError(`${path} cannot be written: ${words}.`, { cause: error })
    } finally {
      this.#underWay.delete(settled)
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

type TakenLock = Extract<OwnedLock, { outcome: 'taken' }>

/** @throws {Failure} `usage` when another simulator has it, with its address where that is known */
const lock = async (path: string, onLost: () => void): Promise<TakenLock> => {
  const taken = await lockWithOwner(join(path, LOCKED), { staleMs: STALE_MS, waitMs: 0, onLost })
  if (taken.outcome === 'taken') return taken
  const { process, elsewhere, word } = taken
  const place = elsewhere === null ? '' : ` on ${elsewhere}`
  const who = process === null ? 'Another simulator' : `Another simulator (process ${process}${place})`
  // The address of another machine's browsers means another place here.
  const isReachable = word !== null && elsewhere === null
  throw new Failure(
    'usage',
    `${who} uses the saved data in ${path}.${isReachable ? ` It is at ${word}.` : ''}`,
    `${isReachable ? 'Open that address, stop that simulator' : 'Use that one, stop it'}, or give this one a folder of its own with --data.`,
  )
}

const isReadOnly = (error: unknown): boolean =>
  ['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT'].includes(systemErrorCode(error) ?? '')

const readOnly = (path: string, error: unknown, notice: Notice): DataFolder => {
  const words = describeSystemError(error) ?? 'it cannot be written'
  notice(`Nothing can be saved in ${path}: ${words}.`)
  return DataFolder.unwritable(path, notice, words)
}
