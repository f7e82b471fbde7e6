import type { MoneyFaults } from '../miniapps/market.js'
import type { World } from '../world.js'
import type { FaultChange } from './faults.js'

/** What is switched on or off of all faults; what is absent stays. */
export type FaultsChange = FaultChange & {
  readonly [Name in keyof MoneyFaults]?: MoneyFaults[Name] | undefined
}

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
