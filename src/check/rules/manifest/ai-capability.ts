import { CAPABILITIES } from '../../../platform/features.js'
import { MANIFEST_PATH } from '../../facts/manifest/manifest.js'
import { valueAt } from '../../facts/manifest/path.js'
import type { BundleRule } from '../../rule.js'
import { inManifest } from './in-manifest.js'

export const aiCapability: BundleRule = {
  id: 'manifest/ai-capability',
  level: 'flag',
  impact: null,
  section: '3.1',
  breach: 'The manifest asks for on-device AI.',
  why: 'The first version that asks for a capability, a higher version or a new tool waits for an admin, who grants or declines each.',
  mend: "Nothing is wrong: leave time for the admin's decision, and say in `purpose` what the capability is for.",
  check: ({ manifest }) =>
    CAPABILITIES.flatMap((name) => {
      const declared = valueAt(manifest.value, ['capabilities', name])
      if (declared === undefined) return []
      const tools = valueAt(declared, ['tools'])
      const withTools = Array.isArray(tools) && tools.length > 0 ? ` with ${tools.join(', ')}` : ''
      return [
        {
          file: MANIFEST_PATH,
          ...inManifest(manifest, ['capabilities', name], 'key'),
          message: `Asks for ${name}${withTools}: unless an earlier version was granted the same, this version waits for an admin.`,
          fix: "Expect an admin's decision, or leave the capability out.",
        },
      ]
    }),
}
