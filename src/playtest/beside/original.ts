import { readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { type Bundle, BundleReadError } from '../../bundle/bundle.js'
import { openBundle } from '../../bundle/open.js'
import { within } from '../../bundle/paths.js'
import { leadsOut } from '../../check/facts/text/url.js'
import { cannot, Failure, systemErrorCode } from '../../failure.js'
import type { LogEntry } from '../../host/log/call-log.js'

/** What a server answers to the request of one file. */
interface PlainFile {
  readonly bytes: Uint8Array
  /** A media type, or a file's name, whose extension has one. */
  readonly type: string
}

/** A game as it was before it became a mini app: files below `/`, with one that is opened. */
export interface Original {
  /** As people write it. */
  readonly name: string
  /** The address that is opened, from `/` on. */
  readonly entry: string
  /**
   * Reads a file.
   * @param target the request's target: an encoded path and perhaps a query
   * @returns null where there is none, and a target where it leads to another
   */
  readonly read: (target: string) => Promise<PlainFile | { readonly location: string } | null>
  /** Whether these are the app's own files. */
  readonly isOwn?: true
  /** Ends the reading; absent where nothing is held open. */
  readonly close?: () => Promise<void>
}

/**
 * The original that a person names.
 * @param named a folder, a page in it, or an http(s) URL
 * @throws {Failure} `usage` if there is none
 */
export const namedOriginal = async (named: string, cwd: string): Promise<Original> =>
  /^https?:\/\//i.test(named) ? site(named) : namedFolder(named, cwd)

const namedFolder = async (named: string, cwd: string): Promise<Original> => {
  const path = resolve(cwd, named)
  const isFolder = (await stat(path).catch(cannot('read', named))).isDirectory()
  const folder = isFolder ? path : dirname(path)
  const page = isFolder ? 'index.html' : basename(path)
  if (!/\.html?$/i.test(page) || (isFolder && !(await isFile(join(folder, page)))))
    throw new Failure(
      'usage',
      isFolder ? `${named} has no index.html.` : `${named} is not a page.`,
      'Name the folder of the original, or the page in it that is opened: --against ../game/play.html',
    )
  return folderOriginal(folder, page, named)
}

const isFile = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )

/**
 * A folder as a static server shows it: at `/`, or in the folder of the site that its page says it is in.
 * @param folder an absolute path
 * @param page the page that is opened, with `/` between parts
 * @param at the folder of the site, where it is known
 */
export const folderOriginal = async (
  folder: string,
  page: string,
  name: string,
  at?: string,
): Promise<Original> => {
  const root = await realpath(folder)
  const site = at ?? (await siteFolder(root, page))
  return {
    name,
    entry: `${site}/${page === 'index.html' ? '' : encodeURI(page)}`,
    read: async (target) => {
      const { pathname } = new URL(target, 'http://localhost')
      const place = decoded(pathname)
      if (place === null || !place.startsWith(`${site}/`)) return null
      try {
        const path = await realpath(join(root, ...place.slice(site.length).split('/')))
        // A link may lead out of the folder.
        if (within(root, path) === null) return null
        if (!(await stat(path)).isDirectory()) return { bytes: await readFile(path), type: basename(path) }
        if (!pathname.endsWith('/')) return { location: `${pathname}/` }
        return { bytes: await readFile(join(path, 'index.html')), type: 'index.html' }
      } catch (error) {
        if (MISSING.includes(systemErrorCode(error) ?? '')) return null
        throw error
      }
    },
  }
}

/**
 * An original that gets what it names on other hosts and outside its folder from copies on this machine, so that it plays
 * without the internet.
 * @param folder where the copies are, as an absolute path
 * @param copies their paths in it, by the addresses that stand in the original's texts, or their paths from its folder
 */
export const withCopies = async (
  original: Original,
  folder: string,
  copies: ReadonlyMap<string, string>,
): Promise<Original> => {
  if (copies.size === 0) return original
  const own = await folderOriginal(folder, 'index.html', original.name, COPIES)
  // One address may be the start of another.
  const addresses = [...copies].filter(([from]) => leadsOut(from)).sort(([a], [b]) => b.length - a.length)
  // Browsers take no step above the root of a site.
  const outside = new Map<string, string>(
    [...copies].map(([from, path]) => [`/${from.replace(/^(?:\.\.\/)+/, '')}`, path] as const),
  )
  return {
    ...original,
    read: async (target) => {
      if (target.startsWith(`${COPIES}/`)) return own.read(target)
      const path = outside.get(decoded(new URL(target, 'http://localhost').pathname) ?? '')
      const file =
        (await original.read(target)) ??
        (path === undefined ? null : await own.read(`${COPIES}/${encodeURI(path)}`))
      if (file === null || 'location' in file || !HAS_ADDRESSES.test(file.type)) return file
      // One character per byte, in any encoding.
      const before = Buffer.from(file.bytes).toString('latin1')
      const text = addresses.reduce(
        (all, [address, path]) => all.replaceAll(address, `${COPIES}/${path}`),
        before,
      )
      if (text === before) return file
      // A copy from npm may have other bytes than one of another network.
      return { ...file, bytes: Buffer.from(text.replace(INTEGRITY, ''), 'latin1') }
    },
  }
}

/** Where an original finds the copies; no game has a folder of this name. */
const COPIES = '/__miniapp_playtest_copies__'
const HAS_ADDRESSES = /(?:html?|css|m?js|javascript)\b/i
const INTEGRITY = /\sintegrity\s*=\s*(?:"[^"]*"|'[^']*')/gi

/**
 * The folder of its site that a page says it is in, as the sites of projects are: `/game`, where the page loads
 * `/game/main.js`, and the folder has no `game` but a `main.js`, or where it is the page's base. Empty at the top.
 * @param root the absolute path of the game's folder
 * @param page a page's path in it
 */
export const siteFolder = async (root: string, page: string): Promise<string> => {
  const text = await readFile(join(root, ...page.split('/')), 'utf8')
  for (const [, element = '', address = ''] of text.matchAll(FROM_ROOT)) {
    const parts = address.split('/')
    if (await isThere(join(root, parts[0] ?? ''))) continue
    const isBase = element.toLowerCase() === 'base'
    for (const [index] of parts.slice(1).entries()) {
      const rest = parts.slice(index + 1)
      if (isBase ? rest.join('') === '' : await isFile(join(root, ...rest)))
        return `/${parts.slice(0, index + 1).join('/')}`
    }
  }
  return ''
}

const FROM_ROOT =
  /<(base|script|link|img)\b[^>]*?\s(?:src|href)\s*=\s*["']?\/((?:[\w-][\w.-]*\/)+[\w.-]*)(?=["'?#\s>])/gi

const isThere = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

const MISSING = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'EACCES']

const decoded = (path: string): string | null => {
  try {
    const text = decodeURIComponent(path)
    return /[\0\\]/.test(text) ? null : text
  } catch {
    return null
  }
}

const ANSWERS_WITHIN_MS = 10_000

/** A site, through a server of our own: it may forbid frames, and its log is not ours. */
const site = (named: string): Original => {
  const { origin, pathname, search } = new URL(named)
  return {
    name: named,
    entry: `${pathname}${search}`,
    read: async (target) => {
      const response = await fetch(new URL(target, origin), {
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      }).catch((error: unknown) => {
        // A picture or a script that does not come is missing, as on any bad line.
        if (target !== `${pathname}${search}`) return null
        throw new Failure(
          'network',
          `${origin} does not answer.`,
          'Check the URL and your connection.',
          error,
        )
      })
      if (response === null) return null
      const location = response.headers.get('location')
      if (location !== null) {
        const {
          origin: other,
          pathname: path,
          search: query,
          href,
        } = new URL(location, new URL(target, origin))
        return { location: other === origin ? `${path}${query}` : href }
      }
      if (!response.ok) return null
      return {
        bytes: new Uint8Array(await response.arrayBuffer()),
        type: response.headers.get('content-type') ?? basename(new URL(target, origin).pathname),
      }
    },
  }
}

/**
 * The app's own files, on a plain server at `/`: what plays there and not in the frame is because of the frame.
 * @param entry the path of the entry page in the bundle
 */
export const plainBundle = (path: string, cwd: string, entry: string): Original => {
  let opened: Promise<Bundle> | null = null
  return {
    name: 'a plain server',
    isOwn: true,
    entry: entry === 'index.html' ? '/' : `/${encodeURI(entry)}`,
    read: async (target) => {
      opened ??= openBundle(path, cwd)
      const bundle = await opened
      const place = decoded(new URL(target, 'http://localhost').pathname)?.slice(1)
      const file = bundle.files.find((one) => one.path === (place === '' ? entry : place))
      if (file === undefined) return null
      try {
        return { bytes: await bundle.read(file.path), type: file.path.slice(file.path.lastIndexOf('/') + 1) }
      } catch (error) {
        if (error instanceof BundleReadError) return null
        throw error
      }
    },
    close: async () => {
      await (await opened)?.close()
    },
  }
}

/** Whether an app needs no host to draw: it has only said that it is ready. */
export const needsNoHost = (log: readonly LogEntry[]): boolean =>
  log.every((entry) => (entry.kind !== 'call' && entry.kind !== 'dropped') || entry.method === 'ready')
