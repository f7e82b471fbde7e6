import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { within, withSlashes } from '../bundle/paths.js'
import { fileName, isHiddenPart } from '../check/facts/bundle/paths.js'
import { fileFailure, systemErrorCode } from '../failure.js'
import { extensionOf } from '../platform/file-types.js'
import { MAX_FILE_BYTES } from '../platform/limits.js'
import { type Missing, PACKAGE_SCHEME } from './addresses.js'
import {
  isNearVersion,
  isVersion,
  type LibraryAddress,
  libraryAt,
  libraryNameOf,
  namesOfFile,
  otherVersionOf,
} from './libraries.js'
import { fontSheet, googleFonts, type WantedFont } from './pages/google-fonts.js'

/** What was found for a missing file. */
export type Sought =
  /** A file outside the game's folder, by its path from there. */
  | { readonly path: string; readonly bytes: Uint8Array }
  /** How the person gets it: the packages that have it, as npm takes them (`jquery@1.11.0`), and the same in words. */
  | { readonly remedy: string; readonly packages: readonly string[] }

/**
 * Looks outside a game's folder for what its pages name: in the project that it is a part of, in `node_modules`, and in
 * packages that were fetched for it. Nothing else of the disk is ever read: a page is not trusted to choose files.
 */
export class Outside {
  readonly #folder: string
  readonly #shown: string
  readonly #fetched: string | null
  #project: Promise<Project> | undefined

  /**
   * @param shown the folder as the person gave it
   * @param fetched the `node_modules` folder of packages that were fetched for the game; null before that
   */
  constructor(folder: string, shown: string, fetched: string | null) {
    this.#folder = folder
    this.#shown = shown
    this.#fetched = fetched
  }

  /** Null where nothing is known of it. */
  async find(missing: Missing): Promise<Sought | null> {
    if (missing.url.startsWith(PACKAGE_SCHEME)) return this.#findImported(missing.url)
    if (missing.path === null) return this.#findLibrary(missing.url)
    if (/^\.\.\/|^node_modules\//.test(missing.path)) {
      const found = await this.#read(missing.path)
      if (found !== null) return found
    }
    const [, name = '', inside = ''] =
      /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\/(.+)$/.exec(missing.path) ?? []
    if (name !== '') return this.#inPackage({ names: [name], version: '', file: inside })
    return this.#findDependency(missing.path)
  }

  /** A file of the project, within which the game's folder lies; hidden ones, and what no bundle holds, are not read. */
  async #read(path: string): Promise<{ readonly path: string; readonly bytes: Uint8Array } | null> {
    const parts = path.split('/').filter((part) => part !== '..')
    if (parts.some(isHiddenPart) || extensionOf(path) === null) return null
    const { root } = await this.#ownProject()
    try {
      const full = await realpath(join(this.#folder, path))
      // Package managers keep packages elsewhere and link to them; no other link may lead out.
      const mayRead = within(await realpath(root ?? this.#folder), full) !== null || isInPackages(full)
      if (!mayRead) return null
      const { size } = await stat(full)
      return size > MAX_FILE_BYTES ? null : { path, bytes: await readFile(full) }
    } catch (error) {
      if (isAbsent(error)) return null
      throw fileFailure('read', join(this.#shown, path), error)
    }
  }

  async #findLibrary(url: string): Promise<Sought | null> {
    const library = libraryAt(url)
    if (library === null) return this.#findFonts(googleFonts(url))
    return this.#inPackage(library)
  }

  /** What a package imports from another, which comes with it. */
  async #findImported(url: string): Promise<Sought | null> {
    const [, name = '', file = ''] =
      /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(url.slice(PACKAGE_SCHEME.length)) ?? []
    const found = await this.#inPackage({ names: [name], version: '', file, module: true })
    return 'remedy' in found ? null : found
  }

  /** One style sheet with the wanted fonts, where a package of each is installed. */
  async #findFonts(fonts: readonly WantedFont[]): Promise<Sought | null> {
    if (fonts.length === 0) return null
    const homes = await Promise.all(fonts.map((font) => this.#homeOf(font.package)))
    const absent = fonts.filter((_, index) => homes[index] === null).map((font) => font.package)
    if (absent.length > 0) return this.#fetch(absent)
    const [first = ''] = homes.flatMap((home) => home ?? [])
    const parts = await Promise.all(
      fonts.flatMap((font, index) =>
        font.sheets.map(async (sheet) => {
          const home = homes[index] ?? first
          const css = (await readText(join(home, sheet))) ?? (await readText(join(home, 'index.css'))) ?? ''
          return fontSheet(css, home === first ? './' : `${withSlashes(relative(first, home))}/`)
        }),
      ),
    )
    return {
      path: this.#pathOf(first, 'google-fonts.css'),
      bytes: Buffer.from([...new Set(parts)].join('\n'), 'utf8'),
    }
  }

  async #homeOf(name: string): Promise<string | null> {
    for (const modules of await this.#moduleFolders()) {
      const home = join(modules, name)
      if (await isThere(join(home, 'package.json'))) return home
    }
    return null
  }

  /** `vendor/jquery.js`, where the project depends on `jquery` and a server or a build put it there. */
  async #findDependency(path: string): Promise<Sought | null> {
    if (!/\.(?:m?js|css)$/i.test(path)) return null
    const stem = libraryNameOf(path)
    const { dependencies } = await this.#ownProject()
    const name = [...dependencies.keys()].find((one) => one === stem || one === `${stem}.js`)
    if (name === undefined) return null
    return this.#inPackage({ names: [name], version: '', file: path }, dependencies.get(name))
  }

  /** @param range the versions that the game's own project asks for */
  async #inPackage({ names, version, file, module }: LibraryAddress, range = version): Promise<Sought> {
    const [likeliest] = names
    let other: string | null = null
    for (const name of names.flatMap((one) => [one, otherVersionOf(one, version)]))
      for (const modules of await this.#moduleFolders()) {
        const home = join(modules, name)
        const about = await readJson(join(home, 'package.json'))
        if (about === null) continue
        const installed = String(about['version'] ?? '')
        const isWanted = modules === this.#fetched ? isNearVersion : isVersion
        if (!isVersion(installed, version) && !isWanted(installed, version)) {
          other ??= `node_modules has ${name} ${installed}. `
          continue
        }
        const inside = await fileInPackage(
          home,
          file === '' ? mainOf(about, module === true) : (exportedAs(about, file) ?? file),
        )
        const found = inside === null ? null : await this.#readIn(home, inside)
        if (found !== null) return found
        other ??= `${name} ${installed} has no ${file}. `
      }
    const wanted = range === '' ? likeliest : `${likeliest}@${range}`
    return this.#fetch([wanted], other ?? '')
  }

  /** @param found what is there instead */
  #fetch(packages: readonly string[], found = ''): Sought {
    const named = packages.join(' ')
    const remedy =
      this.#fetched === null
        ? `${found}Run this command again with --install --force: it gets ${named} from npm.`
        : `${found === '' ? `npm has no ${named}. ` : found}Put the file into ${this.#shown}, and load it from there.`
    return { remedy, packages }
  }

  async #readIn(home: string, inside: string): Promise<Extract<Sought, { path: string }> | null> {
    if (this.#fetched !== null && home.startsWith(this.#fetched)) {
      // The name of a file comes from the game, and may climb.
      const full = await realpath(join(home, inside))
      if (within(await realpath(this.#fetched), full) === null || extensionOf(full) === null) return null
      const { size } = await stat(full)
      return size > MAX_FILE_BYTES ? null : { path: this.#pathOf(home, inside), bytes: await readFile(full) }
    }
    return this.#read(this.#pathOf(home, inside))
  }

  /** The path of a package's file from the game's folder; what was fetched counts as if it were installed there. */
  #pathOf(home: string, inside: string): string {
    if (this.#fetched !== null && home.startsWith(this.#fetched))
      return `node_modules/${withSlashes(relative(this.#fetched, join(home, inside)))}`
    return withSlashes(relative(this.#folder, join(home, inside)))
  }

  /** The `node_modules` folders of the game's folder and those above it, up to its project's. */
  async #moduleFolders(): Promise<readonly string[]> {
    const { root } = await this.#ownProject()
    const folders: string[] = []
    for (let folder = this.#folder; ; folder = dirname(folder)) {
      folders.push(join(folder, 'node_modules'))
      if (root === null || folder === root || dirname(folder) === folder)
        return [...folders, ...(this.#fetched === null ? [] : [this.#fetched])]
    }
  }

  #ownProject(): Promise<Project> {
    this.#project ??= findProject(this.#folder)
    return this.#project
  }
}

/** The project that a folder is a part of. */
interface Project {
  /** The nearest folder, from the given one up, with a `package.json` or a repository; null where there is none. */
  readonly root: string | null
  /** The ranges of versions by the names of packages. */
  readonly dependencies: ReadonlyMap<string, string>
}

const findProject = async (start: string): Promise<Project> => {
  for (let folder = start; ; folder = dirname(folder)) {
    const about = await readJson(join(folder, 'package.json'))
    const dependencies = new Map(
      ['peerDependencies', 'devDependencies', 'dependencies'].flatMap((field) => {
        const value = about?.[field]
        return typeof value === 'object' && value !== null
          ? Object.entries(value).map(([name, range]) => [name, String(range)] as const)
          : []
      }),
    )
    if (about !== null) return { root: folder, dependencies }
    // Some people keep their whole home folder in a repository: that is not a project.
    if (folder !== homedir() && (await isThere(join(folder, '.git')))) return { root: folder, dependencies }
    if (dirname(folder) === folder) return { root: null, dependencies: new Map() }
  }
}

/** A file of a package by its path or, since builds move files, by its name, the one that lies highest. */
const fileInPackage = async (home: string, wanted: string): Promise<string | null> => {
  if (await isThere(join(home, wanted))) return wanted
  const names = namesOfFile(wanted)
  const found = (await filesOf(home))
    .map((path) => ({ path, rank: names.indexOf(fileName(path)) }))
    .filter(({ rank }) => rank !== -1)
    .sort((a, b) => a.rank - b.rank || a.path.split('/').length - b.path.split('/').length)
  return found[0]?.path ?? null
}

const filesOf = async (home: string): Promise<readonly string[]> => {
  const entries = await readdir(home, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => withSlashes(relative(home, join(entry.parentPath, entry.name))))
    .filter((path) => !path.includes('node_modules/'))
    .sort()
}

/** The file that a network serves where none is named; as a module, where it makes modules. */
const mainOf = (about: Readonly<Record<string, unknown>>, asModule: boolean): string => {
  const fields = asModule
    ? [importedBy(about['exports']), about['module'], about['main']]
    : [about['jsdelivr'], about['unpkg'], about['browser'], about['main']]
  const named = fields.find((one): one is string => typeof one === 'string' && one !== '')
  return (named ?? 'index.js').replace(/^\.\//, '')
}

/** The file of a package that its `exports` call otherwise: `preact/hooks`. */
const exportedAs = ({ exports }: Readonly<Record<string, unknown>>, name: string): string | null => {
  const found =
    typeof exports === 'object' && exports !== null ? importedBy(Reflect.get(exports, `./${name}`)) : null
  return typeof found === 'string' ? found.replace(/^\.\//, '') : null
}

/** The file that an import of a package leads to; undefined where its `exports` say none. */
const importedBy = (exported: unknown): unknown => {
  if (typeof exported !== 'object' || exported === null) return exported
  const next = ['.', 'browser', 'import', 'module', 'default'].find((name) => name in exported)
  return next === undefined ? undefined : importedBy(Reflect.get(exported, next))
}

const readJson = async (path: string): Promise<Readonly<Record<string, unknown>> | null> => {
  const text = await readText(path)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch (error) {
    // One that is broken says nothing of the project; npm reports it to the person who installs with it.
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** A file's text; null where there is none. */
const readText = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isAbsent(error)) return null
    throw fileFailure('read', path, error)
  }
}

const isThere = async (path: string): Promise<boolean> => {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (isAbsent(error)) return false
    throw fileFailure('open', path, error)
  }
}

const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(systemErrorCode(error) ?? '')

const isInPackages = (path: string): boolean => path.split(sep).includes('node_modules')
