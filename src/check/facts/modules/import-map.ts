/** Where an import leads, on a page with an import map or without one. */
export type Resolved =
  /** A path of the bundle; `mapped` where it is the map that says so. */
  | { readonly to: 'path'; readonly path: string; readonly mapped: boolean }
  /** Out of the bundle, or into a URL's own content: other rules report that. */
  | { readonly to: 'elsewhere'; readonly url: string }
  /** A name that no map has. */
  | { readonly to: 'nothing' }
  /** A name that a map has with an address that browsers do not take. */
  | { readonly to: 'blocked' }

type Imports = ReadonlyMap<string, string | null>

/** The import maps of a page (HTML, 8.1.6.2): what a name in an `import` stands for. */
export class ImportMap {
  /** Whether it says nothing: then an import leads to the same on every page. */
  readonly isEmpty: boolean
  readonly #imports = new Map<string, string | null>()
  readonly #scopes = new Map<string, Map<string, string | null>>()

  /**
   * @param page the path of the page
   * @param texts its inline import maps, in order; of two that have a name the first one counts
   */
  constructor(page: string, texts: readonly string[]) {
    const base = BASE + page
    for (const text of texts) {
      const map = parsed(text)
      const imports = map?.['imports']
      const scopes = map?.['scopes']
      // A browser takes nothing of a map in which one of these is something else.
      if (map === null || !isMapOrNone(imports) || !isMapOrNone(scopes)) continue
      if (scopes !== undefined && !Object.values(scopes).every(isMapOrNone)) continue
      addAll(this.#imports, imports ?? {}, base)
      for (const [prefix, inner] of Object.entries(scopes ?? {})) {
        const url = URL.canParse(prefix, base) ? new URL(prefix, base).href : null
        if (url === null || !isMapOrNone(inner)) continue
        const scope = this.#scopes.get(url) ?? new Map<string, string | null>()
        this.#scopes.set(url, scope)
        addAll(scope, inner ?? {}, base)
      }
    }
    this.isEmpty = this.#imports.size === 0 && this.#scopes.size === 0
  }

  /**
   * @param specifier as it is written in the import
   * @param from the path of the file that imports, or of the page
   */
  resolve(specifier: string, from: string): Resolved {
    const base = BASE + from
    const url = urlOf(specifier, base)
    if (url !== null && /^[/\\]/.test(specifier)) return { to: 'elsewhere', url: rootUrl(specifier) }
    const normalized = url ?? specifier
    // The longest scope counts first.
    for (const prefix of this.#scopes.size === 0 ? [] : [base, ...folders(base)]) {
      const imports = this.#scopes.get(prefix)
      const match = imports === undefined ? undefined : matchIn(imports, normalized)
      if (match !== undefined) return resolved(match, true)
    }
    const match = matchIn(this.#imports, normalized)
    if (match !== undefined) return resolved(match, true)
    return url === null ? { to: 'nothing' } : resolved(url, false)
  }
}

const BASE = 'bundle://root/'

const parsed = (text: string): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(text)
    return isMap(value) ? value : null
  } catch {
    return null
  }
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isMapOrNone = (value: unknown): value is Readonly<Record<string, unknown>> | undefined =>
  value === undefined || isMap(value)

const addAll = (
  map: Map<string, string | null>,
  imports: Readonly<Record<string, unknown>>,
  base: string,
): void => {
  for (const [name, address] of Object.entries(imports)) {
    const key = name === '' ? null : (urlOf(name, base) ?? name)
    if (key === null || map.has(key)) continue
    const isRoot = typeof address === 'string' && /^[/\\]/.test(address)
    const url = typeof address !== 'string' ? null : isRoot ? rootUrl(address) : urlOf(address, base)
    map.set(key, url !== null && key.endsWith('/') && !url.endsWith('/') ? null : url)
  }
}

const rootUrl = (path: string): string => `root:${path}`

/** An address of an import map as `resolve` gives it for what the bundle does not have; null where it is a name. */
export const urlElsewhere = (address: string): string | null =>
  /^[/\\]/.test(address) ? rootUrl(address) : URL.canParse(address) ? new URL(address).href : null

/** What a specifier is as a URL; null where it is a name. */
const urlOf = (specifier: string, base: string): string | null => {
  if (/^(?:\.{0,2}\/|\.{0,2}\\)/.test(specifier)) {
    const read = specifier.replaceAll('\\', '/')
    return URL.canParse(read, base) ? new URL(read, base).href : null
  }
  return URL.canParse(specifier) ? new URL(specifier).href : null
}

/** What a map says of a specifier; undefined where it says nothing, null where it is blocked. */
const matchIn = (imports: Imports, normalized: string): string | null | undefined => {
  const exact = imports.get(normalized)
  if (exact !== undefined) return exact
  // The longest prefix counts.
  const key = imports.size === 0 ? undefined : folders(normalized).find((prefix) => imports.has(prefix))
  if (key === undefined) return undefined
  const address = imports.get(key) ?? null
  if (address === null) return null
  const rest = normalized.slice(key.length)
  if (!URL.canParse(rest, address)) return null
  const { href } = new URL(rest, address)
  return href.startsWith(address) ? href : null
}

/** What browsers load modules from, or other rules report; `root:` is the root of a host, in a map. */
const LOADED_SCHEME = /^(?:https?|data|blob|root):/

/** The beginnings of a URL or a name that end in a slash, the longest first. */
const folders = (text: string): readonly string[] => {
  const found: string[] = []
  for (
    let at = text.lastIndexOf('/');
    at > 0 && found.length < MAX_FOLDERS;
    at = text.lastIndexOf('/', at - 1)
  )
    found.push(text.slice(0, at + 1))
  return found
}

/** More than the path of a file can have. */
const MAX_FOLDERS = 100

const resolved = (url: string | null, mapped: boolean): Resolved => {
  if (url === null) return { to: 'blocked' }
  if (!url.startsWith(BASE)) return LOADED_SCHEME.test(url) ? { to: 'elsewhere', url } : { to: 'nothing' }
  const { pathname } = new URL(url)
  try {
    return { to: 'path', path: decodeURIComponent(pathname.slice(1)), mapped }
  } catch {
    // A stray % names no file.
    return { to: 'elsewhere', url }
  }
}
