import { MANIFEST_PATH } from '../../facts/manifest/manifest.js'
import { fieldName, pointerOf } from '../../facts/manifest/path.js'
import type { BundleRule } from '../../rule.js'

export const duplicateKey: BundleRule = {
  id: 'manifest/duplicate-key',
  level: 'warning',
  impact: null,
  section: '2.2',
  breach: 'An object in manifest.json has a duplicate key.',
  why: 'JSON parsers use the last value and silently drop the others.',
  remedy: 'Keep only the key that you want.',
  check: ({ manifest: { tree } }) =>
    (tree?.duplicateKeys() ?? []).map(({ path, line, column }) => ({
      file: MANIFEST_PATH,
      line,
      column,
      pointer: pointerOf(path),
      message: `${fieldName(path)} is defined twice; the last value is used.`,
    })),
}
