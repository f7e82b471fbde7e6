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
  breach: 'The manifest requests on-device AI.',
  why: 'A version that requests a capability, a higher capability version or a tool for the first time waits for an admin, who grants or declines each.',
  remedy:
    "Nothing to fix. Allow time for the admin's decision, and explain in `purpose` what the capability is for.",
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
          message: `Requests ${name}${withTools}: unless it was granted to an earlier version, this version waits for an admin.`,
          fix: "Wait for the admin's decision, or remove the capability.",
        },
      ]
    }),
}
