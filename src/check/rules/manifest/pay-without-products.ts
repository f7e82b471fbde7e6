import { MANIFEST_PATH } from '../../facts/manifest/manifest.js'
import { valueAt } from '../../facts/manifest/path.js'
import type { BundleRule } from '../../rule.js'
import { inManifest } from './in-manifest.js'

export const payWithoutProducts: BundleRule = {
  id: 'manifest/pay-without-products',
  level: 'warning',
  impact: null,
  section: '2.3',
  breach: '`requires` lists `pay`, but there are no products.',
  why: '`pay` rejects NO_SUCH_PRODUCT for a product that is not in the manifest.',
  remedy: 'Add the products that the app sells, or remove `pay` from `requires`.',
  check: ({ manifest }) => {
    const required = valueAt(manifest.value, ['requires'])
    const products = valueAt(manifest.value, ['products'])
    const index = Array.isArray(required) ? required.indexOf('pay') : -1
    if (index === -1 || (Array.isArray(products) && products.length > 0)) return []
    return [
      {
        file: MANIFEST_PATH,
        ...inManifest(manifest, ['requires', index]),
        message: 'requires lists pay, but the manifest has no products.',
      },
    ]
  },
}
