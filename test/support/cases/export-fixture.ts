import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GameFiles } from '../../../src/adopt/selection.js'

/** The folder of an engine's export among the fixtures. */
export const exportFolder = (name: string): string =>
  fileURLToPath(new URL(`../../../fixtures/adopt/${name}`, import.meta.url))

/** The files of an engine's export. */
export const exportFiles = async (name: string): Promise<GameFiles> => {
  const folder = exportFolder(name)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(
      paths.map(async (path) => [relative(folder, path).split(sep).join('/'), await readFile(path)] as const),
    ),
  )
}
