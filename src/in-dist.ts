import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A path in `dist`, the folder of what is built, seen from a built chunk as well as from the source. */
export const inDist = (...path: readonly string[]): string => {
  const here = dirname(fileURLToPath(import.meta.url))
  const dist = basename(here) === 'src' ? join(here, '..', 'dist') : dirname(here)
  return join(dist, ...path)
}
