import type { FaultsChange } from '../../control/service-bodies.js'
import type { World } from '../world.js'

/** Switches faults on or off. What was due before falls due under the old ones. */
export const changeFaults = async (
  { store, faults, miniApps }: Pick<World, 'store' | 'faults' | 'miniApps'>,
  { payments, payouts, ...change }: FaultsChange,
): Promise<void> => {
  await miniApps.setFaults({ payments, payouts })
  faults.change(
    change,
    [...store.all('accessToken')].map(({ hash }) => hash),
  )
}
