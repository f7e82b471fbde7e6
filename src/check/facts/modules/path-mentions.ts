import { resolvePath } from '../bundle/paths.js'

/** What a text names: a path as it is written, or a part of one that a script may put together with others. */
export interface PathMentions {
  /** In lower case, without what leads to a folder above; each once. */
  readonly paths: readonly PathMention[]
  /** The folders, each as `levels/`, to which a script may add a name. */
  readonly folders: ReadonlySet<string>
}

interface PathMention {
  readonly path: string
  /** Whether something that only shows at run time may stand before it. */
  readonly isPart: boolean
}

/** The files that are found in this way: scripts, and data in which a script may find the name of another one. */
export const MENTIONED_EXTENSIONS = ['js', 'mjs', 'json', 'txt', 'csv'] as const

/** The paths that a text names; null where nobody can say, since characters are hidden or there are too many. */
export const pathMentionsIn = (text: string): PathMentions | null => {
  if (HIDDEN.test(text)) return null
  const paths = new Map<string, PathMention>()
  for (const match of text.matchAll(ENDING)) {
    const start = startOfPath(text, match.index)
    const before = text[start - 1] ?? ''
    const written = text.slice(start, match.index + match[0].length)
    // What begins with an escape is not what it looks like.
    if (before === '\\' && /^[xu\d]/.test(written)) return null
    const path = written.replace(/^(?:\.{0,2}\/)+/, '').toLowerCase()
    const isPart = BEFORE_PART.has(before)
    paths.set(`${isPart} ${path}`, { path, isPart })
    if (paths.size > MAX_MENTIONS) return null
  }
  const folders = new Set<string>()
  for (const [folder] of text.matchAll(FOLDER)) {
    folders.add(folder.toLowerCase())
    if (folders.size > MAX_MENTIONS) return null
  }
  return { paths: [...paths.values()], folders }
}

/** More than the texts of any app have together; a hostile one could have millions. */
export const MAX_MENTIONS = 20_000

const EXTENSIONS = MENTIONED_EXTENSIONS.join('|')

/** An extension, behind a dot or as a text of its own, as in `name + '.' + 'js'`. Packers list their words with `|`. */
const ENDING = new RegExp(`\\.(?:${EXTENSIONS})(?![\\w-])|(?<=["'\`|])(?:${EXTENSIONS})(?=["'\`|])`, 'gi')

/** A letter of `.js` or `.mjs` that is written as an escape. */
const HIDDEN = /\\(?:x|u00|u\{0*)(?:2e|[46]a|[46]d|[57]3)/i

const FOLDER = /[\w.-]+\/(?=["'`$])/g

/** What stands before a text that may be put behind another one. */
const BEFORE_PART: ReadonlySet<string> = new Set(['"', "'", '`', '}', '|'])

const startOfPath = (text: string, end: number): number => {
  let start = end
  while (start > 0 && end - start < LONGEST_PATH && IN_PATH.test(text[start - 1] ?? '')) start--
  return start
}

/** Longer than the platform allows. */
const LONGEST_PATH = 256

/** What the platform allows in a path (2.9). */
const IN_PATH = /[\w./-]/

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
