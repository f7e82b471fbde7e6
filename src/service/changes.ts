import type { FaultsChange } from '../control/service-bodies.js'
import type { ClockChange } from '../control/shared-routes.js'
import { LATEST_TIME, MOST_STEPS_UNTIL_QUIET, QUIET_MS } from '../host/clock.js'
import { RefusedError } from './miniapps/context.js'
import type { World } from './world.js'

/**
 * Changes the service's clock as the control API and the admin's page ask for, and lets time do its work.
 * @throws {RefusedError} `invalid` where the time would be later than any that can be written
 */
export const changeClock = async (
  { clock, miniApps }: Pick<World, 'clock' | 'miniApps'>,
  { pause, speed, advance, until }: ClockChange,
): Promise<void> => {
  if (advance !== undefined && clock.now() + advance > LATEST_TIME)
    throw new RefusedError('invalid', 'advance: the clock cannot go beyond the year 9999.')
  if (pause !== undefined) await clock.pause(pause)
  if (speed !== undefined) await clock.setSpeed(speed)
  if (advance !== undefined) await clock.advance(advance)
  await miniApps.settled()
  if (until === undefined) return
  for (let step = 0; step < MOST_STEPS_UNTIL_QUIET; step += 1) {
    const wait = Math.max(0, miniApps.nextStepAt() - clock.now())
    if (wait > QUIET_MS || !(await clock.advance(wait))) return
    await miniApps.settled()
  }
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
