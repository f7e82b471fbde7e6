import { isHiddenPart } from '../../facts/bundle/paths.js'
import type { BundleRule } from '../../rule.js'

export const hiddenFile: BundleRule = {
  id: 'bundle/hidden-file',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'The bundle contains a hidden file.',
  why: 'The platform ignores a few well-known hidden files and refuses all others.',
  remedy: 'Remove the file, or list it in .miniappignore.',
  check: ({ bundle }) =>
    bundle.files.flatMap(({ path }) => {
      const part = path.split('/').find(isHiddenPart)
      if (part === undefined) return []
      return [
        {
          file: path,
          message: `${JSON.stringify(part)} is hidden because its name starts with a dot; hidden files are refused.`,
          fix:
            bundle.kind === 'folder' ? 'Remove it, or list it in .miniappignore.' : 'Remove it from the zip.',
        },
      ]
    }),
}
