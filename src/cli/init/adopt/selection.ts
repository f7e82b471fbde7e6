import { fileName, isHiddenPart } from '../../../check/facts/paths.js'
import { extensionOf, FILE_TYPES } from '../../../platform/file-types.js'
import { SDK_FILE_NAME } from '../../../sdk/sdk-file.js'
import type { LeftBehind } from './change.js'

/** Files of a game, by path. */
export type GameFiles = ReadonlyMap<string, Uint8Array>

/** Files of the tools with which a game was made; a game that names one keeps it. */
const TOOL_FILES =
  /^(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|bower\.json|component\.json|composer\.json|tsconfig\.json|jsconfig\.json|(?:gruntfile|gulpfile)\.m?js|[\w-]+\.config\.m?js)$/i
const GIVEN_UP: ReadonlySet<string> = new Set(['eot', 'swf', 'htc', 'appcache', 'xap'])
const LICENCE = /^(?:licen[cs]e|copying|notice)(?:\.(?:md|markdown|rst))?$/i

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
    else if (LICENCE.test(name)) kept.push(path)
    else if (TOOL_FILES.test(name))
      doubtful.push({ path, why: 'it belongs to the tools, and nothing here names it' })
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
      const name = Buffer.from(fileName(one.path)).toString('latin1')
      // A name without an ending is a word like any other: it counts at the end of a text in quotes.
      const mentions = name.includes('.') ? [name] : ['"', "'", '`'].map((quote) => `/${name}${quote}`)
      if (texts.some((text) => mentions.some((mention) => text.includes(mention)))) kept.push(one.path)
      else leftBehind.push(one)
    }
  }
  return { kept: kept.sort(), leftBehind: leftBehind.sort((a, b) => (a.path < b.path ? -1 : 1)) }
}
