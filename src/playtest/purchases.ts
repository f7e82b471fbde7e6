import { BundleReadError } from '../bundle/bundle.js'
import { openBundle } from '../bundle/open.js'
import type { Product } from '../platform/manifest.js'
import { type ManifestFacts, readManifestFacts } from '../simulator/server/app/manifest-facts.js'
import type { AppData } from '../testing/index.js'

/** What an app sells; empty if its manifest is invalid there. */
export const productsOf = async (path: string, cwd: string): Promise<readonly Product[]> =>
  (await factsAt(path, cwd))?.app.products ?? []

/**
 * What an app's manifest says, as the simulator reads it; null if the app has none to read.
 * @throws {Failure} if there is no app at the path
 */
export const factsAt = async (path: string, cwd: string): Promise<ManifestFacts | null> => {
  const bundle = await openBundle(path, cwd)
  try {
    return readManifestFacts(await bundle.read('manifest.json'))
  } catch (error) {
    if (error instanceof BundleReadError) return null
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
