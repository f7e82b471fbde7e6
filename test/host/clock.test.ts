import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BaseClock, LATEST_TIME, LONGEST_WAIT_MS, MovableClock } from '../../src/host/clock.js'
import { runs } from '../support/vitest/runs.js'

const HOUR = 3_600_000

/** A machine whose time the test moves, and that wakes those who asked for it. */
const machine = (start = 1_000) => {
  let time = start
  let wakes: { readonly at: number; readonly run: () => void }[] = []
  const base: BaseClock = {
    now: () => time,
    monotonic: () => time,
    wake: (milliseconds, run) => {
      const wake = { at: time + milliseconds, run }
      wakes.push(wake)
      return () => {
        wakes = wakes.filter((other) => other !== wake)
      }
    },
  }
  return {
    base,
    wakes: () => wakes.map(({ at }) => at),
    pass: (milliseconds: number) => {
      const until = time + milliseconds
      for (;;) {
        const next = wakes.toSorted((a, b) => a.at - b.at)[0]
        if (next === undefined || next.at > until) break
        time = next.at
        wakes = wakes.filter((other) => other !== next)
        next.run()
      }
      time = until
    },
  }
}

const rethrow = (error: unknown): void => {
  throw error
}

describe('the clock that a developer moves', () => {
  it('runs faster from the moment on at which it is told to, and normally again', () => {
    const { base, pass } = machine()
    const clock = new MovableClock(base, rethrow)
    pass(100)
    clock.setSpeed(10)
    expect([clock.now(), clock.speed, clock.ahead]).toEqual([1_100, 10, 0])
    pass(50)
    expect([clock.now(), clock.ahead]).toEqual([1_600, 450])
    clock.setSpeed(100)
    pass(1)
    expect(clock.now()).toBe(1_700)
    clock.setSpeed(1)
    pass(7)
    expect([clock.now(), clock.ahead]).toEqual([1_707, 549])
  })

  it('keeps its speed while it is paused, and runs no alarm early or twice', () => {
    const { base, pass } = machine()
    const clock = new MovableClock(base, rethrow)
    const rang: number[] = []
    clock.setSpeed(10)
    clock.at(1_995, () => rang.push(clock.now()))
    pass(50)
    clock.pause()
    pass(1_000)
    expect([clock.now(), clock.speed, rang]).toEqual([1_500, 10, []])
    clock.resume()
    pass(49)
    expect(rang).toEqual([])
    pass(1)
    // The machine's clock has whole milliseconds: the alarm is at most one of these late.
    expect(rang).toEqual([2_000])
    pass(1_000)
    expect(rang).toEqual([2_000])
    clock.reset()
    expect([clock.speed, clock.ahead]).toEqual([1, 0])
  })

  it('moves until nothing is due for an hour, also through what sets something new', () => {
    const { base } = machine()
    const clock = new MovableClock(base, rethrow)
    const rang: string[] = []
    clock.at(1_000 + 5_000, () => {
      rang.push('first')
      clock.at(clock.now() + HOUR, () => rang.push('second'))
    })
    clock.at(1_000 + 5_000 + 2 * HOUR + 1, () => rang.push('far'))
    expect(clock.advanceUntilQuiet()).toBe(5_000 + HOUR)
    expect(rang).toEqual(['first', 'second'])
    expect(clock.advanceUntilQuiet()).toBe(0)
  })

  it('ends its search for quiet where an alarm always sets the next', () => {
    const { base } = machine()
    const clock = new MovableClock(base, rethrow)
    let count = 0
    const again = (): void => {
      count += 1
      clock.at(clock.now() + 1_000, again)
    }
    clock.at(clock.now() + 1_000, again)
    clock.advanceUntilQuiet()
    expect(count).toBe(10_000)
  })

  it('follows the machine, runs ahead of it once moved, and stands still while it is paused', () => {
    const { base, pass } = machine()
    const clock = new MovableClock(base, rethrow)
    pass(500)
    expect(clock.now()).toBe(1_500)
    clock.advance(HOUR)
    expect([clock.now(), clock.ahead]).toEqual([1_500 + HOUR, HOUR])
    clock.pause()
    pass(200)
    expect([clock.now(), clock.paused]).toEqual([1_500 + HOUR, true])
    clock.advance(100)
    expect(clock.now()).toBe(1_600 + HOUR)
    clock.resume()
    pass(10)
    expect([clock.now(), clock.paused]).toEqual([1_610 + HOUR, false])
    clock.reset()
    expect([clock.now(), clock.ahead]).toEqual([1_710, 0])
  })

  it('only moves forward, and not past the latest date that can be written', () => {
    const clock = new MovableClock(machine().base, rethrow)
    expect(() => clock.advance(-1)).toThrow('can only move forward')
    expect(() => clock.advance(Number.NaN)).toThrow('can only move forward')
    expect(() => clock.advance(LATEST_TIME)).toThrow('cannot move that far')
    expect(clock.now()).toBe(1_000)
  })

  it('wakes by itself for what falls due, and never holds a timer longer than JavaScript can', () => {
    const { base, pass, wakes } = machine()
    const clock = new MovableClock(base, rethrow)
    const ran: number[] = []
    clock.at(1_000 + 40 * LONGEST_WAIT_MS, () => ran.push(clock.now()))
    expect(wakes()).toEqual([1_000 + LONGEST_WAIT_MS])
    pass(40 * LONGEST_WAIT_MS - 1)
    expect(ran).toEqual([])
    pass(1)
    expect(ran).toEqual([1_000 + 40 * LONGEST_WAIT_MS])
    expect(wakes()).toEqual([])
  })

  it('runs what is already due once the caller is done, never before', () => {
    const { base, pass } = machine()
    const clock = new MovableClock(base, rethrow)
    const ran: string[] = []
    clock.at(0, () => ran.push('due'))
    expect(ran).toEqual([])
    pass(0)
    expect(ran).toEqual(['due'])
  })

  it('runs all that lies on the way when it is moved, each at its own moment, what they ask for included', () => {
    const clock = new MovableClock(machine().base, rethrow)
    const ran: [string, number][] = []
    const note = (name: string) => () => ran.push([name, clock.now()])
    clock.at(1_300, note('third'))
    clock.at(1_100, () => {
      note('first')()
      clock.at(1_200, note('second'))
    })
    clock.at(1_300, note('fourth'))
    clock.at(2_001, note('beyond'))
    clock.advance(1_000)
    expect(ran).toEqual([
      ['first', 1_100],
      ['second', 1_200],
      ['third', 1_300],
      ['fourth', 1_300],
    ])
    expect(clock.now()).toBe(2_000)
  })

  it('goes exactly as far as it is told, though the machine’s time goes on meanwhile', () => {
    let time = 0
    const clock = new MovableClock(
      { now: () => (time += 1), monotonic: () => time, wake: () => () => {} },
      rethrow,
    )
    clock.at(HOUR / 2, () => undefined)
    clock.advance(HOUR)
    expect(clock.ahead).toBe(HOUR)
  })

  it('runs all that is due at the moment that its listener sees, though the machine’s time goes on meanwhile', () => {
    let time = 1_000
    const wakes: (() => void)[] = []
    const base: BaseClock = {
      now: () => time++,
      monotonic: () => time,
      wake: (_milliseconds, run) => {
        wakes.push(run)
        return () => {}
      },
    }
    const clock = new MovableClock(base, rethrow)
    const moments: number[] = []
    const ran: number[] = []
    clock.listen({ moves: () => moments.push(clock.now()), moved: () => {} })
    for (const at of [1_010, 1_011, 1_012, 1_013]) clock.at(at, () => ran.push(at))
    time = 1_011
    wakes.at(-1)?.()
    expect({ moments, ran }).toEqual({ moments: [1_011], ran: [1_010, 1_011] })
  })

  it('wakes nobody while it is paused, and wakes again once it runs', () => {
    const { base, pass, wakes } = machine()
    const clock = new MovableClock(base, rethrow)
    const ran: number[] = []
    clock.at(1_500, () => ran.push(clock.now()))
    clock.pause()
    expect(wakes()).toEqual([])
    pass(10_000)
    expect(ran).toEqual([])
    clock.resume()
    pass(500)
    expect(ran).toEqual([1_500])
  })

  it('runs nothing that was cancelled, whichever was next', () => {
    const { base, pass, wakes } = machine()
    const clock = new MovableClock(base, rethrow)
    const ran: string[] = []
    const first = clock.at(1_100, () => ran.push('first'))
    clock.at(1_200, () => ran.push('second'))
    first()
    first()
    expect(wakes()).toEqual([1_200])
    pass(200)
    expect(ran).toEqual(['second'])
    clock.at(2_000, () => ran.push('third'))
    clock.stop()
    expect(wakes()).toEqual([])
  })

  it('runs the others where one throws, and reports it', () => {
    const defects: unknown[] = []
    const clock = new MovableClock(machine().base, (error) => defects.push(error))
    const ran: string[] = []
    const defect = new Error('broken')
    clock.at(1_100, () => {
      throw defect
    })
    clock.at(1_100, () => ran.push('other'))
    clock.advance(200)
    expect(ran).toEqual(['other'])
    expect(defects).toEqual([defect])
  })

  it('runs each alarm once, in order of time, however the time passes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(5_000), { maxLength: 20 }),
        fc.array(fc.record({ by: fc.nat(1_000), moved: fc.boolean() }), { maxLength: 20 }),
        (delays, steps) => {
          const { base, pass } = machine()
          const clock = new MovableClock(base, rethrow)
          const ran: number[] = []
          for (const delay of delays) clock.at(1_000 + delay, () => ran.push(1_000 + delay))
          pass(0)
          for (const { by, moved } of steps) moved ? clock.advance(by) : pass(by)
          const due = delays.map((delay) => 1_000 + delay).filter((time) => time <= clock.now())
          expect(ran).toEqual(due.toSorted((a, b) => a - b))
        },
      ),
      { numRuns: runs(200) },
    )
  })
})
