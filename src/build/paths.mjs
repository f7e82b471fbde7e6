import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's top folder. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
export const DIST = join(ROOT, 'dist')
