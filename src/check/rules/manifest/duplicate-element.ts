import { MANIFEST_PATH } from '../../facts/manifest/manifest.js'
import { fieldName, valueAt } from '../../facts/manifest/path.js'
import type { BundleRule } from '../../rule.js'
import { inManifest } from './in-manifest.js'

export const duplicateElement: BundleRule = {
  id: 'manifest/duplicate-element',
  level: 'warning',
  impact: null,
  section: '2.2',
  breach: 'A list of names in the manifest contains a duplicate.',
  why: 'The duplicate has no effect and is most likely a mistake.',
  remedy: 'Remove the duplicate.',
  check: ({ manifest }) =>
    [['requires'], ['screenshots'], ['capabilities', 'ai.assistant', 'tools']].flatMap((path) => {
      const list = valueAt(manifest.value, path)
      if (!Array.isArray(list)) return []
      const seen = new Set<unknown>()
      return list.flatMap((element, index) => {
        if (typeof element !== 'string' || !seen.has(element)) {
          seen.add(element)
          return []
        }
        return [
          {
            file: MANIFEST_PATH,
            ...inManifest(manifest, [...path, index]),
            message: `${fieldName(path)} has ${JSON.stringify(element)} twice.`,
          },
        ]
      })
    }),
}
