import type { BigIntStats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { systemErrorCode } from '../failure.js'
import { writeFileDurably } from './atomic-file.js'
import { Journal, readJournal } from './journal.js'
import { setAside } from './json-document.js'

/** The minimum size of a journal, in bytes, before the file is rewritten. */
const JOURNAL_FLOOR = 1_048_576

/** The journal of a file: the changes since the file was written. */
const journalOf = (path: string): string => path.replace(/\.json$/, '.ndjson')

/**
 * A JSON file that is rewritten occasionally, and a journal of the changes since: the cost of a change
 * depends on its size, not the file's. Operations run one at a time, so that the file and the journal always
 * hold everything that was acknowledged. After the file is rewritten, the journal may still contain changes
 * that are in the file; entries have a number of their own to detect that.
 *
 * The file is rewritten by the first change of a process, so that a process never appends to another one's
 * journal; when the journal is larger than the file; after a failure; and when someone moved, removed or
 * replaced one of the two. Further changes wait until that is done, but the event loop runs between its pieces.
 */
export class JournaledFile {
  readonly #path: string
  readonly #floor: number
  /** The file as this process wrote it; null if the state on disk is uncertain. */
  #whole: BigIntStats | null = null
  /** Null until the first change after the file was written. */
  #journal: { readonly journal: Journal; readonly inode: bigint } | null = null
  #last: Promise<void> = Promise.resolve()

  constructor(path: string, floor = JOURNAL_FLOOR) {
    this.#path = path
    this.#floor = floor
  }

  /**
   * Saves changes and resolves once they are durable.
   * @param entries the journal entries, one per line
   * @param whole returns the file's text with these changes, piece by piece; called if the file is rewritten
   * @throws the system's error; what was saved before is unchanged
   */
  append(entries: readonly unknown[], whole: () => Iterable<string>): Promise<void> {
    const appended = this.#last.then(() => this.#append(entries, whole))
    // The caller that appended gets the error.
    this.#last = appended.catch(() => {})
    return appended
  }

  /** Waits for writes under way, and closes the journal. Nothing may be appended afterwards. */
  async close(): Promise<void> {
    await this.#last
    await this.#leave()
  }

  async #append(entries: readonly unknown[], whole: () => Iterable<string>): Promise<void> {
    try {
      if (await this.#canAppend()) {
        this.#journal ??= await this.#startJournal()
        await this.#journal.journal.append(entries)
        return
      }
      await this.#leave()
      await writeFileDurably(this.#path, whole())
      this.#whole = await lookAt(this.#path)
    } catch (error) {
      // Part of it may be on disk: the next change rewrites the whole file, which takes precedence.
      await this.#leave()
      throw error
    }
  }

  async #canAppend(): Promise<boolean> {
    const known = this.#whole
    if (known === null) return false
    const whole = await lookAt(this.#path)
    if (whole?.ino !== known.ino || whole.size !== known.size || whole.mtimeNs !== known.mtimeNs) return false
    if (this.#journal === null) return true
    const { journal, inode } = this.#journal
    if (journal.size > Math.max(this.#floor, Number(known.size))) return false
    const found = await lookAt(journalOf(this.#path))
    return found?.ino === inode && Number(found.size) === journal.size
  }

  async #startJournal(): Promise<{ readonly journal: Journal; readonly inode: bigint }> {
    const path = journalOf(this.#path)
    const journal = await Journal.start(path, [])
    return { journal, inode: (await lookAt(path))?.ino ?? -1n }
  }

  async #leave(): Promise<void> {
    const journal = this.#journal?.journal
    this.#whole = null
    this.#journal = null
    await journal?.close()
  }
}

const lookAt = async (path: string): Promise<BigIntStats | null> => {
  try {
    return await stat(path, { bigint: true })
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  }
}

/**
 * Replays the journal of a file.
 * @param replay applies one entry; returns whether it is valid
 * @param now milliseconds since 1970, for the name of a damaged journal
 * @returns the path of a journal that was set aside because part of it is unreadable; the rest was applied.
 *   Null if there was no damage
 */
export const replayJournal = async (
  path: string,
  replay: (entry: unknown) => boolean,
  now: number,
): Promise<string | null> => {
  const journal = journalOf(path)
  const read = await readJournal(journal, now)
  const known = read.entries.filter(replay)
  if (read.setAside === null && known.length === read.entries.length) return null
  const aside = read.setAside ?? (await setAside(journal, now))
  await (await Journal.start(journal, known)).close()
  return aside
}

/**
 * Sets aside a journal whose file does not exist.
 * @returns its new path; null if there is none
 */
export const setJournalAside = async (path: string, now: number): Promise<string | null> => {
  try {
    return await setAside(journalOf(path), now)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  }
}
