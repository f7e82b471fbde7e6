import type { FileDigest, ImportedScript, ScriptElement } from './digest.js'
import { ImportMap, type Resolved } from './import-map.js'
import { scriptsOfPage } from './page-scripts.js'

/** An import that a page comes to, with where it leads on that page. */
export interface PageImport {
  /** The file that has it: a script of the bundle, or the page itself. */
  readonly file: string
  readonly imported: ImportedScript
  readonly resolved: Resolved
}

/** What a page runs: the scripts of the bundle, and the imports on the way to them. */
export interface PageModules {
  readonly page: string
  /** The scripts that it runs, with those that they import. */
  readonly scripts: ReadonlySet<string>
  readonly imports: readonly PageImport[]
}

/** What each page of a bundle runs; gathered once, since several rules ask. */
export const modulesOfPages = (digests: ReadonlyMap<string, FileDigest>): readonly PageModules[] => {
  const known = KNOWN.get(digests)
  if (known !== undefined) return known
  const found = [...digests.values()]
    .filter(({ scripts }) => scripts !== null)
    .map((page) => modulesOf(page, digests))
  KNOWN.set(digests, found)
  return found
}

const KNOWN = new WeakMap<ReadonlyMap<string, FileDigest>, readonly PageModules[]>()

const modulesOf = (page: FileDigest, digests: ReadonlyMap<string, FileDigest>): PageModules => {
  const map = new ImportMap(page.path, page.importMaps)
  const scripts = new Set<string>()
  const imports: PageImport[] = []
  for (const script of scriptsOfPage(page)) walkFrom(script, page, map, digests, scripts, imports)
  return { page: page.path, scripts, imports }
}

/** The scripts that one script element of a page runs, by path. */
export const scriptsOfElement = (
  script: ScriptElement,
  page: FileDigest,
  digests: ReadonlyMap<string, FileDigest>,
): ReadonlySet<string> => {
  const scripts = new Set<string>()
  walkFrom(script, page, new ImportMap(page.path, page.importMaps), digests, scripts, [])
  return scripts
}

const walkFrom = (
  script: ScriptElement,
  page: FileDigest,
  map: ImportMap,
  digests: ReadonlyMap<string, FileDigest>,
  scripts: Set<string>,
  imports: PageImport[],
): void => {
  const waiting: string[] = script.path === null ? [] : [script.path]
  const follow = (file: string, list: readonly ImportedScript[], isModule: boolean): void => {
    for (const imported of list) {
      const resolved = map.resolve(imported.specifier, file)
      // A script that is not loaded as a module cannot have the others: a rule of its own reports that.
      if (isModule || imported.dynamic) imports.push({ file, imported, resolved })
      if (resolved.to === 'path') waiting.push(resolved.path)
    }
  }
  if (script.path === null) follow(page.path, script.imports, script.module)
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const file = digests.get(path)
    if (file === undefined || scripts.has(path)) continue
    scripts.add(path)
    follow(path, file.imports, script.module || path !== script.path)
  }
}
