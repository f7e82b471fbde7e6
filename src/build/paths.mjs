import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The top folder of the repository. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
export const DIST = join(ROOT, 'dist')
