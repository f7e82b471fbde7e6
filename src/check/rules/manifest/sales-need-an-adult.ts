import { MANIFEST_PATH } from '../../facts/manifest/manifest.js'
import { valueAt } from '../../facts/manifest/path.js'
import type { BundleRule } from '../../rule.js'
import { inManifest } from './in-manifest.js'

export const salesNeedAnAdult: BundleRule = {
  id: 'manifest/sales-need-an-adult',
  level: 'info',
  impact: null,
  section: '2.1',
  breach: 'The app sells products or access.',
  why: 'Accounts under 18 can publish only free apps: `access.type` is `free` and there are no products.',
  remedy: "Upload it from an adult's account.",
  check: ({ manifest }) => {
    const type = valueAt(manifest.value, ['access', 'type'])
    const products = valueAt(manifest.value, ['products'])
    const path =
      type === 'one_time' || type === 'pass_30d'
        ? ['access', 'type']
        : Array.isArray(products) && products.length > 0
          ? ['products']
          : null
    if (path === null) return []
    return [
      {
        file: MANIFEST_PATH,
        ...inManifest(manifest, path),
        message: 'The app sells products or access; accounts under 18 can publish only free apps.',
      },
    ]
  },
}
