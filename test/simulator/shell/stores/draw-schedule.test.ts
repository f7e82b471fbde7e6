import { describe, expect, it } from 'vitest'
import { createDrawSchedule, createLogStore } from '../../../../src/simulator/shell/stores/log-store.js'
import { callEntry } from '../../../support/cases/log-entries.js'
import { manualTimers } from '../../../support/fakes/manual-timers.js'

/** A log, the times it was drawn, and a clock that advances by milliseconds. */
const setUp = () => {
  const timers = manualTimers()
  const log = createLogStore(createDrawSchedule(timers))
  const drawn: { readonly at: number; readonly total: number }[] = []
  log.view.subscribe(({ total }) => drawn.push({ at: timers.now(), total }))
  drawn.length = 0
  const pass = (milliseconds: number) => {
    for (let n = 0; n < milliseconds; n++) timers.advance(1)
  }
  let seq = 0
  /** Entries at intervals of four milliseconds. */
  const enter = (count: number) => {
    for (let n = 0; n < count; n++) {
      log.add([callEntry(++seq)])
      pass(4)
    }
  }
  return { timers, drawn, enter, pass }
}

describe('when the log is drawn, which every answer to the app waits for', () => {
  it('draws the first entry after a pause soon, with what comes right behind it', () => {
    const { timers, drawn, enter, pass } = setUp()
    enter(3)
    pass(988)
    enter(1)
    pass(1_000)
    expect(drawn).toEqual([
      { at: 40, total: 3 },
      { at: 1_040, total: 4 },
    ])
    expect(timers.running()).toBe(0)
  })

  it('draws a stream of entries five times a second, and its last one', () => {
    const { timers, drawn, enter, pass } = setUp()
    enter(250)
    expect(drawn.map(({ at }) => at)).toEqual([40, 240, 440, 640, 840])
    pass(1_000)
    expect(drawn.slice(5)).toEqual([{ at: 1_040, total: 250 }])
    expect(timers.running()).toBe(0)
  })
})
