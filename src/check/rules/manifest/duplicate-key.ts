import { MANIFEST_PATH } from '../../facts/manifest/manifest.js'
import { fieldName, pointerOf } from '../../facts/manifest/path.js'
import type { BundleRule } from '../../rule.js'

export const duplicateKey: BundleRule = {
  id: 'manifest/duplicate-key',
  level: 'warning',
  impact: null,
  section: '2.2',
  breach: 'An object in manifest.json has a key twice.',
  why: 'JSON readers take the last one; the earlier one is silently lost.',
  mend: 'Remove the one that you do not mean.',
  check: ({ manifest: { tree } }) =>
    (tree?.duplicateKeys() ?? []).map(({ path, line, column }) => ({
      file: MANIFEST_PATH,
      line,
      column,
      pointer: pointerOf(path),
      message: `${fieldName(path)} stands twice; the last one counts.`,
      fix: 'Remove the one that you do not mean.',
    })),
}
