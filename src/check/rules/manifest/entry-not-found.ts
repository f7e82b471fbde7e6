import { DEFAULT_ENTRY } from '../../../platform/manifest.js'
import { valueAt } from '../../facts/manifest/path.js'
import type { BundleRule } from '../../rule.js'
import { missingReference } from './missing-reference.js'

export const entryNotFound: BundleRule = {
  id: 'manifest/entry-not-found',
  level: 'error',
  impact: null,
  section: '2.2',
  breach: 'The entry page is not in the bundle.',
  why: 'The host opens the entry page to start the app.',
  remedy:
    'Add the page, or correct `entry`: write the path as in the zip, without ./ and in the same letter case.',
  check: (facts) => {
    if (facts.manifest.state !== 'read') return []
    const entry = valueAt(facts.manifest.value, ['entry']) ?? DEFAULT_ENTRY
    return typeof entry === 'string' ? missingReference(facts, ['entry'], entry) : []
  },
}
