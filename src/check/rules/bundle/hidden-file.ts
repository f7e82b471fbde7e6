import { isHiddenPart } from '../../facts/bundle/paths.js'
import type { BundleRule } from '../../rule.js'

export const hiddenFile: BundleRule = {
  id: 'bundle/hidden-file',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'A hidden file is in the bundle.',
  why: 'Only a few well-known hidden files are dropped; any other is refused.',
  mend: 'Remove the file, or list it in .miniappignore.',
  check: ({ bundle }) =>
    bundle.files.flatMap(({ path }) => {
      const part = path.split('/').find(isHiddenPart)
      if (part === undefined) return []
      return [
        {
          file: path,
          message: `${JSON.stringify(part)} is hidden: its name starts with a dot. Hidden files are refused.`,
          fix:
            bundle.kind === 'folder' ? 'Remove it, or list it in .miniappignore.' : 'Remove it from the zip.',
        },
      ]
    }),
}
