import { valueAt } from '../../facts/manifest/path.js'
import { argument, option } from '../../facts/sdk/calls.js'
import { callsRule } from './call-rule.js'

export const unknownProduct = callsRule(
  {
    id: 'sdk/unknown-product',
    level: 'warning',
    impact: 'breaks',
    section: '4.3',
    breach: 'A script sells a product that is not in the manifest.',
    why: '`pay` rejects with NO_SUCH_PRODUCT for an unknown product.',
    remedy: 'Correct the ID, or add the product to the manifest.',
  },
  (calls, { manifest }) => {
    if (manifest.state !== 'read') return []
    const products = valueAt(manifest.value, ['products'])
    const ids = new Set(
      Array.isArray(products) ? products.map((_, index) => valueAt(products, [index, 'id'])) : [],
    )
    return calls.flatMap((call) => {
      const product = call.method === 'pay' ? option(argument(call, 0), 'product') : null
      if (product?.kind !== 'exact' || typeof product.value !== 'string' || ids.has(product.value)) return []
      const id = JSON.stringify(product.value)
      const message = `Service.pay() sells ${id}, which is not a product of the manifest; the call rejects with NO_SUCH_PRODUCT.`
      return [{ call, failing: 'rejects', message }]
    })
  },
)
