import { CALL_NAMES, CALL_TABLE, wireOf } from '../../platform/calls/table.js'
import { COVER_MAX_MS } from '../../platform/limits.js'
import { deadPage } from './dead-page.js'
import type { Trouble } from './trouble.js'

/**
 * The first call of every kind is refused, with a code that the app cannot prevent. The app is opened twice: what it calls only
 * after a first answer fails in the second run.
 */
export const CALLS_FAIL: Trouble = {
  name: 'calls-fail',
  expects: [],
  readyWithinMs: COVER_MAX_MS * 2,
  prepare: async (client) => {
    for (const method of CALL_NAMES) {
      const [error] = CALL_TABLE[wireOf(method)].mayFailWith
      if (error !== undefined) await client.addFault({ method, times: 'next', error })
    }
  },
  play: async (stage) => {
    const first = await deadPage(stage, stage.ready !== null, FAILED)
    await stage.playFor(stage.milliseconds / 2)
    if (first.length > 0) return first
    await stage.close()
    const ready = await stage.open()
    const second = await deadPage(stage, ready !== null, FAILED)
    await stage.playFor(stage.milliseconds / 2)
    return second
  },
}

const FAILED = 'after its first calls were refused once'
