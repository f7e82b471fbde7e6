import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { type Bundle, BundleReadError } from '../bundle/bundle.js'
import type { CheckResult } from '../check/problem.js'
import { Failure } from '../failure.js'

// What `bundle` and `check` will give `dev`, in the plainest form, until they are there.

export const locateBundle = async (path: string, cwd: string): Promise<{ kind: 'folder'; path: string }> => {
  const found = await stat(join(resolve(cwd, path), 'manifest.json')).catch(() => null)
  if (found === null)
    throw new Failure(
      'usage',
      `There is no manifest.json in ${path}.`,
      'Give the folder that holds manifest.json.',
    )
  return { kind: 'folder', path }
}

export const openLocated = async ({ path }: { path: string }, cwd: string): Promise<Bundle> => {
  const folder = resolve(cwd, path)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !/(^|\/)[.]/.test(file))
    .sort()
  return {
    kind: 'folder',
    path,
    files: paths.map((file) => ({ path: file, bytes: 0, compressedBytes: null })),
    leftOut: [],
    faults: [],
    zipBytes: null,
    read: (file) =>
      readFile(join(folder, file)).catch((error: unknown) => {
        throw new BundleReadError(file, `${file} cannot be read.`, error)
      }),
    close: async () => {},
  }
}

export const check = async (bundle: Bundle): Promise<CheckResult> => ({
  schema: 1,
  path: bundle.path,
  kind: bundle.kind,
  ok: true,
  review: 'automatic',
  app: null,
  problems: [],
  totals: { files: bundle.files.length, bytes: 0, zipBytes: null },
})
