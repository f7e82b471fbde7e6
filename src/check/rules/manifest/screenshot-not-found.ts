import { valueAt } from '../../facts/manifest/path.js'
import type { BundleRule } from '../../rule.js'
import { missingReference } from './missing-reference.js'

export const screenshotNotFound: BundleRule = {
  id: 'manifest/screenshot-not-found',
  level: 'error',
  impact: null,
  section: '2.2',
  breach: 'A screenshot is not in the bundle.',
  why: 'The listing shows the screenshots.',
  remedy:
    'Add the image, or correct its path: write it as in the zip, without ./ and in the same letter case.',
  check: (facts) => {
    const list = valueAt(facts.manifest.value, ['screenshots'])
    if (!Array.isArray(list)) return []
    return list.flatMap((path, index) =>
      typeof path === 'string' ? missingReference(facts, ['screenshots', index], path) : [],
    )
  },
}
