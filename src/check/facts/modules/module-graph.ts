import { SDK_FILE_NAME } from '../../../sdk/sdk-file.js'
import { fileName } from '../bundle/paths.js'
import type { BundleFacts, FileSummary, ImportedScript, ScriptElement } from '../file-summary.js'
import { ImportMap, type Resolved } from './import-map.js'

/** An import that a page comes to, and that is anything but one of a script of the bundle by its path. */
export interface PageImport {
  /** The file that has it: a script of the bundle, or the page itself. */
  readonly file: string
  readonly imported: ImportedScript
  readonly resolved: Resolved
}

/** What a page runs: the scripts of the bundle, and the imports on the way to them that ask for a second look. */
interface PageModules {
  readonly page: string
  /** The scripts that it runs, with those that they import. */
  readonly scripts: ReadonlySet<string>
  readonly imports: readonly PageImport[]
}

/** A page's scripts in the order in which they run; an async script keeps its place in the page. */
export const scriptsOfPage = (page: FileSummary): readonly ScriptElement[] =>
  (page.scripts ?? []).toSorted((a, b) => phase(a) - phase(b))

const phase = ({ runs }: ScriptElement): number => (runs === 'deferred' ? 1 : 0)

/** Whether a script element loads the SDK. */
export const loadsSdk = ({ path }: ScriptElement): boolean =>
  path !== null && fileName(path) === SDK_FILE_NAME

/** What each page of a bundle runs; gathered once, since several rules ask. */
export const modulesOfPages = (facts: BundleFacts): readonly PageModules[] => {
  const known = KNOWN.get(facts)
  if (known !== undefined) return known
  const walker = new Walker(facts)
  const found = [...facts.summaries.values()]
    .filter(({ scripts }) => scripts !== null)
    .map((page) => {
      const modules = { page: page.path, scripts: new Set<string>(), imports: [] }
      const map = new ImportMap(page.path, page.importMaps)
      for (const script of scriptsOfPage(page)) walker.walk(script, page, map, modules)
      return modules
    })
  KNOWN.set(facts, found)
  return found
}

const KNOWN = new WeakMap<BundleFacts, readonly PageModules[]>()

/** The scripts that one script element of a page runs, by path. */
export const scriptsOfElement = (
  script: ScriptElement,
  page: FileSummary,
  facts: BundleFacts,
): ReadonlySet<string> => {
  const modules = { scripts: new Set<string>(), imports: [] }
  new Walker(facts).walk(script, page, new ImportMap(page.path, page.importMaps), modules)
  return modules.scripts
}

/** So many imports of all pages are followed: a bundle can hold millions, and a thousand pages that share them. */
const MAX_FOLLOWED = 300_000

class Walker {
  readonly #facts: BundleFacts
  /** Where the imports of a file lead on pages without an import map. */
  readonly #unmapped = new Map<readonly ImportedScript[], readonly Resolved[]>()
  #followed = 0

  constructor(facts: BundleFacts) {
    this.#facts = facts
  }

  /** Adds what a script element runs. */
  walk(
    script: ScriptElement,
    page: FileSummary,
    map: ImportMap,
    modules: { readonly scripts: Set<string>; readonly imports: PageImport[] },
  ): void {
    const { summaries } = this.#facts
    const waiting: string[] = script.path === null ? [] : [script.path]
    const follow = (file: string, list: readonly ImportedScript[], isModule: boolean): void => {
      if (list.length === 0 || this.#followed > MAX_FOLLOWED) return
      this.#followed += list.length
      for (const [index, resolved] of this.#resolve(list, file, map).entries()) {
        const imported = list[index]
        if (imported === undefined) continue
        // A script that is not loaded as a module cannot have the others: a rule of its own reports that.
        if ((isModule || imported.dynamic) && this.#isNotPlain(imported, resolved))
          modules.imports.push({ file, imported, resolved })
        if (resolved.to === 'path') waiting.push(resolved.path)
      }
    }
    if (script.path === null) follow(page.path, script.imports, script.module)
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const file = summaries.get(path)
      if (file === undefined || modules.scripts.has(path)) continue
      modules.scripts.add(path)
      follow(path, file.imports, script.module || path !== script.path)
    }
  }

  #resolve(list: readonly ImportedScript[], file: string, map: ImportMap): readonly Resolved[] {
    const known = map.isEmpty ? this.#unmapped.get(list) : undefined
    if (known !== undefined) return known
    const found = list.map(({ specifier }) => map.resolve(specifier, file))
    if (map.isEmpty) this.#unmapped.set(list, found)
    return found
  }

  /** Whether an import is not just one of a script of the bundle by its path. */
  #isNotPlain({ type }: ImportedScript, resolved: Resolved): boolean {
    if (resolved.to !== 'path' || resolved.mapped || type !== null) return true
    const { summaries, files } = this.#facts
    if (summaries.get(resolved.path)?.isJson === true) return true
    return files.has(resolved.path) && !/\.m?js$/i.test(resolved.path)
  }
}
