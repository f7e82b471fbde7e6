import { isAllowedPathPart } from '../../../platform/path-parts.js'
import { isHiddenPart } from '../../facts/bundle/paths.js'
import type { BundleRule } from '../../rule.js'

export const pathCharacters: BundleRule = {
  id: 'bundle/path-characters',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'A path has characters that the platform does not allow.',
  why: 'Each part of a path starts with a letter, digit, _ or -, followed by letters, digits, _, - and dots.',
  remedy: 'Rename the file or folder with letters, digits, _, - and dots.',
  check: ({ bundle }) =>
    bundle.files.flatMap(({ path }) => {
      const part = path.split('/').find((name) => !isAllowedPathPart(name) && !isHiddenPart(name))
      if (part === undefined) return []
      return [
        {
          file: path,
          message: `The path part ${JSON.stringify(part)} is not allowed; use A-Z, a-z, 0-9, _, - and dots, with no dot at the start.`,
        },
      ]
    }),
}
