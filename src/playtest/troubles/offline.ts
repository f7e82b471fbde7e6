import { COVER_MAX_MS } from '../../platform/limits.js'
import { SECOND_MS } from '../../platform/units.js'
import type { LogEntry } from '../../testing/index.js'
import { type Breach, breach } from '../judge.js'
import { deadPage } from './stuck.js'
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
    return [...dead, ...callStorms(stage.entry, await stage.client.calls())]
  },
}

/** A call that is made again as soon as it is refused, as long as the connection is gone. */
export const callStorms = (entry: string, log: readonly LogEntry[]): readonly Breach[] => {
  const refused = new Map<string, number[]>()
  for (const one of log) {
    if (one.kind !== 'call' || one.method === null || one.error?.code !== 'OFFLINE') continue
    refused.set(one.method, [...(refused.get(one.method) ?? []), Date.parse(one.at)])
  }
  return [...refused].flatMap(([method, times]) => {
    let most = 0
    let from = 0
    for (const [index, at] of times.entries()) {
      while (at - (times[from] ?? at) >= SECOND_MS) from += 1
      most = Math.max(most, index - from + 1)
    }
    return most < LEAST_STORM
      ? []
      : [
          breach(
            'run/call-storm',
            entry,
            `${method} was refused with OFFLINE ${most} times within a second, and called again each time.`,
          ),
        ]
  })
}

/** Faster than any person taps. */
const LEAST_STORM = 20
