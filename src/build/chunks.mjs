import { resolve } from 'node:path'
import { ROOT } from './paths.mjs'

/** @type {Map<string, ReadonlySet<string>>} */
const closures = new Map()

/**
 * Every module that is loaded with these, by its absolute path: what they import, and what that imports.
 * @param {Pick<import('rolldown').ChunkingContext, 'getModuleInfo'>} modules
 * @param {readonly string[]} starts absolute paths, or paths from the project's top
 * @returns {ReadonlySet<string>}
 */
export const closureOf = (modules, starts) => {
  const key = starts.join()
  const known = closures.get(key)
  if (known !== undefined) return known
  const found = new Set(starts.map((path) => resolve(ROOT, path)))
  // A set that grows while it is walked is walked to its end.
  for (const id of found) {
    const imported = modules.getModuleInfo(id)?.importedIds
    if (imported === undefined) throw new Error(`The build has no module ${id}.`)
    for (const one of imported) found.add(one)
  }
  closures.set(key, found)
  return found
}

/**
 * Files that import each other could run code before what it needs.
 * @param {readonly Pick<import('rolldown').OutputChunk, 'fileName' | 'imports'>[]} chunks
 */
export const requireNoCircles = (chunks) => {
  const imports = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]))
  /** @type {Set<string>} */
  const done = new Set()
  /** @param {readonly string[]} path */
  const visit = (path) => {
    const file = path.at(-1) ?? ''
    if (done.has(file)) return
    for (const next of imports.get(file) ?? []) {
      if (path.includes(next)) throw new Error(`These files import each other: ${[...path, next].join(', ')}`)
      visit([...path, next])
    }
    done.add(file)
  }
  for (const file of imports.keys()) visit([file])
}
