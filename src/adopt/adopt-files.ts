import { isHandler } from '../check/facts/html/element.js'
import { EXPECTED_BYTES, HEAD_BYTES, matchesExtension } from '../check/facts/leading-bytes.js'
import { type Extension, extensionOf, isTextFile } from '../platform/file-types.js'
import { SDK_FILE_NAME } from '../sdk/sdk-file.js'
import { SHIM_FILE_NAME } from '../shim/part-names.js'
import { Addresses, type Missing } from './addresses.js'
import type { Change } from './change.js'
import { applyEdits, type Doubt, type Edit } from './edits.js'
import type { Recognized } from './engines/engine.js'
import { isOutside, relativePath } from './game-paths.js'
import { type GivenName, type NewName, newNames } from './new-names.js'
import { cssEdits } from './pages/css-edits.js'
import { scriptedFonts } from './pages/google-fonts.js'
import { importedNames } from './pages/import-map-edits.js'
import { pageEdits } from './pages/page-edits.js'
import { baseOf, contentOf, elementsOfPage, isPage, loadsFile } from './pages/page-elements.js'
import { jsonEdits, labelsIn } from './project/json-edits.js'
import { isJsonText, kindOfFile } from './scripts/parse-program.js'
import { scriptEdits } from './scripts/script-edits.js'
import type { AdoptedFile, GameFiles } from './selection.js'
import { routesByPath } from './shim/needed-parts.js'
import type { SpareScripts } from './spare-scripts.js'
import { encodingOfPage, markOf, textOf } from './text-of.js'
import { snippetOf } from './trackers.js'
import { endingFor, servedAs } from './unserved.js'

/** A game's files as the new project has them. */
export interface AdoptedFiles {
  /** Sorted by path. */
  readonly files: readonly AdoptedFile[]
  /** The entry page's path in the new project. */
  readonly entry: string
  readonly changes: readonly Change[]
  /** What pages and CSS name, and nobody has. */
  readonly missing: readonly Missing[]
  /** What scripts say that may be an address, and stays. */
  readonly doubts: readonly Doubt[]
}

/**
 * Turns a game's files into those of a mini app: fixes what can be fixed by rule, and reports every change. Pure: the
 * files that come in are not touched. What is read as text is written again only where something changed.
 * @param files all files of the game
 * @param kept the paths of those that are taken along
 * @param entry the entry page's path, one of them
 * @param brought the files among them that come from outside, by the path or the address that was missing
 * @param given the new names that the engine of the game asks for
 * @param leaves the files that stay behind, each with the reason: the elements that load them go
 * @param keeps the addresses of the elements that stay in any case
 * @param engine what the game was made with
 * @param spare the scripts of other hosts that it starts without
 */
export const adoptFiles = (
  files: GameFiles,
  kept: readonly string[],
  entry: string,
  brought: ReadonlyMap<string, string> = new Map(),
  given: ReadonlyMap<string, GivenName> = new Map(),
  leaves: ReadonlyMap<string, string> = new Map(),
  keeps: ReadonlySet<string> = new Set(),
  engine: Pick<Recognized, 'edits' | 'setting' | 'keepsNames'> | null = null,
  spare: SpareScripts = new Map(),
): AdoptedFiles => {
  const assumed = encodingOfPage(files.get(entry) ?? new Uint8Array())
  const texts = new Map(
    kept.flatMap((path) => {
      const bytes = files.get(path)
      return bytes !== undefined && isTextFile(path) ? [[path, textOf(bytes, assumed)] as const] : []
    }),
  )
  const isData = (path: string): boolean => isJsonFile(path, texts.get(path)?.text ?? '')
  const all = [...texts.values()].map(({ text }) => text)
  const unserved = servedAs(files, kept)
  const endings = new Map([...unserved, ...rightEndings(files, kept)])
  const names = newNames(kept, [SDK_FILE_NAME, SHIM_FILE_NAME, 'manifest.json'], endings, given)
  const labels = new Set([...texts].flatMap(([path, { text }]) => (isData(path) ? labelsIn(text) : [])))
  const imported = new Map(
    [...texts].flatMap(([path, { text }]) =>
      isPage(path) && text.includes('importmap') ? importedNames(text) : [],
    ),
  )
  const addressesBy = (renamed: ReadonlyMap<string, NewName>): Addresses =>
    new Addresses([...kept, SDK_FILE_NAME, SHIM_FILE_NAME], renamed, entry, brought, labels, imported)
  const addresses = addressesBy(names)
  // What the shim finds by its old name keeps it where the shim sees it.
  const isMapped = (path: string): boolean =>
    engine?.keepsNames === true ||
    (given.get(path)?.mapped ?? (unserved.has(path) || ['bin', 'txt'].includes(endings.get(path) ?? '')))
  const unmapped = new Map([...names].filter(([path]) => !isMapped(path)))
  const inScripts = unmapped.size === names.size ? addresses : addressesBy(unmapped)
  const plainTexts = new Map([...texts].map(([path, { text }]) => [path, text]))
  const isUsed = usedNames(plainTexts)
  const entryText = texts.get(entry)?.text ?? ''
  const draws = all.some((text) => /\b(?:drawImage|texImage2D|texSubImage2D|createPattern)\b/.test(text))
  const readsSheets = all.some((text) => /\b(?:styleSheets|cssRules)\b/.test(text))
  const entryElements = elementsOfPage(entryText)
  const page = addresses.standing(entry, baseOf(entry, entryElements))
  const sdk = entryElements.some((element) => loadsFile(element, SDK_FILE_NAME))
    ? null
    : {
        source: relativePath(addresses.newPath(entry), SDK_FILE_NAME),
        ready: !all.some((text) => /\bService\s*\.\s*ready\b/.test(text)),
        setting: engine?.setting ?? null,
      }

  const everyPage = {
    addresses,
    inScripts,
    leaves,
    keeps,
    isUsed,
    spare,
    readsSheets,
    scriptedFonts: scriptedFonts(all),
    routes: all.some(routesByPath),
    engineEdits: engine?.edits ?? (() => []),
  }
  const changes: Change[] = []
  const doubts: Doubt[] = []
  const adopted = kept.map((path): AdoptedFile => {
    const bytes = files.get(path) ?? new Uint8Array()
    const name = names.get(path)
    const newPath = name?.path ?? path
    if (name !== undefined)
      changes.push({
        kind: isOutside(path) ? 'brought' : (given.get(path)?.kind ?? 'renamed'),
        file: newPath,
        line: null,
        from: path,
        to: newPath,
        why: name.why,
      })
    const read = texts.get(path)
    if (read === undefined) return { path: newPath, bytes }
    const { text, encoding } = read
    if (encoding !== null)
      changes.push({
        kind: 'encoding',
        file: newPath,
        line: null,
        from: encoding,
        to: 'utf-8',
        why: 'the platform serves all texts as UTF-8',
      })
    const own = { file: path, base: path }
    const edits = ((): readonly Edit[] => {
      if (isData(path)) return jsonEdits(text, page, own, inScripts)
      switch (extensionOf(path)) {
        case 'html':
        case 'htm':
          return pageEdits(text, { ...everyPage, path, page, draws, sdk: path === entry ? sdk : null })
        case 'svg':
          return pageEdits(text, { ...everyPage, path, page: own, draws: false, sdk: null })
        case 'css':
          return cssEdits(text, own, addresses)
        case 'js':
        case 'mjs':
          return [
            ...scriptEdits(text, kindOfFile(path), page, own, inScripts),
            ...everyPage.engineEdits(text),
          ]
        default:
          return []
      }
    })()
    if (edits.length === 0 && encoding === null) return { path: newPath, bytes }
    const edited = applyEdits(text, edits, newPath)
    for (const change of edited.changes) changes.push(change)
    for (const doubt of edited.doubts) doubts.push(doubt)
    if (edited.text === text && encoding === null) return { path: newPath, bytes }
    return { path: newPath, bytes: Buffer.concat([markOf(bytes), Buffer.from(edited.text, 'utf8')]) }
  })
  return {
    files: adopted.sort((a, b) => (a.path < b.path ? -1 : 1)),
    entry: addresses.newPath(entry),
    changes,
    missing: inScripts === addresses ? addresses.missing : [...addresses.missing, ...inScripts.missing],
    doubts,
  }
}

/** Whether a file holds JSON, by any name: a script that is JSON is data that a page fetches. */
const isJsonFile = (path: string, text: string): boolean => {
  const extension = extensionOf(path)
  return extension === 'json' || extension === 'gltf' || (extension === 'js' && isJsonText(text))
}

/**
 * The right extensions of the files whose content is not what their own extension says, as of a picture that was only
 * renamed. Content of no known kind gets `bin`, or `txt` if it is encoded text, which a script decodes. Other text, such as
 * an error page, keeps its name: nothing can play or show it.
 */
const rightEndings = (files: GameFiles, kept: readonly string[]): readonly (readonly [string, string])[] =>
  kept.flatMap((path) => {
    const extension = extensionOf(path)
    const bytes = files.get(path)
    if (bytes === undefined || extension === null || matchesExtension(extension, bytes)) return []
    const kind = TYPED.find((one) => matchesExtension(one, bytes)) ?? endingFor(bytes)
    return kind === 'txt' && !isEncoded(bytes) ? [] : [[path, kind] as const]
  })

/** Whether a text encodes bytes, as Base64 does. */
const isEncoded = (bytes: Uint8Array): boolean =>
  bytes.length >= LEAST_ENCODED_BYTES &&
  !/[\s<]/.test(Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1'))

/** A shorter text without spaces may be a word. */
const LEAST_ENCODED_BYTES = 64

/** The extensions whose files begin with bytes of their own (2.9). */
const TYPED = Object.keys(EXPECTED_BYTES) as readonly Extension[]

/**
 * Tells whether a script of a game has a name in it; the snippets of counters do not count, for they go.
 * @param texts the texts of the game's files, by path
 */
const usedNames = (texts: ReadonlyMap<string, string>): ((name: string) => boolean) => {
  let scripts: readonly string[] | undefined
  return (name) => {
    scripts ??= [...texts].flatMap(([path, text]) => scriptsIn(path, text))
    const word = new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`)
    return scripts.some((script) => word.test(script))
  }
}

const scriptsIn = (path: string, text: string): readonly string[] => {
  const extension = extensionOf(path)
  if (extension === 'js' || extension === 'mjs') return [text]
  if (extension !== 'html' && extension !== 'htm') return []
  return elementsOfPage(text).flatMap((element) => {
    const handlers = element.attrs.filter(({ name }) => isHandler(name)).map(({ value }) => value)
    const content = element.tagName === 'script' ? (contentOf(text, element)?.text ?? '') : ''
    return content === '' || snippetOf(content, () => false) !== null ? handlers : [...handlers, content]
  })
}
