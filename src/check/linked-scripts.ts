import { BundleReadError } from '../bundle/bundle.js'
import { SHIM_FILE_NAME } from '../shim/part-names.js'
import { fileName, resolvePath } from './facts/bundle/paths.js'
import { FileFacts } from './facts/file.js'
import type { BundleFacts, FileSummary } from './facts/file-summary.js'
import { Interests } from './facts/interests.js'
import { ImportMap } from './facts/modules/import-map.js'
import { loadsSdk, modulesOfPages, scriptsOfPage } from './facts/modules/module-graph.js'
import type { Gates } from './facts/script/at-load.js'
import type { Import } from './facts/script/losses.js'
import { type AstNode, asNode, nodesOf, stringOf } from './facts/script/node.js'
import { MAX_PARSED_CHARACTERS, SCRIPTS, type ScriptPart } from './facts/script/part.js'
import { ReachedFunctions } from './facts/script/reached.js'
import { linkedWith, valuesOf } from './facts/script/read.js'
import type { Losses } from './facts/script/script-functions.js'
import type { PageScripts } from './facts/script/starts.js'
import { elementsOf, textsOf } from './facts/script/url-text.js'
import {
  type Evaluator,
  type FunctionValue,
  type Made,
  type Outside,
  union,
  type Values,
} from './facts/script/value.js'
import type { ScriptValues } from './facts/script/values.js'
import { walk } from './facts/script/walk.js'
import { push } from './facts/script/write-notes.js'
import { SDK_CALL_NAMES } from './facts/sdk/calls.js'
import { isBefore, type Place } from './facts/text/position.js'
import type { KeptScripts } from './kept-scripts.js'

/** A script of a bundle with what its expressions may come to, beside the others. */
interface LinkedScript {
  readonly part: ScriptPart
  readonly values: ScriptValues
  /** How many characters stand before the part's own text. */
  readonly before: number
}

const INTERESTS = new Interests([SCRIPTS])

/** So much text is linked, in UTF-16 units: its syntax trees are in memory together. */
const MAX_CHARACTERS = 6_000_000

/**
 * The scripts that a page of a bundle runs, parsed side by side: they share globals, import from each other, and call
 * each other.
 */
export class LinkedScripts implements PageScripts {
  readonly #facts: BundleFacts
  readonly #page: FileSummary
  readonly #kept: KeptScripts
  readonly #map: ImportMap
  readonly #files = new Map<string, readonly LinkedScript[]>()
  readonly #pathOf = new Map<Evaluator, string>()
  #characters = 0

  readonly #own: ReadonlySet<string>
  /** Whether the SDK is there before a script uses it. */
  readonly #hasSdk: boolean
  /** The files that are too long to be looked into, or beside too many others. */
  readonly #unread = new Set<string>()
  #gates: Gates = new Map()
  readonly #leftOut = new Set<string>()
  /** By the path or the URL of what is imported; undefined until they are asked for. */
  #imports: ReadonlyMap<string, readonly Import[]> | undefined
  #undefined: ReadonlySet<string> = new Set()
  #ids: ReadonlySet<string> = new Set()

  /** Nothing is read yet. */
  constructor(facts: BundleFacts, page: FileSummary, kept: KeptScripts) {
    this.#kept = kept
    this.#facts = facts
    this.#page = page
    this.#map = new ImportMap(page.path, page.importMaps)
    this.#hasSdk = hasSdkFirst(facts, page)
    this.#own = modulesOfPages(facts).find((one) => one.page === page.path)?.scripts ?? new Set<string>()
  }

  /**
   * Reads the scripts of the page, with those that they import or add to it.
   * @param first the files that matter most, should there be too many
   */
  async load(first: Iterable<string>): Promise<void> {
    const json = [...this.#facts.files.keys()].filter(
      (path) => /\.json$/i.test(path) && this.#isImported(path),
    )
    const waiting = [
      this.#page.path,
      ...[...first].filter((path) => this.#own.has(path)),
      ...this.#own,
      ...json,
    ]
    for (const path of waiting) {
      await this.#load(path)
      for (const { values } of this.#files.get(path) ?? []) waiting.push(...this.#addedBy(values))
    }
  }

  #isImported(path: string): boolean {
    return [...this.#facts.summaries.values()].some(({ path: from, imports, scripts }) =>
      [...imports, ...(scripts ?? []).flatMap((script) => script.imports)].some(({ specifier, type }) => {
        const resolved = type === 'json' ? this.#map.resolve(specifier, from) : null
        return resolved?.to === 'path' && resolved.path === path
      }),
    )
  }

  /** Whether a page runs a file, as far as its scripts show it. */
  has(path: string): boolean {
    return this.#files.has(path)
  }

  /** Whether a file has a script that is known to run, or may: it parses, or was not looked into. */
  runs(path: string): boolean {
    return (this.#files.get(path)?.length ?? 0) > 0 || this.#unread.has(path)
  }

  /** The script of a file that holds a place, and where it is in that; null where there is none. */
  at(path: string, place: Place): { readonly script: LinkedScript; readonly offset: number } | null {
    for (const script of this.#files.get(path) ?? []) {
      const offset = offsetIn(script.part, place)
      if (offset !== null) return { script, offset: offset + script.before }
    }
    return null
  }

  /** Takes conditions for known from now on. */
  open(gates: Gates): void {
    this.#gates = gates
  }

  /**
   * What runs while the page loads, or by itself.
   * @param losses what failures keep from running
   * @param gates the conditions that are known, in place of those that `open` was given
   */
  reached(losses?: Losses, gates = this.#gates): ReachedFunctions {
    const reached = new ReachedFunctions(this.#outside, losses, gates)
    const waiting = new Map(this.#files)
    const add = (path: string, scripts: readonly LinkedScript[]): void => {
      waiting.delete(path)
      for (const { part, values } of scripts)
        if (part.kind !== 'handler') {
          if (part.onEvent !== true) reached.add(values)
        } else if (part.onEvent !== true) {
          for (const fn of values.model.functions.values())
            if (fn.outer === values.model.main) reached.add(values, fn)
        }
    }
    const isImported = ({ node, of }: Import): boolean => {
      const fn = node === null ? of.model.main : of.model.functionAt(node.start)
      return node === null ? reached.has(fn) : reached.of(fn, node.start, of) !== null
    }
    for (const path of this.#inTurn()) if (!this.#isLazy(path)) add(path, this.#files.get(path) ?? [])
    for (let left = -1; left !== waiting.size; ) {
      left = waiting.size
      for (const [path, scripts] of waiting) if (this.importsOf(path).some(isImported)) add(path, scripts)
    }
    return reached
  }

  /** The files in the order in which they run: a module behind those that it imports. */
  #inTurn(): Iterable<string> {
    const needs = new Map<string, string[]>()
    for (const path of this.#files.keys())
      for (const module of this.importersOf(path)) push(needs, this.#pathOf.get(module) ?? '', path)
    const found = new Set<string>()
    const waiting = [...this.#files.keys()].toReversed()
    const open = new Set<string>()
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const before = open.has(path) ? [] : (needs.get(path) ?? []).filter((one) => !found.has(one))
      open.add(path)
      if (before.length === 0) found.add(path)
      else for (const one of [path, ...before.toReversed()]) waiting.push(one)
    }
    return found
  }

  /** Whether a file runs only once `import()` asks for it, or for one that needs it. */
  #isLazy(path: string): boolean {
    const imports = this.importsOf(path)
    return imports.length > 0 && this.#page.scripts?.some((script) => script.path === path) !== true
  }

  async #load(path: string): Promise<void> {
    const { bundle, files, summaries } = this.#facts
    const file = files.get(path)
    // What the SDK and the browser shim start is not the app.
    const isShim = fileName(path) === SHIM_FILE_NAME || summaries.get(path)?.sdk === 'shipped'
    if (file === undefined || this.#files.has(path) || isShim) return
    this.#files.set(path, [])
    const isModule = ({ kind }: ScriptPart): boolean =>
      kind === 'module' || (kind === 'either' && this.#isModule(path))
    const known = this.#kept.of(path)
    if (known !== null) {
      this.#add(
        path,
        known.flatMap((script) => linkedWith(script, this.#outside, isModule(script.part)) ?? []),
      )
      return
    }
    const parts = /\.json$/i.test(path) ? await this.#jsonOf(path) : null
    if (file.bytes > MAX_CHARACTERS - this.#characters) {
      this.#unread.add(path)
      return
    }
    try {
      const facts = parts === null ? new FileFacts(file, await bundle.read(path), INTERESTS) : null
      const found = (parts ?? (await facts?.scripts()) ?? []).flatMap((part) => {
        this.#characters += part.text.length
        const read = valuesOf(part, this.#outside, isModule(part))
        return read === null ? [] : [{ part, ...read }]
      })
      this.#add(path, found)
      if (found.length === 0 && file.bytes > MAX_PARSED_CHARACTERS) this.#unread.add(path)
    } catch (error) {
      if (!(error instanceof BundleReadError)) throw error
    }
  }

  /** Whether the page runs a file as a module: by its element, or since another module imports it. */
  #isModule(path: string): boolean {
    const elements = this.#page.scripts?.filter((one) => one.path === path) ?? []
    return elements.length > 0 ? elements.every(({ module }) => module) : this.#own.has(path)
  }

  #add(path: string, scripts: readonly LinkedScript[]): void {
    this.#files.set(path, scripts)
    for (const { values } of scripts) this.#pathOf.set(values, path)
  }

  /** JSON as a module that exports it. */
  async #jsonOf(path: string): Promise<readonly ScriptPart[]> {
    const text = Buffer.from(await this.#facts.bundle.read(path)).toString('utf8')
    return text.length > MAX_JSON_CHARACTERS
      ? []
      : [{ text: `export default ${text}`, kind: 'module', place: () => ({ line: 1, column: 1 }) }]
  }

  /** The files that a script adds to the page: `script.src = 'game.js'`, `document.write('<script src="game.js">')`. */
  #addedBy(values: ScriptValues): readonly string[] {
    const sources = (values.model.writes.fields.get('src') ?? [])
      .filter(({ object }) => elementsOf(object, values).includes('script'))
      .flatMap(({ value }) => textsOf(value ?? undefined, values))
    const written = [...WRITING].flatMap((name) => values.model.callsByName.get(name) ?? [])
    const markup = written.flatMap((call) => textsOf(nodesOf(call['arguments'])[0], values))
    return [
      ...sources,
      ...markup.flatMap((text) => [...text.matchAll(SCRIPT_TAG)].map(([, url = '']) => url)),
    ]
      .flatMap((url) => resolvePath(this.#page.path, url) ?? [])
      .filter((path) => this.#facts.files.has(path))
  }

  /** Leaves out a file that the page names and does not run, unless a module imports it. */
  leaveOut(path: string): void {
    if (path === this.#page.path || this.importsOf(path).some(({ node }) => node === null)) return
    this.#files.delete(path)
    this.#imports = undefined
    this.#leftOut.add(path)
  }

  /** Finds the global names that the scripts read and nothing defines: from now on, conditions that ask for them do not hold. */
  async findUndefined(): Promise<ReadonlySet<string>> {
    const { undefinedGlobals } = await import('./facts/script/undefined-names.js')
    const scripts = [...this.#files.values()].flat()
    const { names, ids } = await undefinedGlobals(this.#facts, this.#page, scripts, (path) =>
      this.#leftOut.has(path) ? false : !this.#files.has(path) || this.#unread.has(path),
    )
    this.#undefined = names
    this.#ids = ids
    return names
  }

  /** What the scripts say to those of a file that is not among them, but judged by itself. */
  outsideOf(path: string): Outside {
    return this.#outsideOf(() => path)
  }

  #outsideOf(pathOf: (from: Evaluator) => string | undefined): Outside {
    return {
      exported: (declaration: AstNode, name: string, from: Evaluator): Made | null => {
        const specifier = stringOf(asNode(declaration['source']) ?? undefined)
        const path = pathOf(from)
        if (specifier === null || path === undefined) return null
        const resolved = this.#map.resolve(specifier, path)
        const [target] = resolved.to === 'path' ? (this.#files.get(resolved.path) ?? []) : []
        return target?.values.exported(name) ?? null
      },
      scripts: () => this.scripts(),
      runsWithPage: (script: Evaluator) => {
        const path = this.#pathOf.get(script)
        const isListed = scriptsOfPage(this.#page).some((one) => one.path === path && one.runs !== 'async')
        return path === this.#page.path || isListed
      },
      named: (name: string) => this.#named(name),
      lacks: (name: string) => this.#undefined.has(name),
      hasElement: (name: string) => this.#ids.has(name),
      hasCall: (path: string) => isOfSdk(path) && this.#hasSdk,
      global: (name: string, from: Evaluator): Values | null => {
        const own = pathOf(from)
        const found: Values[] = []
        for (const [path, scripts] of this.#files)
          for (const { values } of scripts)
            if (values !== from && (path !== own || path === this.#page.path) && values.definesGlobal(name))
              found.push(values.ownGlobal(name))
        return found.length === 0 ? null : union(found)
      },
    }
  }

  /** What the expressions of each script may come to. */
  scripts(): readonly Evaluator[] {
    return [...this.#files.values()].flat().map(({ values }) => values)
  }

  /** The modules that need another one: without it, they do not run. */
  importersOf(module: Evaluator | string): readonly Evaluator[] {
    const path = typeof module === 'string' ? module : this.#pathOf.get(module)
    return this.importsOf(path).flatMap(({ node, of }) => (node === null ? of : []))
  }

  /** Where a module is imported by `import()`. */
  dynamicImportsOf(module: Evaluator): readonly Import[] {
    return this.importsOf(this.#pathOf.get(module)).filter(({ node }) => node !== null)
  }

  /** What imports a file of the bundle, or a URL: of one that ends in a slash, any URL below it. */
  importsOf(wanted: string | undefined): readonly Import[] {
    this.#imports ??= importsIn(this.#files, this.#map)
    if (wanted?.endsWith('/') !== true) return this.#imports.get(wanted ?? '') ?? []
    return [...this.#imports].flatMap(([url, imports]) => (url.startsWith(wanted) ? imports : []))
  }

  /** The scripts that are the app rather than its libraries, as pages are written: those in the page, and its last file. */
  own(): readonly Evaluator[] {
    const last = scriptsOfPage(this.#page).findLast(
      ({ path }) => path !== null && this.#files.has(path),
    )?.path
    const paths = last == null ? [this.#page.path] : [this.#page.path, last]
    return paths.flatMap((path) => (this.#files.get(path) ?? []).map(({ values }) => values))
  }

  readonly #byName = new Map<string, readonly FunctionValue[]>()

  #named(name: string): readonly FunctionValue[] {
    const known = this.#byName.get(name)
    if (known !== undefined) return known
    const found = this.scripts().flatMap(({ calls }) => calls.named(name))
    this.#byName.set(name, found)
    return found
  }

  readonly #outside: Outside = this.#outsideOf((from) => this.#pathOf.get(from))
}

/** What imports each file of the bundle, by its path, and each URL. */
const importsIn = (
  files: ReadonlyMap<string, readonly LinkedScript[]>,
  map: ImportMap,
): ReadonlyMap<string, readonly Import[]> => {
  const found = new Map<string, Import[]>()
  for (const [path, scripts] of files)
    for (const { part, values: of } of scripts) {
      const { program } = of.model
      const add = (node: AstNode, isDynamic: boolean): void => {
        const specifier = stringOf(asNode(node['source']) ?? undefined)
        const resolved = specifier === null ? null : map.resolve(specifier, path)
        if (resolved?.to !== 'path' && resolved?.to !== 'elsewhere') return
        push(found, resolved.to === 'path' ? resolved.path : resolved.url, {
          node: isDynamic ? node : null,
          of,
        })
      }
      for (const node of nodesOf(program['body'])) add(node, false)
      if (/\bimport\s*\(/.test(part.text))
        walk(program, (node) => {
          if (node.type === 'ImportExpression') add(node, true)
        })
    }
  return found
}

const hasSdkFirst = ({ summaries }: BundleFacts, page: FileSummary): boolean => {
  const scripts = scriptsOfPage(page)
  const sdk = scripts.findIndex(loadsSdk)
  const before = scripts.slice(0, Math.max(sdk, 0))
  return (
    scripts[sdk]?.runs === 'in-order' &&
    before.every(
      ({ path, usesService }) => (summaries.get(path ?? '')?.usesService ?? usesService) === 'none',
    )
  )
}

/** `Service`, `Service.storage`, `Service.storage.get` */
const isOfSdk = (path: string): boolean =>
  path === 'Service' || SDK_CALL_NAMES.some((name) => `Service.${name}.`.startsWith(`${path}.`))

const MAX_JSON_CHARACTERS = 200_000

/** The names of `document.write` and `document.writeln`. */
const WRITING: ReadonlySet<string> = new Set(['write', 'writeln'])
// Bounded: what a script writes may be as long as the script.
const SCRIPT_TAG = /<script\b[^>]{0,300}?\ssrc\s{0,9}=\s{0,9}["']?([^"'\s>]{1,300})/gi

/** Where a place of a file is in a part of it; null where it is not in it. */
const offsetIn = ({ text, place }: ScriptPart, wanted: Place): number | null => {
  if (isBefore(wanted, place(0)) || isBefore(place(text.length), wanted)) return null
  let low = 0
  let high = text.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(place(middle), wanted)) low = middle + 1
    else high = middle
  }
  return low
}
