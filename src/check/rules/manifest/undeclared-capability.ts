import { CAPABILITIES } from '../../../platform/features.js'
import { MANIFEST_PATH } from '../../facts/manifest/manifest.js'
import { valueAt } from '../../facts/manifest/path.js'
import type { BundleRule } from '../../rule.js'
import { inManifest } from './in-manifest.js'

export const undeclaredCapability: BundleRule = {
  id: 'manifest/undeclared-capability',
  level: 'warning',
  impact: 'breaks',
  section: '2.4',
  breach: '`requires` lists an AI capability that `capabilities` does not declare.',
  why: 'Every call to an undeclared capability rejects NOT_DECLARED.',
  remedy: 'Declare the capability with its version and purpose, or remove it from `requires`.',
  check: ({ manifest }) => {
    const required = valueAt(manifest.value, ['requires'])
    if (!Array.isArray(required)) return []
    return CAPABILITIES.flatMap((name) => {
      const index = required.indexOf(name)
      if (index === -1 || valueAt(manifest.value, ['capabilities', name]) !== undefined) return []
      return [
        {
          file: MANIFEST_PATH,
          ...inManifest(manifest, ['requires', index]),
          message: `requires lists ${name}, which capabilities does not declare; every call rejects NOT_DECLARED.`,
          fix: `Declare ${name} in capabilities, or remove it from requires.`,
        },
      ]
    })
  },
}
