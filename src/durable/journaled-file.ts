import type { BigIntStats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { systemErrorCode } from '../failure.js'
import { writeFileDurably } from './atomic-file.js'
import { Journal, readJournal } from './journal.js'
import { setAside } from './json-document.js'

/** The least size of a journal, in bytes, beyond which the file is written anew. */
const JOURNAL_FLOOR = 1_048_576

/** The journal of a file: what was changed since the file was written whole. */
const journalOf = (path: string): string => path.replace(/\.json$/, '.ndjson')

/**
 * A JSON file that is written whole now and then, and a journal of the changes since beside it: a change costs what it
 * writes, not what the file holds. One thing happens after the other, so that at any moment the file and the journal
 * hold everything that was acknowledged. After the file was written the journal may still have changes that are in the
 * file: entries tell by a number of their own whether they are.
 *
 * The file is written anew by the first change of a process, which so never appends to what another one left; when the
 * journal is larger than the file; after a failure; and when a person moved, removed or replaced one of the two. That
 * takes as long as writing it takes, during which further changes wait, but the event loop runs on between its pieces.
 */
export class JournaledFile {
  readonly #path: string
  readonly #floor: number
  /** The file as this process wrote it; null where what is on the disk is not certain. */
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
   * @param entries what the journal gets, a line each
   * @param whole gives the file's text with these changes in it, piece by piece; asked for where it is written anew
   * @throws the system's error; what was saved before is as it was
   */
  append(entries: readonly unknown[], whole: () => Iterable<string>): Promise<void> {
    const appended = this.#last.then(() => this.#append(entries, whole))
    // Whoever appended has been told.
    this.#last = appended.catch(() => {})
    return appended
  }

  /** Waits for what is under way, and closes the journal. Nothing may be appended afterwards. */
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
      // Half of it may be on the disk: the next change is saved with the whole, which counts for more.
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
 * Repeats what the journal of a file has.
 * @param replay repeats one entry; tells whether it is one
 * @param now milliseconds since 1970, for the name of a damaged journal
 * @returns where a journal was set aside of which not everything could be read; the rest counts. Null where all was well
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

/** Sets a journal aside that follows a file which is not there. @returns where; null where there is none */
export const setJournalAside = async (path: string, now: number): Promise<string | null> => {
  try {
    return await setAside(journalOf(path), now)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  }
}
