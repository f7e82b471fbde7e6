import { isRequirable } from '../../../platform/features.js'
import { hasUnreadCode } from '../../facts/bundle/refused-paths.js'
import { inManifest } from '../../facts/manifest/manifest.js'
import { valueAt } from '../../facts/manifest/path.js'
import { FEATURE_WORDS } from '../../facts/sdk/feature-words.js'
import type { BundleRule } from '../../rule.js'

export const requiresUnused: BundleRule = {
  id: 'sdk/requires-unused',
  level: 'warning',
  impact: null,
  section: '2.2',
  breach: '`requires` lists a feature that no script uses.',
  why: 'A host without the feature does not open the app, although it would run.',
  remedy: 'Remove the feature from `requires`.',
  check: ({ bundle, manifest, summaries }) => {
    if (hasUnreadCode({ bundle, summaries })) return []
    const required = valueAt(manifest.value, ['requires'])
    if (!Array.isArray(required)) return []
    const mentioned = new Set([...summaries.values()].flatMap(({ words }) => [...words]))
    return required.flatMap((feature: unknown, index) => {
      if (!isRequirable(feature) || FEATURE_WORDS[feature].every((word) => mentioned.has(word))) return []
      return [
        {
          ...inManifest(manifest, ['requires', index]),
          message: `requires lists ${feature}, which no script uses.`,
          fix: `Remove ${feature} from requires.`,
        },
      ]
    })
  },
}
