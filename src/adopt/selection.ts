import { fileName, isHiddenPart } from '../check/facts/paths.js'
import { extensionOf, FILE_TYPES } from '../platform/file-types.js'
import { SDK_FILE_NAME } from '../sdk/sdk-file.js'
import type { LeftBehind } from './change.js'
import { isLicence } from './new-names.js'

/** Files of a game, by path. */
export type GameFiles = ReadonlyMap<string, Uint8Array>

/** Files of the tools with which a game was made; a game that names one keeps it. */
const TOOL_FILES =
  /^(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|bower\.json|component\.json|composer\.json|tsconfig\.json|jsconfig\.json|(?:gruntfile|gulpfile)\.m?js|[\w-]+\.config\.m?js)$/i
const GIVEN_UP: ReadonlySet<string> = new Set(['eot', 'swf', 'htc', 'appcache', 'xap'])

/** Whether a text names a file that may be needed by nothing. */
const isMentioned = (path: string, texts: readonly string[]): boolean => {
  const name = Buffer.from(fileName(path)).toString('latin1')
  const quoted = (before: string): readonly string[] => ['"', "'", '`'].map((quote) => before + name + quote)
  // A name without an ending is a word like any other, and that of a script may be the game's: in quotes they count.
  const mentions = !name.includes('.')
    ? quoted('/')
    : extensionOf(path) === null
      ? [name]
      : [...quoted('/'), ...['"', "'", '`'].map((quote) => quote + name + quote)]
  return texts.some((text) => mentions.some((mention) => text.includes(mention)))
}

/** Whether a script is for Node.js: started by the system, or in need of what no page has. */
const runsInNode = (path: string, bytes: Uint8Array | undefined): boolean => {
  if (bytes === undefined || !['js', 'mjs'].includes(extensionOf(path) ?? '')) return false
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, LOOKED_AT)).toString(
    'latin1',
  )
  return start.startsWith('#!') || NODE_MODULES.test(start)
}

const LOOKED_AT = 4_096
const NODE_MODULES =
  /\b(?:require\s*\(|from|import)\s*['"](?:node:[\w/]+|fs|path|http|https|os|child_process|express|commander|gulp|webpack|rollup|vite)['"]/

/**
 * The files without the pages that nothing names: examples that lie beside each other, a documentation. What they alone
 * would need stays, for scripts put names together.
 * @param entry the page that is opened
 */
export const withoutOtherPages = (
  files: GameFiles,
  kept: readonly string[],
  entry: string,
): { readonly kept: readonly string[]; readonly leftBehind: readonly LeftBehind[] } => {
  const isPage = (path: string): boolean => ['html', 'htm'].includes(extensionOf(path) ?? '')
  const textOfFile = (path: string): string =>
    Buffer.from(files.get(path) ?? new Uint8Array())
      .toString('latin1')
      .toLowerCase()
  const texts = kept
    .filter((path) => ['js', 'mjs', 'json', 'svg'].includes(extensionOf(path) ?? ''))
    .map(textOfFile)
  texts.push(textOfFile(entry))
  const waiting = new Set(kept.filter((path) => isPage(path) && path !== entry))
  for (let found = true; found; ) {
    found = false
    for (const path of waiting) {
      if (!texts.some((text) => mentionsPage(text, path))) continue
      waiting.delete(path)
      texts.push(textOfFile(path))
      found = true
    }
  }
  return {
    kept: kept.filter((path) => !waiting.has(path)),
    leftBehind: [...waiting].map((path) => ({ path, why: 'no page or script that is taken along names it' })),
  }
}

/** By its name, as it stands in a link, escaped or not; an `index.html` also by its folder's. */
const mentionsPage = (text: string, path: string): boolean => {
  const parts = path.toLowerCase().split('/')
  const name = parts.at(-1) ?? ''
  const folder = parts.at(-2)
  const written = [name, encodeURIComponent(name).toLowerCase(), Buffer.from(name).toString('latin1')]
  if (/^index\.html?$/.test(name) && folder !== undefined) return text.includes(`${folder}/`)
  return written.some((one) => text.includes(one))
}

/**
 * Which files of a folder are the game's. What the platform refuses stays behind, but for what a page or a script
 * names: `check` tells of that, for it is missed when it is gone.
 */
export const selectFiles = (
  files: GameFiles,
): { readonly kept: readonly string[]; readonly leftBehind: readonly LeftBehind[] } => {
  const leftBehind: LeftBehind[] = []
  const kept: string[] = []
  const doubtful: { readonly path: string; readonly why: string }[] = []
  for (const path of files.keys()) {
    const name = fileName(path)
    const hidden = path.split('/').find(isHiddenPart)
    const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
    if (hidden !== undefined) leftBehind.push({ path, why: 'hidden files are refused' })
    else if (path === 'manifest.json')
      leftBehind.push({ path, why: "the mini app's own manifest takes its place" })
    else if (path === SDK_FILE_NAME) leftBehind.push({ path, why: "this version's own takes its place" })
    else if (GIVEN_UP.has(ending))
      leftBehind.push({ path, why: `no browser reads .${ending} files any more` })
    else if (isLicence(path)) kept.push(path)
    else if (TOOL_FILES.test(name))
      doubtful.push({ path, why: 'it belongs to the tools, and nothing here names it' })
    else if (runsInNode(path, files.get(path)))
      doubtful.push({ path, why: 'it runs in Node.js, not in a page, and nothing here names it' })
    else if (extensionOf(path) === null)
      doubtful.push({ path, why: 'the platform serves no such files, and nothing here names it' })
    else kept.push(path)
  }
  if (doubtful.length > 0) {
    const texts = kept.flatMap((path) => {
      const bytes = files.get(path)
      const extension = extensionOf(path)
      return bytes !== undefined && extension !== null && FILE_TYPES[extension].text && extension !== 'map'
        ? [Buffer.from(bytes).toString('latin1')]
        : []
    })
    for (const one of doubtful) {
      if (isMentioned(one.path, texts)) kept.push(one.path)
      else leftBehind.push(one)
    }
  }
  return { kept: kept.sort(), leftBehind: leftBehind.sort((a, b) => (a.path < b.path ? -1 : 1)) }
}
