import { SDK_FILE_NAME } from '../../sdk/sdk-file.js'
import { renamedIn, SHIM_FILE_NAME } from '../../shim/part-names.js'
import { missingFiles, NAMED_FILES, type NamedFile } from './bundle/named-files.js'
import { fileName, resolvePath } from './bundle/paths.js'
import type { BundleOutline } from './bundle-outline.js'
import type { FileFacts, ScriptUsing } from './file.js'
import { attribute, type HtmlElement, isForOldBrowsers, relOf, scriptKind } from './html/element.js'
import { valueAt } from './manifest/path.js'
import type { Needs } from './needs.js'
import { nameOfCallee, unwrap } from './script/chains.js'
import type { ScriptImport } from './script/imports.js'
import type { AstNode } from './script/node.js'
import { isJsonScript, isTooLongToParse, SCRIPTS, type ScriptPart } from './script/part.js'
import type { ParsedScript } from './script/read.js'
import type { ScriptFunction } from './script/script-parts.js'
import { SHEET_USES, type SheetReading, sheetReadings } from './script/sheet-readings.js'
import { walk } from './script/walk.js'
import { featureWords } from './sdk/feature-words.js'
import type { Place } from './text/position.js'

/** What is kept of a file after its bytes are dropped, for the rules that compare files with each other. */
export interface FileSummary {
  readonly path: string
  /** The features' words that stand in its scripts. */
  readonly words: ReadonlySet<string>
  /** The ids of the manifest's products that stand in it, as text. */
  readonly products: ReadonlySet<string>
  /** Whether a script may put a product's id together, or read it from somewhere. */
  readonly computesProducts: boolean
  /** Whether it is a script that uses the global `Service`. */
  readonly usesService: ServiceUse
  /** Whether a script in it may call `ready` of the SDK, by any name that the SDK has there. */
  readonly mayCallReady: boolean
  /** Whether it is a script that only runs as a module: it imports or exports. */
  readonly isModule: boolean
  /** Whether it is a file with the extension of a script that holds JSON. */
  readonly isJson: boolean
  /** The names of the browser's to which its scripts give another meaning on their pages. */
  readonly globals: ReadonlySet<string>
  /** The names of the constants that its scripts give to others. */
  readonly constants: ReadonlySet<string>
  /** What it imports, as it is written. */
  readonly imports: readonly ImportedScript[]
  /** A page's inline import maps, in its order. */
  readonly importMaps: readonly string[]
  /** Whether a page names an import map in a file, which browsers do not load. */
  readonly namesImportMap: boolean
  /** Of the browser shim: the paths by which it finds renamed files. */
  readonly renamed: readonly string[]
  /** The files that it names and that are not there, or may not be. */
  readonly named: readonly NamedFile[]
  /** A page's script elements, in its order; null for any other file, and for a page that cannot be judged. */
  readonly scripts: readonly ScriptElement[] | null
  /** A page's style sheets, in its order. */
  readonly sheets: readonly PageSheet[]
  /** Where its scripts read the rules of a page's style sheets. */
  readonly sheetReadings: readonly SheetReading[]
  /** How a copy of the SDK compares with the shipped file; null for any other file. */
  readonly sdk: SdkCopy | null
}

/** An import in a script, with its place in the file. */
export interface ImportedScript extends Omit<ScriptImport, 'offset'> {
  readonly place: Place
}

/** A script element of a page. */
export interface ScriptElement {
  readonly place: Place
  /** The bundle path of its file; null for an inline script, and where the source is not a path of the bundle. */
  readonly path: string | null
  readonly inline: boolean
  /** Whether a browser reads it as a module. */
  readonly module: boolean
  /** When a browser runs it: in its place, after the page was parsed, or whenever it arrives. */
  readonly runs: 'in-order' | 'deferred' | 'async'
  /** Of an inline script. */
  readonly usesService: ServiceUse
  readonly imports: readonly ImportedScript[]
}

/** A style sheet of a page. */
export interface PageSheet {
  /** What the page links without `crossorigin`, whose rules no script can read; null for any other. */
  readonly unreadable: string | null
}

const ELEMENTS: Needs = { page: { elements: ['script'] } }
const SHEETS: Needs = { page: { elements: ['link', 'style'] } }
const USES: Needs = { script: { words: ['Service', 'import', 'ready'] } }

/** What `summaryOf` reads. */
export const SUMMARY_NEEDS: readonly Needs[] = [...NAMED_FILES, SCRIPTS, ELEMENTS, SHEETS, USES, SHEET_USES]

/** The SDK by the name that an app gives it. */
const NAME_OF_SDK = /sdk|service|host|miniapp/i

const NOTHING: ReadonlySet<string> = new Set()

export const summaryOf = async (
  file: FileFacts,
  { manifest, files, shippedSdk }: BundleOutline,
): Promise<FileSummary> => {
  const products = manifestProducts(manifest.value)
  const isCode = file.isHtml || file.isScript
  const isSdk = isSdkPath(file.path)
  const parsed = isCode && !isSdk ? await file.parsedScripts() : []
  const parts = isCode && !isSdk ? await file.scripts() : []
  const own = file.isScript ? parsed[0] : undefined
  const using = own === undefined ? undefined : (await file.scriptsUsing(USES))[0]
  return {
    path: file.path,
    words:
      parts.length === 0 || !asksForFeatures(manifest.value)
        ? NOTHING
        : featureWords(parts.map((part) => part.text).join('\n')),
    products:
      products.length === 0 || !file.isText || file.path === 'manifest.json'
        ? NOTHING
        : new Set(products.filter((id) => file.text?.includes(id))),
    computesProducts: products.length > 0 && parts.some((part) => mayComputeProducts(part.text)),
    usesService: usesService(using),
    mayCallReady: isCode && !isSdk && (await mayCallReady(file, parts)),
    isModule: own?.isModule === true,
    isJson: own !== undefined && own.failure !== null && isJsonScript(own.part),
    globals: globalsOf(parsed),
    constants: parsed.every(({ constants }) => constants.length === 0)
      ? NOTHING
      : new Set(parsed.flatMap(({ constants }) => constants)),
    imports: own === undefined ? [] : importsOf(own),
    ...(file.isHtml ? await importMapsOf(file) : NO_IMPORT_MAPS),
    renamed: fileName(file.path) === SHIM_FILE_NAME ? Object.keys(renamedIn(file.text ?? '')) : [],
    named: isSdk ? [] : await missingFiles(file, (path) => files.has(path)),
    scripts: file.isHtml ? await scriptElements(file) : null,
    sheets: file.isHtml ? await sheetsOf(file) : [],
    sheetReadings: isCode && !isSdk ? await sheetReadings(file) : [],
    sdk: isSdk ? compareSdk(file.bytes, await shippedSdk()) : null,
  }
}

/** Whether a script calls `ready` of the SDK, as far as it parses and says what it is of; what it imports may be the SDK. */
const mayCallReady = async (file: FileFacts, parts: readonly ScriptPart[]): Promise<boolean> => {
  const asking = parts.filter(({ text }) => text.includes('ready'))
  if (asking.length === 0) return false
  if (asking.some(isTooLongToParse)) return true
  const read = await file.parsedScripts()
  if (read.some(({ part, failure }) => failure !== null && part.text.includes('ready'))) return true
  return (await file.scriptsUsing(USES)).some(({ script, uses }) =>
    uses.some(({ names, global, kind, offset }) => {
      const isReady =
        global && names[0] === 'Service'
          ? names[1] === 'ready' || names[1] === ''
          : !global &&
            names.includes('ready') &&
            (NAME_OF_SDK.test(names.at(-2) ?? '') ||
              (script.imports.length > 0 && usesService({ script, uses }) === 'none'))
      return isReady && kind !== 'test' && !isDropped(offset, script.values.model.program)
    }),
  )
}

/** Whether what stands at a place is all of a statement: it is read, and nothing is done with it. */
const isDropped = (offset: number, program: AstNode): boolean => {
  let found = false
  walk(program, ({ type, start, expression }) => {
    if (type === 'ExpressionStatement' && start === offset)
      found ||= unwrap(expression)?.type === 'MemberExpression'
  })
  return found
}

const globalsOf = (scripts: readonly Pick<ParsedScript, 'globals'>[]): ReadonlySet<string> =>
  scripts.every(({ globals }) => globals.length === 0)
    ? NOTHING
    : new Set(scripts.flatMap(({ globals }) => globals))

/** Whether any rule will ask for the features' words. */
const asksForFeatures = (manifest: unknown): boolean =>
  valueAt(manifest, ['requires']) !== undefined || valueAt(manifest, ['capabilities']) !== undefined

const manifestProducts = (manifest: unknown): readonly string[] => {
  const products = valueAt(manifest, ['products'])
  if (!Array.isArray(products)) return []
  return products.flatMap((_, index) => {
    const id = valueAt(products, [index, 'id'])
    return typeof id === 'string' ? [id] : []
  })
}

/** Whether a `product` is anything but a text of its own, or the script reads the manifest. */
const mayComputeProducts = (text: string): boolean =>
  text.includes('manifest.json') || /\bproduct\b(?!['"]?\s*:\s*(?:'[^']*'|"[^"]*")\s*[,}])/.test(text)

/** Whether a script uses the global `Service`: one that asks first whether it is there can do without. `later`: only on an event. */
export type ServiceUse = 'needed' | 'later' | 'optional' | 'none'

const usesService = (using: ScriptUsing | undefined): ServiceUse => {
  if (using === undefined) return 'none'
  const own = using.uses.filter(
    ({ names, global, kind }) => global && names[0] === 'Service' && kind !== 'assign',
  )
  const asks = own.some(({ names, kind }) => kind === 'test' && names.length === 1)
  const needed = asks ? [] : own.filter(({ isGuarded, caught }) => !isGuarded && !caught)
  if (needed.length > 0)
    return needed.every(({ offset }) => isOnEvent(using.script.values.model.functionAt(offset)))
      ? 'later'
      : 'needed'
  return own.length === 0 ? 'none' : 'optional'
}

/** Whether only an event of the page calls a function, or one around it: `addEventListener('load', () => …)`. */
const isOnEvent = ({ given, outer }: ScriptFunction): boolean =>
  (given !== null && nameOfCallee(given.call) === 'addEventListener') || (outer !== null && isOnEvent(outer))

const importsOf = ({ imports, part }: Pick<ParsedScript, 'imports' | 'part'>): readonly ImportedScript[] =>
  imports.map(({ offset, ...rest }) => ({ ...rest, place: part.place(offset) }))

const NO_IMPORT_MAPS = { importMaps: [], namesImportMap: false } as const

const importMapsOf = async (file: FileFacts): Promise<Pick<FileSummary, 'importMaps' | 'namesImportMap'>> => {
  const maps = (await file.page(ELEMENTS)).filter(
    (element) =>
      element.name === 'script' && (attribute(element, 'type') ?? '').trim().toLowerCase() === 'importmap',
  )
  const isInline = (element: HtmlElement): boolean => attribute(element, 'src') === undefined
  return {
    importMaps: maps.filter(isInline).map(({ text }) => text),
    namesImportMap: !maps.every(isInline),
  }
}

const sheetsOf = async (file: FileFacts): Promise<readonly PageSheet[]> =>
  (await file.page(SHEETS))
    .filter((element) => element.isScanned !== true)
    .flatMap((element) => {
      if (element.name === 'style') return [{ unreadable: null }]
      const href = attribute(element, 'href')
      if (!relOf(element).includes('stylesheet') || href === undefined) return []
      return [{ unreadable: attribute(element, 'crossorigin') === undefined ? href : null }]
    })

const scriptElements = async (file: FileFacts): Promise<readonly ScriptElement[] | null> => {
  if ((await file.unjudgedPage()) !== null) return null
  const elements = await file.page(ELEMENTS)
  const inline = new Map((await file.parsedScripts()).map((script) => [script.part.text, script]))
  const using = new Map(
    (await file.scriptsUsing(USES)).map(({ script, uses }) => [script.part.text, { script, uses }]),
  )
  const found: ScriptElement[] = []
  for (const element of elements) {
    const kind = element.name === 'script' && element.isScanned !== true ? scriptKind(element) : 'other'
    if ((kind !== 'classic' && kind !== 'module') || isForOldBrowsers(element)) continue
    const source = attribute(element, 'src') ?? (element.foreign ? attribute(element, 'href') : undefined)
    const own = source === undefined ? inline.get(element.text) : undefined
    if (source === undefined && element.text.trim() === '') continue
    const path = source === undefined ? null : resolvePath(file.path, source)
    const runs = runsWhen(element, kind, source !== undefined)
    found.push(
      new ScriptTag(element, path, source === undefined, kind === 'module', runs, {
        usesService: usesService(source === undefined ? using.get(element.text) : undefined),
        imports: own === undefined ? [] : importsOf(own),
      }),
    )
  }
  return found
}

/** A class, not an object with a getter: that would keep all that is known of its page in memory. */
class ScriptTag implements ScriptElement {
  readonly path: string | null
  readonly inline: boolean
  readonly module: boolean
  readonly runs: ScriptElement['runs']
  readonly usesService: ServiceUse
  readonly imports: readonly ImportedScript[]
  readonly #element: HtmlElement

  constructor(
    element: HtmlElement,
    path: string | null,
    inline: boolean,
    module: boolean,
    runs: ScriptElement['runs'],
    { usesService, imports }: Pick<ScriptElement, 'usesService' | 'imports'>,
  ) {
    this.path = path
    this.inline = inline
    this.module = module
    this.runs = runs
    this.usesService = usesService
    this.imports = imports
    this.#element = element
  }

  /** Looked up only if a rule has something to say: that may cost a second reading of the page. */
  get place(): Place {
    return this.#element.place
  }
}

const runsWhen = (
  element: HtmlElement,
  kind: 'classic' | 'module',
  external: boolean,
): ScriptElement['runs'] => {
  if (attribute(element, 'async') !== undefined && (external || kind === 'module')) return 'async'
  if (kind === 'module') return 'deferred'
  return external && attribute(element, 'defer') !== undefined ? 'deferred' : 'in-order'
}

/** How a bundle's copy of the SDK compares with the file that this version of the tool ships. */
type SdkCopy = 'shipped' | 'other' | 'unknown'

/** Whether a path is a copy of the SDK, by its name. */
const isSdkPath = (path: string): boolean => fileName(path) === SDK_FILE_NAME

/** Compares a copy of the SDK with the shipped file; `unknown` where there is none to compare with. */
const compareSdk = (copy: Uint8Array, shipped: Uint8Array | null): SdkCopy => {
  if (shipped === null) return 'unknown'
  return withLineFeeds(copy).equals(withLineFeeds(shipped)) ? 'shipped' : 'other'
}

/** A checkout on Windows has CRLF in a file that is otherwise the same. */
const withLineFeeds = (bytes: Uint8Array): Buffer => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // One byte a character, so that nothing else changes.
  return text.includes('\r\n')
    ? Buffer.from(text.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
    : text
}

/** What a bundle rule sees: gathered once, derived once. */
export interface BundleFacts extends BundleOutline {
  /** What was kept of each file that was read, by path. */
  readonly summaries: ReadonlyMap<string, FileSummary>
  /** The files whose bytes could not be had, and why. */
  readonly unreadable: ReadonlyMap<string, string>
}
