import { comparePaths } from '../bundle/paths.js'
import { fileName } from '../check/facts/bundle/paths.js'
import { extensionOf } from '../platform/file-types.js'
import { MAX_PATH_CHARACTERS } from '../platform/limits.js'
import { isOutside } from './game-paths.js'

/** A file's new path, and why it has one. */
export interface NewName {
  readonly path: string
  readonly why: string
}

/** A new path that the engine of a game asks for. */
export interface GivenName extends NewName {
  readonly kind: 'renamed' | 'unpacked' | 'packed'
  /** Whether scripts and data keep the old name: the engine goes by it, and the browser shim finds the file. */
  readonly mapped: boolean
}

const LICENCE = /^(?:licen[cs]e|copying|notice)(?:\.(?:md|markdown|rst))?$/i

/** Whether a file is a licence that no bundle holds under its own name. */
export const isLicence = (path: string): boolean => LICENCE.test(fileName(path))

/**
 * New names for the files whose own the platform refuses (2.9): characters that are not allowed, extensions in upper
 * case, paths that are too long, two names that differ only in letter case. A licence without an extension becomes a
 * text file, for it has to travel with the game.
 * @param reserved paths that the new project needs for itself
 * @param endings by path, what is put behind the names of files of other kinds, and the right extensions of those whose own is wrong
 * @param given by path, what the engine of the game asks for
 * @returns by old path; files that keep their names are not among them
 */
export const newNames = (
  paths: readonly string[],
  reserved: readonly string[],
  endings: ReadonlyMap<string, string> = new Map(),
  given: ReadonlyMap<string, GivenName> = new Map(),
): ReadonlyMap<string, NewName> => {
  const names = new Map<string, NewName>()
  const taken = new Set(reserved.map((path) => path.toLowerCase()))
  // Files that can keep their names come first: a new name must not take the name of one of them.
  const nameOf = (path: string): NewName => {
    const own = given.get(path)
    const { path: allowed, why } = allowedName(
      own?.path ?? path,
      own === undefined ? endings.get(path) : undefined,
    )
    const short = shortened(allowed)
    return { path: short, why: own?.why ?? (short === allowed ? why : TOO_LONG) }
  }
  const isAllowed = (path: string): boolean => nameOf(path).path === path
  const order = [...paths].sort((a, b) => Number(isAllowed(b)) - Number(isAllowed(a)) || comparePaths(a, b))
  for (const path of order) {
    const { path: wanted, why } = nameOf(path)
    let free = wanted
    for (let count = 2; taken.has(free.toLowerCase()); count++) free = numbered(wanted, count)
    taken.add(free.toLowerCase())
    if (free === path) continue
    const reason =
      free === wanted
        ? why
        : reserved.includes(path)
          ? 'the mini app has its own file of that name'
          : 'another file already has that name, or one that differs only in letter case'
    names.set(path, { path: free, why: reason })
  }
  return names
}

const allowedName = (path: string, ending?: string): NewName => {
  if (isOutside(path)) return { path: broughtTo(path), why: BROUGHT }
  const parts = path.split('/').map(allowedPart)
  const allowed = parts.join('/')
  const name = parts.at(-1) ?? ''
  if (LICENCE.test(name))
    return {
      path: `${[...parts.slice(0, -1), name.replace(/\.\w+$/, '')].join('/')}.txt`,
      why: 'a license stays with the game, and a bundle can hold it only as text',
    }
  const why =
    allowed === path ? 'extensions are in lower case' : 'a name can have only letters, digits, _, - and .'
  const extension = extensionOf(allowed)
  if (ending !== undefined && extension !== null)
    return {
      path: `${allowed.slice(0, -extension.length)}${ending}`,
      why:
        ending === 'bin' || ending === 'txt'
          ? `its content is not that of a .${extension} file`
          : `its content is that of a .${ending} file`,
    }
  if (ending !== undefined)
    return {
      path: `${allowed}.${ending}`,
      why: unservedWords(name),
    }
  if (extension === null) return { path: allowed, why }
  return { path: `${allowed.slice(0, -extension.length)}${extension}`, why }
}

/** Why a file of a kind that is not served has another name. */
export const unservedWords = (path: string): string => {
  const [ending] = /(?<=[^/])\.[^./]+$/.exec(path) ?? []
  const kind = ending === undefined ? 'files without an extension' : `${ending} files`
  return `the platform does not serve ${kind}; the browser shim finds it by its old name`
}

/** Why a file has another path that comes from outside the game's folder. */
const BROUGHT = 'the game names it, and it is outside the folder'

/** Where a file from outside goes: `../../build/a.js` to `build/a.js`, a package's to `lib`. */
const broughtTo = (path: string): string => {
  const parts = path.split('/').filter((part) => part !== '..')
  const modules = parts.lastIndexOf('node_modules')
  const kept = modules === -1 ? parts : ['lib', ...parts.slice(modules + 1)]
  return allowedName(kept.map((part) => part.replace(/^@/, '')).join('/')).path
}

/** A part of a path in the characters that 2.9 allows: accents go, everything else becomes a hyphen. */
const allowedPart = (part: string): string => {
  const plain = part
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    // A hyphen that only stands where a bracket stood: `hero (1).png` becomes `hero-1.png`.
    .replace(/-+(?=\.[A-Za-z0-9]+$)/, '')
  return /^[A-Za-z0-9_-]/.test(plain) ? plain : `_${plain}`
}

/** A path that is too long, with less of its longest folder or name; as it is where that is not enough. */
const shortened = (path: string): string => {
  if (path.length <= MAX_PATH_CHARACTERS) return path
  const parts = path.split('/')
  const lengths = parts.map(({ length }) => length)
  const at = lengths.indexOf(Math.max(...lengths))
  const part = parts[at] ?? ''
  const dot = at === parts.length - 1 ? part.lastIndexOf('.') : -1
  const ending = dot > 0 ? part.slice(dot) : ''
  const over = path.length + ROOM_FOR_NUMBER - MAX_PATH_CHARACTERS
  const kept = Math.max(1, part.length - ending.length - over)
  if (kept + ending.length >= part.length) return path
  parts[at] = part.slice(0, kept) + ending
  return shortened(parts.join('/'))
}

const TOO_LONG = `a path has at most ${MAX_PATH_CHARACTERS} characters`
const ROOM_FOR_NUMBER = 4

const numbered = (path: string, count: number): string => {
  const dot = path.lastIndexOf('.')
  return dot > path.lastIndexOf('/') + 1
    ? `${path.slice(0, dot)}-${count}${path.slice(dot)}`
    : `${path}-${count}`
}
