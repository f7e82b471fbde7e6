import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { LOCAL_FOLDER } from '../durable/folders.js'
import { readUnfinishedName } from '../durable/unfinished-file.js'
import { APP_ID_PATTERN, VERSION_PATTERN } from '../platform/manifest.js'
import type { Bundle } from './bundle.js'
import { comparePaths, within, withSlashes } from './paths.js'

/** What `pack` writes, which no bundle holds: its zips, what a killed run left of one, and where earlier ones went. */

const OWN_OUTPUT = 'written by miniapp pack'
const UNFINISHED = 'left over from an interrupted miniapp pack'

/** The name of the zip of a version. */
export const packedName = (id: string, version: string): string => `${id}-${version}.zip`

/** Whether a file's name is that of a zip that `pack` writes, of any app and version. */
export const isPackedName = (name: string): boolean => {
  const [, id = '', version = ''] = /^([^-]+)-([^-]+)\.zip$/.exec(name) ?? []
  return APP_ID_PATTERN.test(id) && VERSION_PATTERN.test(version)
}

/** Why a file is left out of a folder as `pack`'s own; null where it is not. @param path within the folder */
export const ownOutputBecause = (path: string): string | null => {
  if (isPackedName(path)) return OWN_OUTPUT
  const unfinished = readUnfinishedName(path.slice(path.lastIndexOf('/') + 1))
  if (unfinished === null) return null
  // The names of earlier versions say less: a file of anybody's may end in a number.
  return unfinished.writer !== null || isZipOrManifest(unfinished.name) ? UNFINISHED : null
}

/** Whether `pack` writes files of this name. */
export const isZipOrManifest = (name: string): boolean => /\.zip$/i.test(name) || name === 'manifest.json'

/** A bundle without some of its files, which are listed as left out instead. */
export const leavingOut = (bundle: Bundle, isOutput: (path: string) => boolean): Bundle => {
  const left = [
    ...bundle.files.filter(({ path }) => isOutput(path)),
    ...bundle.faults.filter(({ path }) => path !== null && isOutput(path)),
  ].map(({ path }) => ({ path: path ?? '', reason: OWN_OUTPUT }))
  if (left.length === 0) return bundle
  return {
    ...bundle,
    files: bundle.files.filter(({ path }) => !isOutput(path)),
    faults: bundle.faults.filter(({ path }) => path === null || !isOutput(path)),
    leftOut: [...bundle.leftOut, ...left].sort((a, b) => comparePaths(a.path, b.path)),
  }
}

/** Where a project remembers what was packed. */
export const historyPath = (project: string): string => join(project, LOCAL_FOLDER, 'packed.json')

/** How far above a bundle its project is looked for: `dist`, `build/web`, `www/app/dist`. */
const LOOKED_ABOVE = 3

/** The zips in a folder that `pack --out` is remembered to have written there. @param folder absolute */
export const rememberedOutputs = async (folder: string): Promise<ReadonlySet<string>> => {
  const found = new Set<string>()
  let project = folder
  for (let above = 0; above <= LOOKED_ABOVE; above++) {
    for (const output of await outputsOf(project)) {
      const path = within(folder, resolve(project, output))
      if (path !== null && /\.zip$/i.test(path)) found.add(withSlashes(path))
    }
    project = dirname(project)
  }
  return found
}

/** The outputs that a project remembers; none where it remembers nothing, or nothing that can be read. */
const outputsOf = async (project: string): Promise<readonly string[]> => {
  try {
    const value: unknown = JSON.parse(await readFile(historyPath(project), 'utf8'))
    if (typeof value !== 'object' || value === null || !('outputs' in value)) return []
    return Array.isArray(value.outputs) ? value.outputs.filter((one) => typeof one === 'string') : []
  } catch {
    // The code that writes the file reports what is wrong with it.
    return []
  }
}
