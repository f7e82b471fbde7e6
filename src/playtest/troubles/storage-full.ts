import { COVER_MAX_MS } from '../../platform/limits.js'
import { deadPage } from './dead-page.js'
import type { Trouble } from './trouble.js'

/** There is no room in storage and in the shared store, from the start. */
export const STORAGE_FULL: Trouble = {
  name: 'storage-full',
  expects: ['STORAGE_FULL', 'STORE_FULL'],
  readyWithinMs: COVER_MAX_MS * 2,
  prepare: async (client) => {
    await client.addFault({ moment: 'fill-storage', seat: 1 })
    await client.addFault({ moment: 'fill-shared-store', seat: 1 })
  },
  play: async (stage) => {
    const dead = await deadPage(stage, stage.ready !== null, 'while storage is full')
    await stage.playFor(stage.milliseconds)
    return dead
  },
}
