import { describe, expect, it } from 'vitest'
import { MatchWatch } from '../../../../src/simulator/server/windows/match-watch.js'

/** Timers that a test fires: each with its milliseconds. */
const timers = () => {
  const waiting: { readonly ms: number; readonly run: () => void }[] = []
  return {
    waiting,
    wake: (ms: number, run: () => void) => {
      const timer = { ms, run }
      waiting.push(timer)
      return () => {
        if (waiting.includes(timer)) waiting.splice(waiting.indexOf(timer), 1)
      }
    },
    fire: () => waiting.shift()?.run(),
  }
}

describe('reports about matches as they go', () => {
  it('come immediately after a pause, and then at most four times a second', () => {
    const { waiting, wake, fire } = timers()
    let told = 0
    const watch = new MatchWatch(wake, () => {
      told += 1
    })
    expect(waiting).toEqual([])
    watch.changed()
    watch.changed()
    expect(waiting.map(({ ms }) => ms)).toEqual([0])
    fire()
    expect([told, ...waiting.map(({ ms }) => ms)]).toEqual([1, 250])
    for (let n = 0; n < 100; n++) watch.changed()
    expect(told).toBe(1)
    fire()
    expect([told, waiting.length]).toEqual([2, 1])
  })

  it('tells once more when the rates have fallen, and then waits for nothing', () => {
    const { waiting, wake, fire } = timers()
    let told = 0
    const watch = new MatchWatch(wake, () => {
      told += 1
    })
    watch.changed()
    fire()
    for (let turn = 1; turn <= 7; turn++) fire()
    expect([told, waiting.length]).toEqual([1, 1])
    fire()
    expect([told, waiting.length]).toEqual([2, 0])
    watch.changed()
    fire()
    expect(told).toBe(3)
    watch.stop()
    expect(waiting).toEqual([])
  })
})
