import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { DIST, ROOT } from './paths.mjs'
import { typeCheck } from './type-check.mjs'

/** The output folder of tsconfig.base.json, which `tsc -b` keeps up to date. */
const DECLARED = join(ROOT, 'node_modules/.cache/types/src')

/** Type-checks everything, and writes to dist/types the declarations that users can reach through `exports`. */
export const buildTypes = async () => {
  await typeCheck()
  const { exports } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const entries = Object.values(exports)
    .map(({ types }) => posix.relative('dist/types', types ?? ''))
    .filter((path) => path.endsWith('.d.ts') && !path.startsWith('..'))
  await copyReachable(entries)
}

/**
 * Copies declarations and everything they import. Paths are relative to src/, with `/`.
 * @param {readonly string[]} entries
 */
const copyReachable = async (entries) => {
  const reached = new Set(entries)
  // Iterating a set includes what is added meanwhile.
  for (const path of reached) {
    const text = await readFile(join(DECLARED, path), 'utf8')
    for (const [, specifier = ''] of text.matchAll(/\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g))
      reached.add(posix.join(posix.dirname(path), specifier.replace(/\.js$/, '.d.ts')))
    const target = join(DIST, 'types', path)
    await mkdir(dirname(target), { recursive: true })
    await copyFile(join(DECLARED, path), target)
  }
}
