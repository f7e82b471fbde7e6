import { extensionOf } from '../../../platform/file-types.js'
import type { BundleRule } from '../../rule.js'

export const extensionCase: BundleRule = {
  id: 'bundle/extension-case',
  level: 'warning',
  impact: null,
  section: '2.9',
  breach: 'An extension has upper-case letters.',
  why: 'Extensions match in any case, but links to the file must use the same spelling.',
  remedy: 'Write the extension in lower case, also in links to the file.',
  check: ({ bundle }) =>
    bundle.files.flatMap(({ path }) => {
      const extension = path.slice(path.lastIndexOf('.') + 1)
      if (extensionOf(path) === null || extension === extension.toLowerCase()) return []
      return [
        {
          file: path,
          message: `The extension .${extension} has upper-case letters; links must spell it the same.`,
          fix: `Rename it to .${extension.toLowerCase()}.`,
        },
      ]
    }),
}
