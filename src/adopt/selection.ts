import { fileName, isHiddenPart } from '../check/facts/bundle/paths.js'
import { extensionOf, FILE_TYPES } from '../platform/file-types.js'
import { decodedPath } from '../platform/text.js'
import { SDK_FILE_NAME } from '../sdk/sdk-file.js'
import { partsIn, SHIM_FILE_NAME } from '../shim/part-names.js'
import type { LeftBehind } from './change.js'
import { isNamed, namesIn } from './mentions.js'
import { isLicence } from './new-names.js'
import { elementsOfPage, isPage, relOf } from './pages/page-elements.js'
import { runsInNode } from './scripts/node-scripts.js'
import { textOf } from './text-of.js'

/** Files of a game, by path. */
export type GameFiles = ReadonlyMap<string, Uint8Array>

/** A file of the new project. */
export interface AdoptedFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** Files of the tools with which a game was made; a game that names one keeps it. */
const TOOL_FILES =
  /^(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|bower\.json|component\.json|composer\.json|tsconfig\.json|jsconfig\.json|(?:gruntfile|gulpfile)\.m?js|[\w-]+\.config\.m?js)$/i
const GIVEN_UP: ReadonlySet<string> = new Set(['eot', 'swf', 'htc', 'appcache', 'xap'])

const SOURCE_MAP = /\.(?:[cm]?js|css|wasm)\.map$/i
const ON_SERVER = /\.(?:php\d?|phtml|aspx?|jsp|cgi)$/i

/** What is taken along of a game. */
export interface Selection {
  /** Sorted. */
  readonly kept: readonly string[]
  readonly leftBehind: readonly LeftBehind[]
}

/** The paths of a folder's files that may be the game's: those that are not hidden. */
export const visibleFiles = (files: GameFiles): readonly string[] =>
  [...files.keys()].filter((path) => !path.split('/').some(isHiddenPart))

/** What is known of a game's files beside what is in them. */
export interface SelectionOptions {
  /** Whether the engine of the game loads a file, by a name that it composes. */
  readonly wanted?: (path: string) => boolean
  /** The files that stay behind in any case, each with the reason. */
  readonly leaves?: ReadonlyMap<string, string>
  /** Whether the person wants a file, though it would stay behind. */
  readonly keeps?: (path: string) => boolean
  /** The files that are larger than one of a bundle can be, which are empty here. */
  readonly tooLarge?: ReadonlyMap<string, number>
}

const TOO_LARGE = 'it is over the size limit for a file, and nothing in the game refers to it'

/**
 * Which files of a folder are the game's. A page that nothing names stays behind: examples beside each other, a
 * documentation; what only they would need does not, for scripts put names together. What the platform refuses, and what
 * is for tools, stays behind too, but for what a page, a script or data name: it is missed when it is gone.
 * @param entry the page that is opened
 */
export const selectFiles = (
  files: GameFiles,
  entry: string,
  {
    wanted = () => false,
    leaves = new Map(),
    keeps = () => false,
    tooLarge = new Map(),
  }: SelectionOptions = {},
): Selection => {
  const leftBehind: LeftBehind[] = []
  const doubtful: LeftBehind[] = []
  const kept: string[] = []
  for (const [path, bytes] of files) {
    const isKept = keeps(path)
    const refused =
      refusal(path, bytes, files.get(entry) ?? NOTHING) ??
      (isKept
        ? null
        : (uselessness(path) ??
          (tooLarge.has(path) ? null : noMedia(path, bytes)) ??
          leaves.get(path) ??
          null))
    const doubt =
      refused === null && path !== entry && !wanted(path) && !isKept
        ? tooLarge.has(path)
          ? TOO_LARGE
          : doubtOf(path, bytes)
        : null
    if (refused !== null) leftBehind.push({ path, why: refused })
    else if (doubt !== null) doubtful.push({ path, why: doubt })
    else kept.push(path)
  }
  const others = new Set(kept.filter((path) => isPage(path) && path !== entry && !keeps(path)))
  const names = kept
    .filter((path) => !others.has(path))
    .flatMap((path) => namesIn(path, files.get(path) ?? NOTHING))
  for (let found = true; found; ) {
    found = false
    for (const path of [...others]) {
      if (!names.some((name) => leadsToPage(name, path))) continue
      others.delete(path)
      for (const name of namesIn(path, files.get(path) ?? NOTHING)) names.push(name)
      found = true
    }
  }
  for (const path of others) leftBehind.push({ path, why: 'no page or script that is copied refers to it' })
  const mine = kept.filter((path) => !others.has(path))
  // A file that comes along may name others: a map its tiles, a scene the next one.
  let unnamed: readonly LeftBehind[] = doubtful
  for (let found = true; found; ) {
    const named = unnamed.filter(({ path }) => isNamed(path, names))
    found = named.length > 0
    unnamed = unnamed.filter((one) => !named.includes(one))
    for (const { path } of named) {
      mine.push(path)
      if (extensionOf(path) === null) names.push(...namesIn(path, files.get(path) ?? NOTHING))
    }
  }
  leftBehind.push(...unnamed)
  return { kept: mine.sort(), leftBehind: leftBehind.sort((a, b) => (a.path < b.path ? -1 : 1)) }
}

const NOTHING = new Uint8Array()

/** Why a file never comes along, even if a person wants it; null where it may. */
const refusal = (path: string, bytes: Uint8Array, entry: Uint8Array): string | null => {
  const name = fileName(path)
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (path.split('/').some(isHiddenPart)) return 'hidden files are refused'
  if (path === 'manifest.json' && isWebManifest(bytes, entry)) return REPLACED
  if (path === SDK_FILE_NAME) return 'the SDK file of this version replaces it'
  if (isShim(path, bytes)) return 'the browser shim of this version replaces it'
  return GIVEN_UP.has(ending) ? `no browser reads .${ending} files any more` : null
}

const REPLACED = "the mini app's own manifest replaces it"

/** Whether `manifest.json` is for browsers, or that of an extension: an engine's list of its scripts may have the same name. */
const isWebManifest = (manifest: Uint8Array, page: Uint8Array): boolean =>
  /"(?:start_url|short_name|display|icons|manifest_version)"\s*:/.test(textOf(manifest).text) ||
  elementsOfPage(textOf(page).text).some((one) => one.tagName === 'link' && relOf(one).includes('manifest'))

/** Why a file stays behind, even where something names it; null where it may come along. */
const uselessness = (path: string): string | null => {
  const name = fileName(path)
  if (/.\.licen[cs]es?(?:\.txt)?$/i.test(name))
    return 'it is a list of licenses that a build wrote, and nothing loads it'
  if (SOURCE_MAP.test(name)) return 'it is a source map, which only tools for developers load'
  return ON_SERVER.test(name) ? 'it runs on a server, which a mini app does not have' : null
}

/**
 * Why a picture, sound, video or font is none, so that it shows and plays nothing in the game either: a copy of a website has
 * the server's error page in place of each file that was missing there.
 */
const noMedia = (path: string, bytes: Uint8Array): string | null => {
  const extension = extensionOf(path)
  if (extension === null || FILE_TYPES[extension].text) return null
  if (!/^(?:image|audio|video|font)\//.test(FILE_TYPES[extension].contentType)) return null
  if (bytes.length === 0) return 'it is empty'
  if (isLfsPointer(bytes)) return 'it is a Git LFS pointer, not the file itself'
  const start = bytes.subarray(0, START_OF_PAGE)
  if (/^\s*<(?:!doctype html|html)\b/i.test(textOf(start).text))
    return "it is an HTML page under another extension, such as a server's error page"
  const words = Buffer.from(start).toString('latin1')
  return /^[\t\n\r -~]+$/.test(words) && SAYS_NOTHING_IS_THERE.test(words)
    ? "it is text under another extension, such as a server's error message"
    : null
}

const START_OF_PAGE = 200
const SAYS_NOTHING_IS_THERE = /\b(?:not found|no content|no such|error|forbidden|denied)\b/i

/** Whether a file only says where Git LFS keeps its content, which nobody has fetched here. */
export const isLfsPointer = (bytes: Uint8Array): boolean =>
  bytes.length < MAX_POINTER_BYTES && Buffer.from(bytes).toString('latin1').startsWith(LFS_POINTER)

const LFS_POINTER = 'version https://git-lfs.github.com/spec/'
/** As the specification of Git LFS says. */
const MAX_POINTER_BYTES = 1_024

/** Why a file comes along only where something names it; null where it is the game's. */
const doubtOf = (path: string, bytes: Uint8Array): string | null => {
  if (isLicence(path)) return null
  if (path === 'manifest.json') return REPLACED
  if (TOOL_FILES.test(fileName(path))) return 'it is for tools, and nothing in the game refers to it'
  const extension = extensionOf(path)
  if (extension === null)
    return 'the platform does not serve such files, and nothing in the game refers to it'
  if ((extension === 'js' || extension === 'mjs') && runsInNode(textOf(bytes).text))
    return 'it runs in Node.js, not in a page, and nothing in the game refers to it'
  return null
}

/** Whether an address leads to a page: by its name, and to an `index.html` by its folder's. */
const leadsToPage = (address: string, path: string): boolean => {
  const plain = decodedPath(address.replace(/[?#].*$/, '')).toLowerCase()
  const wanted = path.toLowerCase()
  const name = fileName(wanted)
  const stem = name.replace(/\.html?$/, '')
  const folder = wanted.split('/').at(-2)
  const isEnd = (text: string): boolean => plain === text || plain.endsWith(`/${text}`)
  // Only an address names a page: a word such as `default` does not.
  if (stem !== 'index') return isEnd(name) || plain.endsWith(`/${stem}`)
  if (folder === undefined) return isEnd(name)
  return [`${folder}/${name}`, `${folder}/`, folder].some(isEnd)
}

/** Whether a file is a copy of the shim, whichever version wrote it. @param path from the top of the project */
const isShim = (path: string, bytes: Uint8Array | undefined): boolean =>
  path === SHIM_FILE_NAME && bytes !== undefined && partsIn(Buffer.from(bytes).toString('utf8')) !== null
