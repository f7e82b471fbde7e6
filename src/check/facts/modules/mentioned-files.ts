import { resolvePath } from '../bundle/paths.js'
import type { PathMentions } from './path-mentions.js'

/**
 * Collects which of some files are named by the texts of a bundle: it finds too many rather than too few. A path that
 * leads to a file as it is written names only that one, unless a text has the folder to put before it.
 */
export class MentionedFiles {
  readonly #files: ReadonlySet<string>
  readonly #wanted: readonly { readonly file: string; readonly lower: string }[]
  readonly #pages: readonly string[]
  readonly #folders = new Set<string>()
  /** Files that are named with a folder before the path, by that folder. */
  readonly #inFolder = new Map<string, Set<string>>()

  /**
   * @param files all files of the bundle
   * @param wanted those that are looked for
   * @param pages the pages that the paths in scripts are relative to
   */
  constructor(files: Iterable<string>, wanted: readonly string[], pages: readonly string[]) {
    this.#files = new Set([...files].map((path) => path.toLowerCase()))
    this.#wanted = wanted.map((file) => ({ file, lower: file.toLowerCase() }))
    this.#pages = pages
  }

  /**
   * Adds what a text names.
   * @param from the path of the file that holds the text
   * @returns the files that are named now
   */
  add({ paths, folders }: PathMentions, from: string): ReadonlySet<string> {
    const found = new Set<string>()
    for (const { path, isPart } of paths) {
      const matching = this.#wanted.filter(({ lower }) => lower.endsWith(path) || path.endsWith(`/${lower}`))
      if (matching.length === 0) continue
      const leadsTo = this.#resolved(path, from)
      for (const { file, lower } of matching) {
        const rest = lower.slice(0, -path.length)
        const isWhole = lower.length <= path.length || rest.endsWith('/')
        if (leadsTo.has(lower) || (leadsTo.size === 0 && (isWhole || isPart))) found.add(file)
        else if (isWhole) this.#addInFolder(FOLDER_AT_END.exec(rest)?.[0] ?? '', file)
      }
    }
    for (const folder of folders) this.#folders.add(folder)
    for (const [folder, files] of this.#inFolder)
      if (this.#folders.has(folder)) for (const file of files) found.add(file)
    return found
  }

  /** The files that a path names as it is written, in lower case. */
  #resolved(path: string, from: string): ReadonlySet<string> {
    const paths = [from, ...this.#pages].map((one) => resolvePath(one, path)?.toLowerCase() ?? '')
    return new Set(paths.filter((one) => this.#files.has(one)))
  }

  #addInFolder(folder: string, file: string): void {
    const files = this.#inFolder.get(folder) ?? new Set()
    this.#inFolder.set(folder, files.add(file))
  }
}

const FOLDER_AT_END = /[\w.-]+\/$/
