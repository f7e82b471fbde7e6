import { hasUnreadCode } from '../../facts/bundle/refused-paths.js'
import { inManifest } from '../../facts/manifest/manifest.js'
import { valueAt } from '../../facts/manifest/path.js'
import type { BundleRule } from '../../rule.js'

export const productUnused: BundleRule = {
  id: 'sdk/product-unused',
  level: 'warning',
  impact: null,
  section: '2.3',
  breach: 'No script uses a product of the manifest.',
  why: 'Users cannot buy it.',
  remedy: 'Sell it with `Service.pay`, or remove it from the manifest.',
  check: ({ bundle, manifest, summaries }) => {
    if (hasUnreadCode({ bundle, summaries })) return []
    const products = valueAt(manifest.value, ['products'])
    const all = [...summaries.values()]
    // An id that a script puts together, or reads from the manifest, is nowhere to be found.
    if (!Array.isArray(products) || all.some(({ computesProducts }) => computesProducts)) return []
    return products.flatMap((_, index) => {
      const id = valueAt(products, [index, 'id'])
      if (typeof id !== 'string' || all.some(({ products: mentioned }) => mentioned.has(id))) return []
      return [
        {
          ...inManifest(manifest, ['products', index, 'id']),
          message: `No script uses the product ${JSON.stringify(id)}, so users cannot buy it.`,
        },
      ]
    })
  },
}
