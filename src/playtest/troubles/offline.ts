import { COVER_MAX_MS } from '../../platform/limits.js'
import { deadPage } from './dead-page.js'
import type { Trouble } from './trouble.js'

/** A phone loses its connection in the middle. Then the app is opened without one. */
export const OFFLINE: Trouble = {
  name: 'offline',
  expects: ['OFFLINE'],
  readyWithinMs: COVER_MAX_MS * 2,
  prepare: async () => {},
  play: async (stage) => {
    await stage.playFor(stage.milliseconds / 4)
    await stage.client.setSwitches({ network: { offline: true } })
    await stage.playFor(stage.milliseconds / 2)
    await stage.close()
    const ready = await stage.open()
    const dead = await deadPage(stage, ready !== null, 'when it was opened without a connection')
    await stage.playFor(stage.milliseconds / 4)
    return dead
  },
}
