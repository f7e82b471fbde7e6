import { MAX_PATH_LEVELS } from '../../../platform/limits.js'
import type { BundleRule } from '../../rule.js'

export const pathTooDeep: BundleRule = {
  id: 'bundle/path-too-deep',
  level: 'error',
  impact: null,
  section: '8.1',
  breach: `A path has more than ${MAX_PATH_LEVELS} levels.`,
  why: `The service allows at most ${MAX_PATH_LEVELS} levels, including the file name.`,
  remedy: 'Move the file to a higher folder.',
  check: ({ bundle }) =>
    bundle.files.flatMap(({ path }) => {
      const levels = path.split('/').length
      if (levels <= MAX_PATH_LEVELS) return []
      return [
        {
          file: path,
          message: `The path has ${levels} levels; at most ${MAX_PATH_LEVELS} are allowed.`,
          fix: `Move the file at least ${levels - MAX_PATH_LEVELS} ${levels - MAX_PATH_LEVELS === 1 ? 'folder' : 'folders'} up.`,
        },
      ]
    }),
}
