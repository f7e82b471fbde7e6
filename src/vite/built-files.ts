import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
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
      writeBundle: async (_, bundle) => {
        const now = new Map<string, unknown>(await statusOfFiles(publicDir))
        for (const output of Object.values(bundle))
          now.set(output.fileName, output.type === 'chunk' ? output.code : String(output.source))
        for (const path of new Set([...this.#before.keys(), ...now.keys()]))
          if (this.#before.get(path) !== now.get(path)) this.#changed.add(path)
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

/** Vite copies these without reading them. */
const statusOfFiles = async (folder: string): Promise<readonly (readonly [string, string])[]> => {
  // There need not be one.
  const entries = folder === '' ? [] : await readdir(folder, { recursive: true }).catch(() => [])
  return Promise.all(
    entries.map(async (path) => {
      const { size, mtimeMs } = await stat(join(folder, path))
      return [path.replaceAll('\\', '/'), `${size} ${mtimeMs}`] as const
    }),
  )
}
