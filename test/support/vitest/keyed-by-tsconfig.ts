import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Vite } from 'vitest/node'

/**
 * Vitest keeps each module as it transformed it, and finds it again by the module's text and the configuration. This adds
 * the compiler options, which say how to transform it.
 * @param root the checkout
 */
export const keyedByTsconfig = (root: string): Vite.Plugin => {
  const hash = createHash('sha256')
  for (const folder of ['.', 'src', 'test'])
    for (const path of readdirSync(join(root, folder), {
      recursive: folder !== '.',
      encoding: 'utf8',
    }).sort())
      if (/(?:^|[\\/])tsconfig[\w.]*\.json$/.test(path)) hash.update(readFileSync(join(root, folder, path)))
  const key = hash.digest('hex')
  // One function for all projects, so that it counts once however many of them run.
  const keyOf = (): string => key
  return {
    name: 'keyed-by-tsconfig',
    configureVitest: ({ experimental_defineCacheKeyGenerator: define }) => define(keyOf),
  }
}
