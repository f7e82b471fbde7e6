import { valueAt } from '../../facts/manifest/path.js'
import { argument, option, SDK_CALLS, sdkCalls } from '../../facts/sdk/calls.js'
import type { FileRule } from '../../rule.js'
import { impactOfUse } from '../script/impact-of-use.js'

export const unknownProduct: FileRule = {
  id: 'sdk/unknown-product',
  level: 'warning',
  impact: 'breaks',
  section: '4.3',
  breach: 'A script sells a product that is not in the manifest.',
  why: '`pay` rejects with NO_SUCH_PRODUCT for an unknown product.',
  remedy: 'Correct the ID, or add the product to the manifest.',
  needs: SDK_CALLS,
  appliesTo: ({ mayHoldScripts }) => mayHoldScripts,
  checkFile: async (file, { manifest }) => {
    if (manifest.state !== 'read') return []
    const products = valueAt(manifest.value, ['products'])
    const ids = new Set(
      Array.isArray(products) ? products.map((_, index) => valueAt(products, [index, 'id'])) : [],
    )
    return (await sdkCalls(file)).flatMap((call) => {
      const { method, place } = call
      const product = method === 'pay' ? option(argument(call, 0), 'product') : null
      if (product?.kind !== 'exact' || typeof product.value !== 'string' || ids.has(product.value)) return []
      const id = product.value
      return [
        {
          file: file.path,
          ...place,
          ...impactOfUse('rejects', call),
          message: `Service.pay() sells ${JSON.stringify(id)}, which is not a product of the manifest; the call rejects with NO_SUCH_PRODUCT.`,
          assumedGlobal: 'Service',
        },
      ]
    })
  },
}
