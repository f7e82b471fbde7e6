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
