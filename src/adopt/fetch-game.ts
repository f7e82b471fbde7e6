import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { within } from '../bundle/paths.js'
import { describeSystemError, usageFailure } from '../failure.js'
import { MAX_FILE_BYTES, MAX_FILES, MAX_UNPACKED_BYTES } from '../platform/limits.js'
import { decodedPath } from '../platform/text.js'
import type { LeftBehind } from './change.js'
import { folderOf } from './game-paths.js'
import { namesIn } from './mentions.js'
import { isPage } from './pages/page-elements.js'

/** Names of this machine: nothing is fetched from any other. */
const OWN_HOSTS = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

const MAX_REQUESTS = 10 * MAX_FILES
const MAX_AT_ONCE = 8
const MAX_TOTAL = 8 * MAX_UNPACKED_BYTES
const TIMEOUT_MS = 20_000

/**
 * Fetches a page of a server on this machine, and everything that it names: what pages, styles, scripts and data name by
 * whole addresses, and by names below a folder that they name elsewhere.
 * @param named the page's address
 * @param folder an empty folder, which gets the files by their paths on the server
 * @returns the page's path in the folder, and what was not fetched whole
 * @throws {Failure} `usage` where the address is of another machine, or answers with no page
 */
export const fetchGame = async (
  named: string,
  folder: string,
  signal: AbortSignal,
): Promise<{ readonly page: string; readonly leftBehind: readonly LeftBehind[] }> => {
  const start = URL.canParse(named) ? new URL(named) : null
  if (start === null || !OWN_HOSTS.test(start.hostname))
    throw usageFailure(
      `${named} is not on this machine. Only a local server, such as http://localhost:8080, can be read.`,
      'Download the game as a folder or a zip, and name that.',
    )
  return new Crawl(start, folder, signal).run(named)
}

/** What a server answered, with the address that it redirected to. */
interface Answer {
  readonly url: URL
  readonly bytes: Uint8Array
  readonly isHtml: boolean
}

class Crawl {
  readonly #start: URL
  readonly #folder: string
  readonly #signal: AbortSignal
  /** The addresses that were asked for, without query and hash. */
  readonly #asked = new Set<string>()
  readonly #written = new Set<string>()
  readonly #leftBehind: LeftBehind[] = []
  /** Names that lead to nothing as they are, and the texts that may be the folders in front of them. */
  readonly #unfound = new Set<string>()
  readonly #folders = new Set<string>()
  #firstPage: Uint8Array = new Uint8Array()
  #total = 0

  constructor(start: URL, folder: string, signal: AbortSignal) {
    this.#start = start
    this.#folder = folder
    this.#signal = signal
  }

  async run(named: string): Promise<{ readonly page: string; readonly leftBehind: readonly LeftBehind[] }> {
    const first = await this.#get(this.#start, named)
    if (first === null || !first.isHtml)
      throw usageFailure(`${named} does not answer with a page.`, 'Name the page of the game.')
    if (Buffer.from(first.bytes).includes('/@vite/client'))
      throw usageFailure(
        `${named} is a development server, which serves the source of the game.`,
        'Use --from with the folder of the project and --build, or with a server of the built game.',
      )
    const page = pathOf(first.url, true)
    const base = first.url
    this.#firstPage = first.bytes
    let waiting = await this.#keep(first, page, base)
    for (let rounds = 0; waiting.length > 0; rounds++) {
      waiting = await this.#fetchAll(waiting, base)
      // A loader knows the folder of the names that it is given.
      if (waiting.length === 0 && rounds < MAX_ROUNDS)
        waiting = [...this.#folders].flatMap((prefix) =>
          [...this.#unfound].flatMap((name) => resolved(prefix + name, base)),
        )
    }
    return { page, leftBehind: this.#leftBehind }
  }

  async #fetchAll(urls: readonly URL[], base: URL): Promise<readonly URL[]> {
    const next: URL[] = []
    const fresh = urls.filter(({ origin, pathname }) => {
      const key = origin + pathname
      if (origin !== base.origin || this.#asked.has(key) || this.#asked.size >= MAX_REQUESTS) return false
      this.#asked.add(key)
      return true
    })
    const waiting = fresh[Symbol.iterator]()
    const work = async (): Promise<void> => {
      for (const url of waiting) {
        const answer = await this.#get(url, null)
        const path = answer === null ? null : pathOf(answer.url, answer.isHtml)
        if (answer === null || path === null || this.#isFallback(answer)) continue
        next.push(...(await this.#keep(answer, path, base)))
      }
    }
    await Promise.all(Array.from({ length: MAX_AT_ONCE }, work))
    return next
  }

  /** Whether a server shows its first page, or a page that says so, for a file that it does not have. */
  #isFallback({ url, bytes, isHtml }: Answer): boolean {
    return (
      isHtml && (Buffer.from(bytes).equals(this.#firstPage) || /\.(?!html?$)[A-Za-z0-9]+$/.test(url.pathname))
    )
  }

  /** Writes a file. @returns what it names */
  async #keep({ url, bytes }: Answer, path: string, base: URL): Promise<readonly URL[]> {
    const place = within(this.#folder, path)
    if (place === null || place === '' || this.#written.has(path)) return []
    this.#written.add(path)
    this.#total += bytes.length
    if (this.#total > MAX_TOTAL)
      throw usageFailure(
        'The page refers to far more files than a mini app can have.',
        'Name the folder of the game.',
      )
    const to = join(this.#folder, place)
    try {
      await mkdir(dirname(to), { recursive: true })
      await writeFile(to, bytes, { flag: 'wx' })
    } catch (error) {
      this.#leftBehind.push({ path, why: describeSystemError(error) ?? 'it cannot be written' })
      return []
    }
    const names = namesIn(path, bytes)
    for (const name of names)
      if (/^[\w./-]{1,100}\/$/.test(name)) this.#folders.add(name)
      else if (FILE_NAME.test(name) && !name.startsWith('/')) this.#unfound.add(name)
    return names.flatMap((name) =>
      FILE_NAME.test(name) || (isPage(path) && /^[\w./-]{1,200}$/.test(name))
        ? [...resolved(name, url), ...resolved(name, base)]
        : [],
    )
  }

  /** @param named the page that the person named, whose failure is told; null for what it names */
  async #get(from: URL, named: string | null): Promise<Answer | null> {
    let url = from
    for (let hops = 0; hops < MAX_HOPS; hops++) {
      this.#signal.throwIfAborted()
      const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(TIMEOUT_MS)])
      try {
        const response = await fetch(url, { redirect: 'manual', signal })
        const location = response.headers.get('location')
        if (response.status >= 300 && response.status < 400 && location !== null) {
          await response.body?.cancel()
          const [next] = resolved(location, url)
          // A server must not send this to another host.
          if (next === undefined || next.origin !== this.#start.origin) return null
          url = next
          continue
        }
        const bytes = response.ok ? await this.#bodyOf(response, url) : null
        if (!response.ok) await response.body?.cancel()
        const isHtml = /^text\/html\b/i.test(response.headers.get('content-type') ?? '')
        return bytes === null ? null : { url, bytes, isHtml }
      } catch (error) {
        this.#signal.throwIfAborted()
        if (named === null) return null
        throw usageFailure(`${named} does not answer.`, 'Start the server, and name its page.', error)
      }
    }
    return null
  }

  /** @returns null where it is larger than a file of a game is */
  async #bodyOf(response: Response, url: URL): Promise<Uint8Array | null> {
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > 4 * MAX_FILE_BYTES) {
        this.#leftBehind.push({ path: pathOf(url, false), why: 'it is far over the size limit for a file' })
        return null
      }
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }
}

const MAX_HOPS = 5
/** A name is put together with a folder so often, of files that were found so too. */
const MAX_ROUNDS = 3
const FILE_NAME = /^[^\s<>{}"'`|*?#]{1,200}\.[A-Za-z0-9]{1,12}(?:[?#]\S*)?$/

const resolved = (name: string, base: URL): readonly URL[] => {
  if (!URL.canParse(name, base.href)) return []
  const url = new URL(name, base)
  url.hash = ''
  return [url]
}

/** The path of a file by its address; a folder shows its page. */
const pathOf = (url: URL, isHtml: boolean): string => {
  const path = decodedPath(url.pathname).replace(/^\/+/, '')
  if (!isHtml || isPage(path)) return path
  return path === folderOf(path) ? `${path}index.html` : `${path}.html`
}
