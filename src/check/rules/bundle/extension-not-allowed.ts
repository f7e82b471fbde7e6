import type { Bundle } from '../../../bundle/bundle.js'
import { extensionOf, FILE_TYPES } from '../../../platform/file-types.js'
import { isHiddenPart } from '../../facts/bundle/paths.js'
import type { BundleRule } from '../../rule.js'

export const extensionNotAllowed: BundleRule = {
  id: 'bundle/extension-not-allowed',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'A file has no extension, or one that the platform does not allow.',
  why: 'The extension determines how a file is served, so only known extensions are allowed.',
  remedy:
    'Remove the file, list it in .miniappignore, or store its data under an allowed extension such as .bin or .json.',
  check: ({ bundle }) =>
    bundle.files.flatMap(({ path }) => {
      const name = path.slice(path.lastIndexOf('/') + 1)
      if (extensionOf(path) !== null || path.split('/').some(isHiddenPart)) return []
      const dot = name.lastIndexOf('.')
      const found = dot === -1 ? 'no extension' : `the extension ${JSON.stringify(name.slice(dot))}`
      return [
        {
          file: path,
          message: `The file has ${found}; the allowed extensions are ${Object.keys(FILE_TYPES).join(' ')}.`,
          fix: fixOf(name, bundle.kind),
        },
      ]
    }),
}

const fixOf = (name: string, kind: Bundle['kind']): string => {
  if (kind === 'zip') return 'Remove it or rename it.'
  // An archive of the bundle, most often, or of what it was made from: to rename it would be no help.
  return /\.zip$/i.test(name)
    ? 'Move it out of the folder, or list it in .miniappignore.'
    : 'Remove it, rename it, or list it in .miniappignore.'
}
