import { destinationOf } from '../check/facts/text/url.js'
import { decodedPath } from '../platform/text.js'
import { climbed, folderOf, foldersOf, isOutside, joined, plainTarget, relativePath } from './game-paths.js'

/** Where an address stands. */
export interface Standing {
  /** The file against which a browser will resolve it in the new project, by its old path: its own, or the page's. */
  readonly file: string
  /** The old path against which a browser resolved it before: the same, unless a base element said otherwise. */
  readonly base: string
}

/** An address that has to change. */
export interface NewAddress {
  readonly url: string
  readonly why: string
}

/**
 * How far a text is followed to a file: `exact`, by its path as it is written; `file`, also in another letter case, or
 * through a folder that only the server knew; `page`, as `file`, and to the page that a server shows for a folder.
 */
export type Reach = 'exact' | 'file' | 'page'

/** An address that leads to no file of the game. */
export interface Missing {
  /** The file that names it, by its path in the new project. */
  readonly file: string
  /** As it was written. */
  readonly url: string
  /** The path that it names, from the game's folder; null where it leads to another host. */
  readonly path: string | null
}

/** The files of a game by their addresses: what each leads to, and how the same is written in the new project. */
export class Addresses {
  readonly #paths: ReadonlySet<string>
  readonly #folders: ReadonlySet<string>
  /** By lower-case path; null where several differ only in letter case. */
  readonly #folded = new Map<string, string | null>()
  readonly #renamed: ReadonlyMap<string, { readonly path: string }>
  readonly #entry: string
  readonly #brought: ReadonlyMap<string, string>
  readonly #labels: ReadonlySet<string>
  readonly #mapped: ReadonlyMap<string, string>
  readonly #named: readonly string[]
  readonly #missing: Missing[] = []

  /**
   * @param paths the files that are taken along, by their old paths
   * @param renamed their new paths, where those are others
   * @param entry the entry page's old path
   * @param brought the files that were found elsewhere, by the path or the address that was missing
   * @param labels the texts by which data name their parts, which may look like the names of files
   * @param imported what the import maps of pages say: where each name leads
   */
  constructor(
    paths: readonly string[],
    renamed: ReadonlyMap<string, { readonly path: string }>,
    entry: string,
    brought: ReadonlyMap<string, string> = new Map(),
    labels: ReadonlySet<string> = new Set(),
    imported: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#named = [...imported.keys()]
    this.#mapped = new Map(
      [...imported].filter(([name, url]) => name.endsWith('/') && destinationOf(url) === 'web'),
    )
    this.#brought = brought
    this.#labels = labels
    this.#paths = new Set(paths)
    this.#folders = new Set(paths.flatMap(foldersOf))
    for (const path of paths) {
      const key = path.toLowerCase()
      this.#folded.set(key, this.#folded.has(key) ? null : path)
    }
    this.#renamed = renamed
    this.#entry = entry
  }

  /**
   * Where a page stands.
   * @param base what its addresses are resolved against. A folder that only the server knew, as on pages of a project
   *   (`/my-game/`), was the entry page's
   */
  standing(file: string, base: string): Standing {
    const folder = folderOf(base).slice(0, -1)
    return { file, base: folder === '' || this.#folders.has(folder) ? base : folderOf(this.#entry) }
  }

  /** The addresses that needed a fix but lead to no file of the game, in order of appearance. */
  get missing(): readonly Missing[] {
    return this.#missing
  }

  /** Whether data of the game use a text as the name of a part: the frame of an atlas, which keeps the name. */
  isLabel(text: string): boolean {
    return this.#labels.has(text)
  }

  /** A file's path in the new project. */
  newPath(path: string): string {
    return this.#renamed.get(path)?.path ?? path
  }

  /**
   * The rewritten address, or null where it can stay: it still leads to the same file, or out of the game. What begins
   * with a slash never stays.
   */
  fix(url: string, from: Standing, reach: Reach = 'file'): NewAddress | null {
    const known = this.fixKnown(url, from, { reach })
    const split = readAddress(url)
    if (known !== null || split === null || this.#find(split.path, from.base, reach) !== null) return known
    this.#miss(url, split.path, from)
    if (!split.root) return null
    // Nothing is there; but the platform refuses the slash, and no address with one ever leads anywhere.
    const written = relativePath(this.newPath(from.file), joined('', split.path))
    return {
      url: `${written === '' ? '.' : written}${split.rest}`,
      why: `${ROOT}; no such file is there`,
    }
  }

  /**
   * The address of a script or a style sheet on another host, where the file was found: in the game, or on this machine.
   * @returns null where it was not
   */
  fixRemote(url: string, from: Standing): NewAddress | null {
    const found = this.#brought.get(url)
    if (found === undefined) {
      this.#missing.push({ file: this.newPath(from.file), url, path: null })
      return null
    }
    const written = relativePath(this.newPath(from.file), this.newPath(found))
    const here = isOutside(found) ? 'npm has the file' : 'the game has a copy for that case'
    return { url: written, why: `a mini app has no network, and ${here}` }
  }

  /** The specifier of an import. One that an import map leads to another host stays; the map leads elsewhere then. */
  fixImport(specifier: string, from: Standing): NewAddress | null {
    if (destinationOf(specifier) === 'web') return asSpecifier(this.fixRemote(specifier, from))
    const folder = [...this.#mapped].find(([name]) => specifier.startsWith(name))
    if (folder !== undefined) this.fixRemote(`${folder[1]}${specifier.slice(folder[0].length)}`, from)
    // What a package imports by name is another package, unless a page says otherwise.
    if (isOutside(from.file) && BARE.test(specifier) && !this.#isNamed(specifier))
      return asSpecifier(this.fixRemote(`${PACKAGE_SCHEME}${specifier}`, from))
    return this.fixKnown(specifier, from, { style: 'import' })
  }

  #isNamed(specifier: string): boolean {
    return this.#named.some((name) => (name.endsWith('/') ? specifier.startsWith(name) : specifier === name))
  }

  /** The address of a folder on another host to which an import map leads, where the imported files of it were found. */
  fixRemoteFolder(url: string, from: Standing): NewAddress | null {
    for (const [remote, found] of this.#brought) {
      const rest = remote.startsWith(url) ? remote.slice(url.length) : ''
      const path = this.newPath(found)
      if (rest === '' || !path.endsWith(`/${rest}`)) continue
      const written = relativePath(this.newPath(from.file), path)
      return { url: written.slice(0, -rest.length), why: 'a mini app has no network, and npm has the files' }
    }
    return null
  }

  /** Whether a file on another host was found on this machine. */
  isAtHand(url: string): boolean {
    return this.#brought.has(url)
  }

  #miss(url: string, path: string, from: Standing): void {
    const folder = folderOf(from.base)
    const wanted = path.startsWith('/') ? joined('', path) : climbed(folder, path)
    this.#missing.push({ file: this.newPath(from.file), url, path: wanted })
  }

  /**
   * As `fix`, for what is an address if it leads to a file: nothing is missed where it does not.
   * @param style `import`: a module's specifier, which begins with a dot
   */
  fixKnown(
    url: string,
    from: Standing,
    { reach = 'file', style = 'url' }: { readonly reach?: Reach; readonly style?: 'url' | 'import' } = {},
  ): NewAddress | null {
    const split = readAddress(url)
    if (split === null) return null
    if (style === 'import' && !/^\.{0,2}\//.test(split.path)) return null
    const found = this.#find(split.path, from.base, reach)
    // An import of a missing module always fails.
    if (found === null && style === 'import') this.#miss(url, split.path, from)
    if (found === null) return null
    const target = this.newPath(found.path)
    const place = this.newPath(from.file)
    if (!split.root && plainTarget(split.path, place) === target) return null
    const written = relativePath(place, target)
    return {
      url: `${style === 'import' && !written.startsWith('.') ? './' : ''}${written}${split.rest}`,
      why: split.root
        ? ROOT
        : target !== found.path
          ? isOutside(found.path)
            ? 'it was copied into the project'
            : `${found.path} was renamed`
          : found.inexact
            ? "the file's name has other letter case"
            : found.page
              ? 'the host does not show a page for a folder'
              : 'it must be relative to the file that it is in',
    }
  }

  /** A text that names a file of the game exactly, with its extension, for any purpose. */
  fixExact(text: string, from: Standing): NewAddress | null {
    return isFileName(text) ? this.fixKnown(text, from, { reach: 'exact' }) : null
  }

  /** Whether an address leads to a file of the game as it is written. */
  leads(url: string, from: Standing): boolean {
    const split = readAddress(url)
    return split !== null && this.#find(split.path, from.base, 'exact') !== null
  }

  /**
   * The beginning of an address, `/img/level` before a number: it counts if it names a folder that is there.
   * @param follows what comes next if that is known; a slash alone is the root only if no second one follows
   */
  fixStart(text: string, from: Standing, follows: string | null = null): NewAddress | null {
    if (text === '/') {
      // Which folder was the root of the site is certain only where the page stood in it.
      const isCertain = !from.base.includes('/') && !(follows ?? '').startsWith('/')
      return isCertain ? { url: '', why: ROOT } : null
    }
    const cut = text.lastIndexOf('/')
    if (cut <= 0 || text.startsWith('//') || text.length > MAX_ADDRESS) return null
    const isRoot = text.startsWith('/')
    const here = folderOf(from.base)
    const candidates = isRoot ? this.#rootCandidates(text.slice(1, cut)) : [joined(here, text.slice(0, cut))]
    const folder = candidates.find((one) => this.#folders.has(one))
    if (folder === undefined) return null
    const target = this.#newFolder(folder)
    if (target === null || (!isRoot && target === folder && from.file === from.base)) return null
    const url = `${relativePath(this.newPath(from.file), `${target}/`)}${text.slice(cut + 1)}`
    if (url === text) return null
    return { url, why: isRoot ? ROOT : `${folder} was renamed` }
  }

  /** `hero 1.png`, where a loader knows the folder: the end of the path of one renamed file. */
  fixEnd(text: string): NewAddress | null {
    const slash = text.startsWith('/') ? '/' : ''
    const name = text.slice(slash.length)
    if (!isFileName(name)) return null
    const matches = [...this.#renamed].filter(([old]) => old === name || old.endsWith(`/${name}`))
    const [match] = matches
    if (match === undefined || matches.length > 1) return null
    const [old, { path }] = match
    const url = slash + path.split('/').slice(-name.split('/').length).join('/')
    return url === text ? null : { url, why: `${old} was renamed` }
  }

  /** A folder's path in the new project; null where its files went to several. */
  #newFolder(folder: string): string | null {
    const depth = folder.split('/').length
    const targets = new Set<string>()
    for (const path of this.#paths)
      if (path.startsWith(`${folder}/`)) targets.add(this.newPath(path).split('/').slice(0, depth).join('/'))
    const [target, ...more] = targets
    return more.length === 0 ? (target ?? null) : null
  }

  #find(
    path: string,
    base: string,
    reach: Reach,
  ): { readonly path: string; readonly inexact: boolean; readonly page: boolean } | null {
    const folder = folderOf(base)
    const candidates = path.startsWith('/')
      ? this.#rootCandidates(path.slice(1), reach)
      : [climbed(folder, path), joined(folder, path)]
    const found = { inexact: false, page: false }
    for (const candidate of candidates) {
      const brought = this.#brought.get(candidate)
      if (brought !== undefined) return { ...found, path: brought }
      if (this.#paths.has(candidate)) return { ...found, path: candidate }
    }
    if (reach === 'exact') return null
    for (const candidate of reach === 'page' ? candidates : []) {
      const plain = candidate.replace(/\/$/, '')
      const pages = ['index.html', 'index.htm'].map((name) => (plain === '' ? name : `${plain}/${name}`))
      // Many a server finds `notes.html` by `notes`.
      if (plain !== '' && plain === candidate) pages.push(`${plain}.html`, `${plain}.htm`)
      for (const page of pages) if (this.#paths.has(page)) return { path: page, inexact: false, page: true }
      if (candidate === '' && path === '/') return { path: this.#entry, inexact: false, page: true }
    }
    for (const candidate of candidates) {
      const other = this.#folded.get(candidate.toLowerCase())
      if (other !== undefined && other !== null) return { path: other, inexact: true, page: false }
    }
    return null
  }

  /**
   * What a root-relative path may mean: the folder itself was the root of the site, or the entry page's, or a
   * folder above them that only the server knew, as on pages of a project (`/my-game/img/a.png`).
   */
  #rootCandidates(path: string, reach: Reach = 'file'): readonly string[] {
    const entryFolder = folderOf(this.#entry)
    const below = reach !== 'exact' && path.includes('/') ? path.slice(path.indexOf('/') + 1) : null
    return [path, entryFolder + path, ...(below === null ? [] : [below, entryFolder + below])].map((one) =>
      joined('', one),
    )
  }
}

/** Precedes what a package imports by name: `npm:preact/hooks`. */
export const PACKAGE_SCHEME = 'npm:'

const BARE = /^(?:@[\w.-]+\/)?[A-Za-z][\w.-]*(?:\/[^?#]*)?$/

/** An address as modules import it: a relative one begins with a dot. */
export const asSpecifier = (fixed: NewAddress | null): NewAddress | null =>
  fixed === null || /^\.{0,2}\//.test(fixed.url) ? fixed : { ...fixed, url: `./${fixed.url}` }

const MAX_ADDRESS = 500
const ROOT = 'a bundle is served from its own folder'

/** Whether a text can be a file's name with its extension and nothing else. */
const isFileName = (text: string): boolean =>
  text.length <= MAX_ADDRESS &&
  text === text.trim() &&
  /[^/]\.[A-Za-z0-9]+(?:[?#]|$)/.test(text) &&
  !/[\n<>{}]/.test(text)

/** An address in its parts; null where it leads to no file of the game. */
const readAddress = (
  url: string,
): { readonly path: string; readonly rest: string; readonly root: boolean } | null => {
  const trimmed = url.trim()
  const destination = destinationOf(trimmed)
  if (destination !== 'root' && destination !== 'elsewhere') return null
  if (/^(?:[a-z][a-z0-9+.-]*:|[#?]|$)/i.test(trimmed)) return null
  const end = trimmed.search(/[?#]/)
  const written = end === -1 ? trimmed : trimmed.slice(0, end)
  const path = decodedPath(written.replaceAll('\\', '/'))
  return { path, rest: end === -1 ? '' : trimmed.slice(end), root: destination === 'root' }
}
