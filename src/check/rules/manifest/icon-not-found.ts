import { valueAt } from '../../facts/manifest/path.js'
import type { BundleRule } from '../../rule.js'
import { missingReference } from './missing-reference.js'

export const iconNotFound: BundleRule = {
  id: 'manifest/icon-not-found',
  level: 'error',
  impact: null,
  section: '2.2',
  breach: 'The icon is not in the bundle.',
  why: 'The listing and the payment sheet show the icon.',
  remedy:
    'Add the image, or correct `icon`: write the path as in the zip, without ./ and in the same letter case.',
  check: (facts) => {
    const icon = valueAt(facts.manifest.value, ['icon'])
    return typeof icon === 'string' ? missingReference(facts, ['icon'], icon) : []
  },
}
