import { readFile } from 'node:fs/promises'
import { systemErrorCode } from '../failure.js'
import { writeFileDurably } from './atomic-file.js'
import { renamePatiently } from './rename.js'

/** The result of reading a document: its value, or why there is none. */
export type LoadedDocument =
  | { readonly state: 'present'; readonly value: unknown }
  | { readonly state: 'missing' }
  /** It was not JSON. It was renamed, never overwritten. */
  | { readonly state: 'damaged'; readonly setAside: string }

/**
 * Reads a JSON document. One that cannot be parsed is renamed to `<path>.damaged-<time>`, so that nothing is
 * lost.
 * @param now milliseconds since 1970, for the name of a damaged file
 * @throws the system's error if the file exists and cannot be read
 */
export const loadDocument = async (path: string, now: number): Promise<LoadedDocument> => {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return { state: 'missing' }
    throw error
  }
  try {
    return { state: 'present', value: JSON.parse(text) }
  } catch {
    return { state: 'damaged', setAside: await setAside(path, now) }
  }
}

/** Renames a damaged file out of the way and returns its new path. */
export const setAside = async (path: string, now: number): Promise<string> => {
  const aside = `${path}.damaged-${new Date(now).toISOString().replaceAll(':', '-')}`
  await renamePatiently(path, aside)
  return aside
}

/**
 * A JSON document on disk that is written often. Writes that arrive during another one share the next write
 * (group commit); each promise resolves once its value, or a later one, is durable.
 */
export class DocumentWriter {
  readonly #path: string
  readonly #mode: number | undefined
  #next: { value: unknown; waiting: PromiseWithHandles[] } | null = null
  // Cleared in the same turn in which the last write ends: its caller may write again immediately.
  #draining = false

  constructor(path: string, mode?: number) {
    this.#path = path
    this.#mode = mode
  }

  /** @param value converted to JSON when its write begins, including changes made to it before that */
  write(value: unknown): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#next === null) this.#next = { value, waiting: [] }
      this.#next.value = value
      this.#next.waiting.push({ resolve, reject })
      if (!this.#draining) void this.#drain()
    })
  }

  async #drain(): Promise<void> {
    this.#draining = true
    while (this.#next !== null) {
      const batch = this.#next
      this.#next = null
      try {
        await writeFileDurably(this.#path, `${JSON.stringify(batch.value, null, 2)}\n`, this.#mode)
        for (const { resolve } of batch.waiting) resolve()
      } catch (error) {
        for (const { reject } of batch.waiting) reject(error)
      }
    }
    this.#draining = false
  }
}

interface PromiseWithHandles {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}
