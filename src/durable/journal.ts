import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { writeFileDurably } from './atomic-file.js'
import { diskFlush, type Flush } from './flush.js'
import { copyAside, type ReadText, setAside, tryToRead } from './json-document.js'

/** The content of a journal: its entries in order, and what could not be read of it. */
export interface JournalContents {
  readonly entries: readonly unknown[]
  readonly fault: JournalFault | null
}

/** What is wrong with a journal, in words that follow its name, and where all that it held is kept. */
interface JournalFault {
  readonly words: string
  readonly aside: string
  /** Whether it was moved there, not copied. */
  readonly isMoved: boolean
}

/**
 * Reads a journal: one JSON value per line. Of one that is damaged, the valid entries are returned and the whole file is
 * copied, because the next start of the journal replaces it. One that cannot be read at all is renamed.
 * @param now milliseconds since 1970, for the name of a damaged file
 * @param root as for `setAside`
 */
export const readJournal = async (
  path: string,
  now: number,
  read?: ReadText,
  root?: string,
): Promise<JournalContents> => {
  const file = await tryToRead(path, read)
  if (file.state === 'missing') return { entries: [], fault: null }
  if (file.state === 'unreadable')
    return {
      entries: [],
      fault: {
        words: `cannot be read: ${file.reason}`,
        aside: await setAside(path, now, 'unreadable', root),
        isMoved: true,
      },
    }
  const lines = file.text.split('\n')
  // Empty after a complete line. Otherwise a write was killed, which was never acknowledged, or the file was cut.
  const rest = lines.pop()
  const entries: unknown[] = []
  let damaged = false
  for (const line of lines) {
    try {
      entries.push(JSON.parse(line))
    } catch {
      damaged = true
    }
  }
  if (!damaged && rest === '') return { entries, fault: null }
  const aside = await copyAside(path, now, 'damaged', root)
  return {
    entries,
    fault: {
      words: damaged ? 'is damaged in part' : 'ends in the middle of a change',
      aside,
      isMoved: false,
    },
  }
}

/** A journal larger than this, in bytes, is rewritten when it is twice as large as what it holds. */
const REWRITE_FLOOR = 16_777_216

export interface JournalOptions {
  /** The file's permissions; by default those of the replaced file. */
  readonly mode?: number
  readonly flush?: Pick<Flush, 'data'>
  readonly rewriteFloor?: number
}

/**
 * A journal for appending. Entries that arrive during a write share the next write and flush (group commit),
 * so that many writers wait for few flushes. It is rewritten when entries have replaced most of it, and after a failure
 * that left its end in doubt.
 */
export class Journal {
  readonly #path: string
  readonly #whole: () => Iterable<unknown>
  readonly #options: Required<Omit<JournalOptions, 'mode'>> & Pick<JournalOptions, 'mode'>
  /** Null if the next write has to rewrite the file. */
  #handle: FileHandle | null = null
  #size = 0
  #sizeWhenWhole = 0
  #next: Batch = { text: '', waiting: [] }
  #running: Promise<void> | null = null

  private constructor(path: string, whole: () => Iterable<unknown>, options: JournalOptions) {
    this.#path = path
    this.#whole = whole
    this.#options = { flush: diskFlush, rewriteFloor: REWRITE_FLOOR, ...options }
  }

  /**
   * Starts a journal, replacing the file's content.
   * @param whole returns the entries that make up everything appended so far, and what the journal starts with
   */
  static async start(
    path: string,
    whole: () => Iterable<unknown>,
    options: JournalOptions = {},
  ): Promise<Journal> {
    const journal = new Journal(path, whole, options)
    await journal.#rewrite()
    return journal
  }

  /** Resolves when the entries are durable; rejects if they, or others before them that were under way, were not written. */
  append(entries: readonly unknown[]): Promise<void> {
    return new Promise((resolve, reject) => {
      for (const entry of entries) this.#next.text += lineOf(entry)
      this.#next.waiting.push({ resolve, reject })
      this.#running ??= this.#drain()
    })
  }

  /** Waits for writes under way, then closes the file. */
  async close(): Promise<void> {
    await this.#running
    await this.#handle?.close()
  }

  async #drain(): Promise<void> {
    while (this.#next.waiting.length > 0) {
      // One turn of the event loop, so that requests that arrived together share a flush, and callers undo what failed.
      await new Promise(setImmediate)
      const batch = this.#take()
      try {
        await this.#write(batch.text)
        for (const { resolve } of batch.waiting) resolve()
      } catch (error) {
        // What came since was made on top of it. The latest hears first, so that each undoes what it changed.
        const lost = [...batch.waiting, ...this.#take().waiting]
        for (const { reject } of lost.reverse()) reject(error)
      }
    }
    this.#running = null
  }

  #take(): Batch {
    const batch = this.#next
    this.#next = { text: '', waiting: [] }
    return batch
  }

  async #write(text: string): Promise<void> {
    const handle = this.#handle
    const mostBytes = Math.max(this.#options.rewriteFloor, 2 * this.#sizeWhenWhole)
    if (handle === null || this.#size > mostBytes) return await this.#rewrite()
    const bytes = Buffer.from(text)
    try {
      for (let written = 0; written < bytes.byteLength; ) {
        const { bytesWritten } = await handle.write(
          bytes,
          written,
          bytes.byteLength - written,
          this.#size + written,
        )
        written += bytesWritten
      }
      await this.#options.flush.data(handle)
      this.#size += bytes.byteLength
    } catch (error) {
      // Half a line would merge with the next one.
      await handle.truncate(this.#size).catch(() => this.#leave())
      throw error
    }
  }

  async #rewrite(): Promise<void> {
    let text = ''
    for (const entry of this.#whole()) text += lineOf(entry)
    await this.#leave()
    await writeFileDurably(this.#path, text, this.#options.mode)
    this.#handle = await open(this.#path, 'r+')
    this.#size = Buffer.byteLength(text)
    this.#sizeWhenWhole = this.#size
  }

  async #leave(): Promise<void> {
    const handle = this.#handle
    this.#handle = null
    await handle?.close()
  }
}

const lineOf = (entry: unknown): string => `${JSON.stringify(entry)}\n`

interface Batch {
  text: string
  readonly waiting: Waiting[]
}

interface Waiting {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}
