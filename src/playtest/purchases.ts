import { BundleReadError } from '../bundle/bundle.js'
import { openBundle } from '../bundle/open.js'
import { manifestSchema, type Product } from '../platform/manifest.js'
import type { AppData } from '../testing/index.js'

/** What an app sells; empty if its manifest is invalid there. */
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

/** The saved data of a user who has just bought one of each, in the format of `control/data`. */
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
