import { MAX_PATH_CHARACTERS } from '../../../platform/limits.js'
import { codePoints } from '../../../platform/text.js'
import type { BundleRule } from '../../rule.js'

export const pathTooLong: BundleRule = {
  id: 'bundle/path-too-long',
  level: 'error',
  impact: null,
  section: '8.1',
  breach: `A path has more than ${MAX_PATH_CHARACTERS} characters.`,
  why: `The service allows paths of up to ${MAX_PATH_CHARACTERS} characters.`,
  remedy: 'Shorten the names of the file or its folders.',
  check: ({ bundle }) =>
    bundle.files.flatMap(({ path }) => {
      const length = codePoints(path)
      if (length <= MAX_PATH_CHARACTERS) return []
      return [
        {
          file: path,
          message: `The path has ${length} characters; at most ${MAX_PATH_CHARACTERS} are allowed.`,
          fix: `Shorten it by ${length - MAX_PATH_CHARACTERS} ${length - MAX_PATH_CHARACTERS === 1 ? 'character' : 'characters'}.`,
        },
      ]
    }),
}
