import { setTimeout as wait } from 'node:timers/promises'
import { CALL_NAMES, CALL_TABLE, wireOf } from '../../platform/calls/table.js'
import { COVER_MAX_MS } from '../../platform/limits.js'
import type { LogEntry } from '../../testing/index.js'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { entryName } from './cause.js'
import { deadPage } from './dead-page.js'
import { explore } from './explore.js'
import { hangingView } from './hanging-view.js'
import { stillDisabled } from './still-disabled.js'
import type { Stage, Trouble } from './trouble.js'

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
    const disabled = await exploreRefused(stage)
    if (first.length > 0 || disabled.length > 0) return [...first, ...disabled]
    await stage.close()
    const ready = await stage.open()
    const second = await deadPage(stage, ready !== null, FAILED)
    return [...second, ...(await exploreRefused(stage))]
  },
}

/** Taps every control. What waits for a call that is refused must go on, and what is disabled for it be enabled again. */
const exploreRefused = async (stage: Stage): Promise<readonly Breach[]> => {
  const { client, signal, entry } = stage
  const refused = new Map<string, LogEntry>()
  const hanging: Breach[] = []
  await explore(stage, TAPS, async ({ label, tap }) => {
    const after = (await client.calls()).at(-1)?.seq ?? 0
    await tap()
    await wait(REFUSED_WITHIN_MS, undefined, { signal })
    const call = (await client.calls()).find(
      (one) => one.kind === 'call' && one.seq > after && one.error !== undefined,
    )
    if (call === undefined) return
    refused.set(label, call)
    if (hanging.length === 0) hanging.push(...(await hangingView(stage)))
  })
  if (refused.size === 0) return []
  const disabled = await stillDisabled(stage, [...refused.keys()])
  const disabledFor = [...refused].flatMap(([label, call]) =>
    disabled.includes(label)
      ? [
          breach(
            'run/stays-disabled',
            entry,
            `The button ${quoted(label)} stays disabled after ${entryName(call)} was refused.`,
          ),
        ]
      : [],
  )
  return [...hanging, ...disabledFor]
}

const TAPS = 12
const REFUSED_WITHIN_MS = 300

const FAILED = 'after its first calls were refused once'
