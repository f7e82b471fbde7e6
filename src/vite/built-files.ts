import { readdir, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Which files have other content after a build, which writes all of them again. Style sheets keep their names, so that no
 * page changes with them.
 */
export class BuiltFiles {
  readonly plugin: Plugin
  #before: ReadonlyMap<string, unknown> = new Map()
  readonly #changed = new Set<string>()

  /** @param publicDir the folder that Vite copies; empty for none */
  constructor(publicDir: string) {
    this.plugin = {
      name: 'miniapp:built-files',
      enforce: 'post',
      // Vite watches what scripts import, and this folder is not imported. New files are seen by their folder.
      buildStart: async function () {
        for (const { path } of await entriesOf(publicDir)) this.addWatchFile(join(publicDir, path))
      },
      outputOptions: (options) => {
        const { assetFileNames: names = 'assets/[name]-[hash][extname]' } = options
        return {
          ...options,
          assetFileNames: (info) => {
            const named = typeof names === 'function' ? names(info) : names
            return info.names.some((name) => name.endsWith('.css')) ? named.replace(HASH, '') : named
          },
        }
      },
      writeBundle: async ({ dir = '' }, bundle) => {
        const now = new Map<string, unknown>(await statusOfFiles(publicDir))
        for (const output of Object.values(bundle))
          now.set(output.fileName, output.type === 'chunk' ? output.code : String(output.source))
        for (const path of new Set([...this.#before.keys(), ...now.keys()]))
          if (this.#before.get(path) !== now.get(path)) this.#changed.add(path)
        // The folder is not emptied before a build: an app without files would be shown for a moment.
        for (const path of this.#before.keys()) if (!now.has(path)) await rm(join(dir, path), { force: true })
        this.#before = now
      },
    }
  }

  /** The paths of what changed since this was last called. */
  takeChanged(): readonly string[] {
    const changed = [...this.#changed]
    this.#changed.clear()
    return changed
  }
}

const HASH = /[-.]?\[hash(?::\d+)?\]/

/** All that is in a folder, from its root, and the folder itself as ''. Nothing where there is none. */
const entriesOf = async (
  folder: string,
): Promise<readonly { readonly path: string; readonly isFile: boolean }[]> => {
  if (folder === '') return []
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => null)
  if (found === null) return []
  const inside = found.map((entry) => ({
    path: relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'),
    isFile: entry.isFile(),
  }))
  return [{ path: '', isFile: false }, ...inside]
}

/** Vite copies these without reading them. */
const statusOfFiles = async (folder: string): Promise<readonly (readonly [string, string])[]> =>
  Promise.all(
    (await entriesOf(folder))
      .filter(({ isFile }) => isFile)
      .map(async ({ path }) => {
        const { size, mtimeMs } = await stat(join(folder, path))
        return [path, `${size} ${mtimeMs}`] as const
      }),
  )
