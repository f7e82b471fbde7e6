import { BundleReadError } from '../bundle/bundle.js'
import { openBundle } from '../bundle/open.js'
import { manifestSchema, type Product } from '../platform/manifest.js'
import type { AppData } from '../testing/index.js'

/** What an app sells; nothing where its manifest does not say so well. */
export const productsOf = async (path: string, cwd: string): Promise<readonly Product[]> => {
  const bundle = await openBundle(path, cwd)
  try {
    const manifest: unknown = JSON.parse(Buffer.from(await bundle.read('manifest.json')).toString('utf8'))
    if (typeof manifest !== 'object' || manifest === null) return []
    return manifestSchema.shape.products.safeParse(Reflect.get(manifest, 'products')).data ?? []
  } catch (error) {
    if (error instanceof BundleReadError || error instanceof SyntaxError) return []
    throw error
  } finally {
    await bundle.close()
  }
}

/** What is saved of someone who has just bought one of each, as `control/data` takes it. */
export const boughtAll = (products: readonly Product[], now: Date): AppData => ({
  schema: 1,
  ownerId: 'u_playtest',
  sales: products.map(({ id, kind, price }) => ({
    id: `p_${id}`,
    buyer: 'u_playtest',
    item: { type: 'product', id, kind },
    price,
    purchasedAt: now.toISOString(),
    state: 'held',
  })),
})
