import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { sweepTemporaries, writeFileDurably } from '../../../durable/atomic-file.js'
import { makeFolder, removeFolder } from '../../../durable/folders.js'
import { readJournal } from '../../../durable/journal.js'
import {
  asidesOf,
  placeAside,
  type ReadText,
  readText,
  setAside,
  tryToRead,
  type Unusable,
} from '../../../durable/json-document.js'
import { lockWithOwner, type OwnedLock } from '../../../durable/owned-lock.js'
import { renamePatiently } from '../../../durable/rename.js'
import {
  cannot,
  describeSystemError,
  Failure,
  fileFailure,
  systemErrorCode,
  usageFailure,
} from '../../../failure.js'
import { foldJournal } from '../../../host/records/earlier-journal.js'
import { isNewerFormat, NotSavedError, type Store } from '../../../host/saving/store.js'
import { jsonFileText, parseJson } from '../../../platform/text.js'
import { Snapshots } from './snapshots.js'
import { finishSwaps, swapFolder } from './swap-folder.js'

/** Reports to the developer what happened to saved data: a file was set aside, a lock was lost. */
export type Notice = (message: string) => void

/**
 * The folder with a simulator's saved data: readable JSON files that are always complete, and a lock against a second
 * simulator. Each app's store is a subfolder.
 */
export class DataFolder {
  readonly path: string
  /** Null if the folder cannot be written. */
  readonly #lock: TakenLock | null
  readonly #notice: Notice
  /** Running writes. None of them rejects. */
  readonly #writing = new Set<Promise<void>>()
  readonly #readText: ReadText
  /** Files that cannot be read, and could not be set aside. */
  readonly #keptInPlace = new Set<string>()
  #lost: string | null

  private constructor(
    path: string,
    taken: TakenLock | null,
    notice: Notice,
    lost: string | null,
    read: ReadText,
  ) {
    this.path = path
    this.#readText = read
    this.#lock = taken
    this.#notice = notice
    this.#lost = lost
  }

  /**
   * Opens the folder, creates it if necessary, and locks it.
   * @param read for tests
   * @throws {Failure} `usage` if another simulator uses it
   */
  static async open(path: string, notice: Notice, read: ReadText = readText): Promise<DataFolder> {
    const holder: { folder: DataFolder | null } = { folder: null }
    try {
      await makeFolder(path)
    } catch (error) {
      // On a read-only disk the app still runs, and every save is refused with the reason.
      return readOnly(path, error, notice, read)
    }
    let taken: TakenLock
    try {
      taken = await lock(path, () => holder.folder?.lose())
    } catch (error) {
      if (isReadOnly(error)) return readOnly(path, error, notice, read)
      throw error
    }
    const folder = new DataFolder(path, taken, notice, null, read)
    holder.folder = folder
    try {
      await finishSwaps(join(path, DATA))
      await gatherAsides(path)
    } catch (error) {
      await taken.release()
      throw fileFailure('repair', join(path, DATA), error)
    }
    return folder
  }

  /** @internal A folder that cannot be written. */
  static unwritable(path: string, notice: Notice, reason: string, read = readText): DataFolder {
    return new DataFolder(path, null, notice, reason, read)
  }

  /** Leaves this simulator's address for other simulators that want the folder. */
  async announce(url: string): Promise<void> {
    try {
      await this.#lock?.leaveWord(url)
    } catch (error) {
      // On a full disk they learn only the process id.
      if (describeSystemError(error) === undefined) throw error
    }
  }

  /** Moves the saved data of all apps aside. The next time replaces them. */
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
    this.#notice(`Started fresh. The earlier data are in ${previous}.`)
  }

  /** The store of one app, or the simulator's own. */
  store(appId?: string): Store {
    const folder = appId === undefined ? join(this.path, DATA) : join(this.path, DATA, appId)
    return {
      load: (name, parse, ifLost) => this.#load(join(folder, `${name}.json`), parse, ifLost),
      save: (name, snapshot) => this.#save(join(folder, `${name}.json`), snapshot),
    }
  }

  /**
   * Replaces all saved documents of an app, or none.
   * @param stopWriting stops further writes to the app's store; running writes are awaited
   * @throws {Failure} if they could not be written; the old ones are unchanged then
   */
  async replace(
    appId: string,
    documents: ReadonlyMap<string, unknown>,
    stopWriting: () => Promise<void>,
  ): Promise<void> {
    const folder = join(this.path, DATA, appId)
    if (this.#lost !== null) throw new Failure('refused', `${folder} cannot be written: ${this.#lost}.`)
    this.#requireNoneKept(folder)
    const stopped = async (): Promise<void> => {
      await stopWriting()
      await this.#settle()
    }
    await swapFolder(folder, documents, stopped).catch(cannot('write', folder))
  }

  /** An app's snapshots, which stay when its data are removed. */
  snapshots(appId: string): Snapshots {
    return new Snapshots(join(this.path, SNAPSHOTS, appId))
  }

  /** Removes all saved data. The caller must prevent writes during the removal. */
  async erase(): Promise<void> {
    await this.#settle()
    const data = join(this.path, DATA)
    this.#requireNoneKept(data)
    await removeFolder(data).catch(cannot('remove', data))
  }

  /** Waits for running writes, and releases the lock. */
  async close(): Promise<void> {
    await this.#settle()
    if (this.#lost === null) await this.#lock?.release()
  }

  /** Stops saving because another process has the lock: further writes would mix the data of two simulators. */
  lose(): void {
    this.#lost = 'another simulator took over the saved data'
    this.#notice(`Another simulator took over ${this.path}. This simulator no longer saves data.`)
  }

  /** @throws {Failure} where a folder has a file that cannot be read, and could not be set aside */
  #requireNoneKept(folder: string): void {
    for (const path of this.#keptInPlace)
      if (!relative(folder, path).startsWith('..'))
        throw new Failure(
          'refused',
          `${path} cannot be used, and could not be set aside.`,
          'Move it away, and try again.',
        )
  }

  /** Waits for running writes. */
  async #settle(): Promise<void> {
    await Promise.all(this.#writing)
  }

  async #load<T>(
    path: string,
    parse: (saved: unknown) => T | undefined,
    ifLost = '',
  ): Promise<T | undefined> {
    const folder = dirname(path)
    try {
      await sweepTemporaries(folder, (name) => /\.(?:nd)?json$/.test(name))
    } catch (error) {
      // A missing folder has no temporary files, and one that cannot be written keeps them.
      if (systemErrorCode(error) !== 'ENOENT' && !isReadOnly(error)) throw error
    }
    try {
      const document = await this.#read(path, parse)
      const saved = await this.#withJournal(path, document.saved)
      const value = saved === document.saved ? document.value : parse(saved)
      if (document.fault !== null) this.#reportUnusable(path, document.fault, ifLost)
      return value
    } catch (error) {
      throw fileFailure('read', path, error)
    }
  }

  /** Reads a document. One that cannot be used is set aside. */
  async #read<T>(path: string, parse: (saved: unknown) => T | undefined): Promise<ReadDocument<T>> {
    const read = await tryToRead(path, this.#readText)
    if (read.state === 'missing') return { saved: undefined, value: undefined, fault: null }
    const faulty = async (why: Unusable, words: string): Promise<ReadDocument<T>> => ({
      saved: undefined,
      value: undefined,
      fault: { why, words, aside: await this.#setAside(path, why) },
    })
    if (read.state === 'unreadable') return faulty('unreadable', `cannot be read: ${read.reason}`)
    const saved = parseJson(read.text)
    if (isNewerFormat(saved)) return faulty('newer', 'was written by a newer version of miniapp')
    const value = parse(saved)
    return value === undefined ? faulty('damaged', 'is damaged') : { saved, value, fault: null }
  }

  /** @returns the new path, or null if it stays where it is, and is not overwritten */
  async #setAside(path: string, why: Unusable): Promise<string | null> {
    if (this.#lost !== null) return null
    try {
      return await setAside(path, Date.now(), why, this.path)
    } catch (error) {
      if (describeSystemError(error) === undefined) throw error
      this.#keptInPlace.add(path)
      return null
    }
  }

  #reportUnusable(path: string, { why, words, aside }: Fault, ifLost: string): void {
    const place = aside === null ? 'It stays where it is.' : `It was set aside as ${aside}.`
    const remedy = why === 'newer' ? [' Update miniapp to use it.'] : []
    this.#notice([`${path} ${words}. ${place}`, ifLost === '' ? [] : ` ${ifLost}`, remedy].flat().join(''))
  }

  /** Puts the journal that version 0.1.0 kept beside the shared store into its document, once. */
  async #withJournal(path: string, saved: unknown): Promise<unknown> {
    const journal = path.replace(/\.json$/, '.ndjson')
    const read = await readJournal(journal, Date.now(), this.#readText, this.path)
    if (read.entries.length === 0 && read.fault === null) return saved
    const { document, isWhole } = foldJournal(saved, read.entries)
    if (this.#lost !== null) return document
    if (document !== saved) await writeFileDurably(path, jsonFileText(document))
    const aside =
      read.fault?.aside ?? (isWhole ? null : await setAside(journal, Date.now(), 'damaged', this.path))
    await rm(journal, { force: true })
    if (aside !== null)
      this.#notice(`Some changes to ${path} could not be applied. They were set aside as ${aside}.`)
    return document
  }

  #save(path: string, snapshot: () => unknown): Promise<void> {
    return this.#write(path, () => writeFileDurably(path, jsonFileText(snapshot())))
  }

  async #write(path: string, write: () => Promise<void>): Promise<void> {
    const refusal =
      this.#lost ?? (this.#keptInPlace.has(path) ? 'the file there could not be set aside' : null)
    if (refusal !== null) throw new NotSavedError(`${path} cannot be written: ${refusal}.`)
    // Every time, because someone may have removed the folder.
    const writing = mkdir(dirname(path), { recursive: true }).then(write)
    const settled = writing.catch(() => {})
    this.#writing.add(settled)
    try {
      await writing
    } catch (error) {
      const words = describeSystemError(error)
      if (words === undefined) throw error
      throw new NotSavedError(`${path} cannot be written: ${words}.`, { cause: error })
    } finally {
      this.#writing.delete(settled)
    }
  }
}

/** The saved data of the apps. Beside it are the files that people write. */
const DATA = 'data'
const PREVIOUS = 'data.previous'
const SNAPSHOTS = 'snapshots'
/** The name of `simulator.lock` and `simulator.owner`. */
const LOCKED = 'simulator'
/** A lock that was not renewed for this long belongs to a process that was killed, or to a machine that is off. */
const STALE_MS = 10_000

/** A document, or why there is none. */
interface ReadDocument<T> {
  readonly saved: unknown
  readonly value: T | undefined
  readonly fault: Fault | null
}

/** Why a document cannot be used, in words, and where it is now: null for the same place. */
interface Fault {
  readonly why: Unusable
  readonly words: string
  readonly aside: string | null
}

type TakenLock = Extract<OwnedLock, { outcome: 'taken' }>

/** @throws {Failure} `usage` if another simulator has it, with its address if known */
const lock = async (path: string, onLost: () => void): Promise<TakenLock> => {
  const taken = await lockWithOwner(join(path, LOCKED), { staleMs: STALE_MS, waitMs: 0, onLost })
  if (taken.outcome === 'taken') return taken
  const { process, elsewhere, word } = taken
  const place = elsewhere === null ? '' : ` on ${elsewhere}`
  const who = process === null ? 'Another simulator' : `Another simulator (process ${process}${place})`
  // Another machine's localhost address is not valid here.
  const isReachable = word !== null && elsewhere === null
  throw usageFailure(
    `${who} uses the saved data in ${path}.${isReachable ? ` It runs at ${word}.` : ''}`,
    `${isReachable ? 'Open that address, stop that simulator' : 'Use that simulator, stop it'}, or start this one with another folder: --data DIR.`,
  )
}

/** Version 0.1.0 set files aside where they were: an import or a reset would remove them. */
const gatherAsides = async (root: string): Promise<void> => {
  try {
    for (const name of await readdir(join(root, DATA), { recursive: true })) {
      if (asidesOf(null, [basename(name)]).length === 0) continue
      const path = join(root, DATA, name)
      const place = placeAside(path, root)
      await mkdir(dirname(place), { recursive: true })
      await renamePatiently(path, place)
    }
  } catch (error) {
    // There are none, or they stay where they are.
    if (describeSystemError(error) === undefined) throw error
  }
}

const isReadOnly = (error: unknown): boolean =>
  ['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT'].includes(systemErrorCode(error) ?? '')

const readOnly = (path: string, error: unknown, notice: Notice, read: ReadText): DataFolder => {
  const words = describeSystemError(error) ?? 'it cannot be written'
  notice(`Nothing can be saved in ${path}: ${words}.`)
  return DataFolder.unwritable(path, notice, words, read)
}
