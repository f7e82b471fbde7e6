import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reference } from '../../docs/topic.js'
import { inDist } from '../../in-dist.js'

/** The reference that the build wrote. */
export const readReference = async (): Promise<Reference> =>
  JSON.parse(await readFile(join(inDist('shell'), 'reference.json'), 'utf8'))
