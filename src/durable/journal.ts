import type { FileHandle } from 'node:fs/promises'
import { open, readFile } from 'node:fs/promises'
import { systemErrorCode } from '../failure.js'
import { writeFileDurably } from './atomic-file.js'
import { flushData } from './flush.js'
import { setAside } from './json-document.js'

/** The content of a journal: its entries in order, and the copy of a damaged one. */
export interface JournalContents {
  readonly entries: readonly unknown[]
  /** The path of a copy with damage in its middle, kept so that nothing is lost; null if there is none. */
  readonly setAside: string | null
}

/**
 * Reads a journal: one JSON value per line. A torn last line comes from a killed write that was never
 * acknowledged, and is dropped. Damage elsewhere sets the whole file aside, and the readable entries are
 * returned.
 * @param now milliseconds since 1970, for the name of a damaged file
 */
export const readJournal = async (path: string, now: number): Promise<JournalContents> => {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return { entries: [], setAside: null }
    throw error
  }
  const lines = text.split('\n')
  // The last part is empty after a complete line, and torn otherwise.
  lines.pop()
  const entries: unknown[] = []
  let damaged = false
  for (const line of lines) {
    try {
      entries.push(JSON.parse(line))
    } catch {
      damaged = true
    }
  }
  if (!damaged) return { entries, setAside: null }
  return { entries, setAside: await setAside(path, now) }
}

/**
 * A journal for appending. Entries that arrive during a write share the next write and flush (group commit),
 * so that many writers wait for few flushes.
 */
export class Journal {
  readonly #handle: FileHandle
  #size: number
  #next: { text: string; waiting: Waiting[] } | null = null
  #running: Promise<void> | null = null
  #broken: unknown = null

  private constructor(handle: FileHandle, size: number) {
    this.#handle = handle
    this.#size = size
  }

  /**
   * Starts a journal with these entries, replacing the file's content.
   * @param mode the file's permissions; by default those of the replaced file
   */
  static async start(path: string, entries: Iterable<unknown>, mode?: number): Promise<Journal> {
    let text = ''
    for (const entry of entries) text += `${JSON.stringify(entry)}\n`
    await writeFileDurably(path, text, mode)
    const handle = await open(path, 'r+')
    return new Journal(handle, Buffer.byteLength(text))
  }

  /** The number of durable bytes. */
  get size(): number {
    return this.#size
  }

  /** Resolves when the entries are durable; rejects, with the file unchanged, if they could not be written. */
  append(entries: readonly unknown[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#next ??= { text: '', waiting: [] }
      for (const entry of entries) this.#next.text += `${JSON.stringify(entry)}\n`
      this.#next.waiting.push({ resolve, reject })
      this.#running ??= this.#drain()
    })
  }

  /** Waits for writes under way, then closes the file. */
  async close(): Promise<void> {
    await this.#running
    await this.#handle.close()
  }

  async #drain(): Promise<void> {
    // One turn of the event loop, so that requests that arrived together share a flush.
    await new Promise(setImmediate)
    while (this.#next !== null) {
      const batch = this.#next
      this.#next = null
      try {
        await this.#write(batch.text)
        for (const { resolve } of batch.waiting) resolve()
      } catch (error) {
        for (const { reject } of batch.waiting) reject(error)
      }
    }
    this.#running = null
  }

  async #write(text: string): Promise<void> {
    if (this.#broken !== null) throw this.#broken
    const bytes = Buffer.from(text)
    try {
      for (let written = 0; written < bytes.byteLength; ) {
        const { bytesWritten } = await this.#handle.write(
          bytes,
          written,
          bytes.byteLength - written,
          this.#size + written,
        )
        written += bytesWritten
      }
      await flushData(this.#handle)
      this.#size += bytes.byteLength
    } catch (error) {
      // Half a line would merge with the next one.
      await this.#handle.truncate(this.#size).catch((truncation: unknown) => {
        this.#broken = truncation
      })
      throw error
    }
  }
}

interface Waiting {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}
