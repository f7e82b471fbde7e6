import { hasUnreadCode } from '../../facts/bundle/refused-paths.js'
import { MANIFEST_PATH } from '../../facts/manifest/manifest.js'
import { valueAt } from '../../facts/manifest/path.js'
import type { BundleRule } from '../../rule.js'
import { inManifest } from '../manifest/in-manifest.js'

export const productUnused: BundleRule = {
  id: 'sdk/product-unused',
  level: 'warning',
  impact: null,
  section: '2.3',
  breach: 'A product of the manifest is not mentioned by any script.',
  why: 'Nobody can buy it.',
  mend: 'Sell it with `Service.pay`, or remove it from the manifest.',
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
          file: MANIFEST_PATH,
          ...inManifest(manifest, ['products', index, 'id']),
          message: `The product ${JSON.stringify(id)} is not mentioned by any script: nobody can buy it.`,
          fix: 'Sell it with Service.pay, or remove it.',
        },
      ]
    })
  },
}
