import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reference } from '../../docs/topic.js'
import { shellFolder } from '../../simulator/shell-page.js'

/** The reference that the build wrote. */
export const readReference = async (): Promise<Reference> =>
  JSON.parse(await readFile(join(shellFolder(), 'reference.json'), 'utf8'))
