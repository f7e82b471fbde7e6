import { SDK_FILE_NAME } from '../../sdk/sdk-file.js'
import type { FileDigest, ScriptElement } from './digest.js'
import { fileName } from './paths.js'

/** A page's scripts in the order of running; one that runs whenever it arrives stands where it is written. */
export const scriptsOfPage = (page: FileDigest): readonly ScriptElement[] =>
  (page.scripts ?? []).toSorted((a, b) => phase(a) - phase(b))

/** Whether a script element loads the SDK. */
export const loadsSdk = ({ path }: ScriptElement): boolean =>
  path !== null && fileName(path) === SDK_FILE_NAME

const phase = ({ runs }: ScriptElement): number => (runs === 'deferred' ? 1 : 0)

/** Whether a script, or a module that it imports, uses the global `Service`. */
export const usesService = (script: ScriptElement, digests: ReadonlyMap<string, FileDigest>): boolean => {
  if (script.usesService) return true
  const seen = new Set<string>()
  const waiting = [...(script.path === null ? script.imports : [script.path])]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const file = digests.get(path)
    if (file === undefined || seen.has(path)) continue
    seen.add(path)
    if (file.usesService) return true
    for (const imported of file.imports) waiting.push(imported)
  }
  return false
}
