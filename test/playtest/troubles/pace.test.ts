import { describe, expect, it } from 'vitest'
import type { Movement } from '../../../src/playtest/page/clockwork.js'
import { arriveByFrames, countSpeedUp, jumpOf, paceOf, speedUp } from '../../../src/playtest/troubles/pace.js'

/** A number that changes by so much at each of so many frames. */
const moving = (hertz: number, step: number, frames: number, from = 0): (readonly [number, number])[] =>
  Array.from({ length: frames }, (_, frame) => [(frame * 1_000) / hertz, from + frame * step] as const)

describe('the pace of a number', () => {
  it('is that of its longest stretch in one direction', () => {
    expect(paceOf(moving(50, 2, 100))).toEqual({ perSecond: 100, changes: 99 })
    expect(
      paceOf([
        [0, 0],
        [100, 5],
        [200, 4],
        [300, 3],
        [400, 2],
      ]),
    ).toEqual({ perSecond: -10, changes: 3 })
  })

  it('is none where nothing changes', () => {
    expect(paceOf([])).toBeNull()
    expect(paceOf([[0, 7]])).toBeNull()
  })
})

describe('an app on two displays', () => {
  it('is as much faster as the middle of what moves steadily in both', () => {
    const slow: Movement = { a: moving(30, 1, 60), b: moving(30, 1, 60), c: moving(30, 3, 60) }
    const fast: Movement = { a: moving(120, 1, 60), b: moving(120, 1, 60), c: moving(120, 0.75, 60) }
    expect(speedUp(slow, fast)).toMatchObject({ what: 'a', slow: 30, fast: 120, factor: 4 })
    expect(speedUp({ c: slow['c'] ?? [] }, fast)).toMatchObject({ what: 'c', factor: 1 })
  })

  it('says nothing where too little moves, or only in one of them', () => {
    expect(speedUp({ a: moving(30, 1, 5) }, { a: moving(120, 1, 60) })).toBeNull()
    expect(speedUp({ a: moving(30, 1, 60) }, {})).toBeNull()
    expect(speedUp({ a: moving(30, 1, 60) }, { a: moving(120, -1, 60) })).toBeNull()
  })
})

describe('a page that is shown again', () => {
  const countdown = (after: number): Movement => ({
    'text in <span>': [
      [0, 90],
      [1_000, 89],
      [2_000, 88],
      [3_000, 87],
      [6_200, after],
    ],
  })

  it('has jumped if a text has changed by more than time has passed', () => {
    expect(jumpOf(countdown(27), 3_100, 6_000, 1_500)).toEqual({ what: 'text in <span>', seconds: 60 })
    expect(jumpOf(countdown(86), 3_100, 6_000, 1_500)).toBeNull()
  })

  it('has jumped if most of what moves on its canvas did, not if one thing did', () => {
    const things = (...jumps: readonly number[]): Movement =>
      Object.fromEntries(
        jumps.map((to, index) => [`canvas fillRect ${index}`, [...moving(50, 1, 100), [6_100, to] as const]]),
      )
    expect(jumpOf(things(3_099, 3_099, 100), 3_000, 6_000, 1_500)).toMatchObject({ seconds: 60 })
    expect(jumpOf(things(3_099, 100, 100), 3_000, 6_000, 1_500)).toBeNull()
  })

  it('has not if nothing moved before, or it stays as it was', () => {
    expect(
      jumpOf(
        {
          'text in <p>': [
            [0, 1],
            [6_100, 99],
          ],
        },
        3_000,
        6_000,
        1_500,
      ),
    ).toBeNull()
    expect(jumpOf({ 'text in <p>': moving(1, 1, 3) }, 3_000, 6_000, 1_500)).toBeNull()
  })
})

describe('a text that counts', () => {
  /** @param times when it changes, after it began */
  const count = (from: number, step: number, ...times: readonly number[]): Movement => ({
    'text 3 in <b#time>': [0, ...times].map((time, index) => [time, from + index * step] as const),
  })
  const FAST = count(30, -1, 300, 717, 1_134, 1_551)

  it('follows the display if its seconds become shorter', () => {
    expect(countSpeedUp(count(30, -1, 1_400, 3_400), FAST)).toMatchObject({ slow: 0.5, factor: 2_000 / 417 })
    expect(countSpeedUp(count(3, -1, 100, 1_300, 2_500), count(3, -1, 100, 1_300, 2_500))).toMatchObject({
      factor: 1,
    })
  })

  it('says nothing where it changes by chance, by other steps, or once', () => {
    expect(countSpeedUp(count(30, -1, 1_400, 3_400), count(30, -1, 300, 900, 1_100))).toBeNull()
    expect(countSpeedUp(count(30, -2, 1_400, 3_400), FAST)).toBeNull()
    expect(countSpeedUp(count(30, -1, 1_400), FAST)).toBeNull()
    expect(
      countSpeedUp({ 'canvas 1': count(30, -1, 1_400, 3_400)['text 3 in <b#time>'] ?? [] }, FAST),
    ).toBeNull()
  })
})

describe('what comes into sight by itself', () => {
  const HERTZ = { slow: 30, fast: 144 }
  /** @param frames when each thing is there for the first time, in frames of a display */
  const things = (hertz: number, frames: readonly number[]): Movement =>
    Object.fromEntries(
      frames.map((frame, at) => [`canvas arc ${at} 0`, [[(frame * 1_000) / hertz, 10 + at]] as const]),
    )
  const FRAMES = [40, 62, 95, 140]

  it('follows the display where it comes after as many frames at each rate, wherever the first one is', () => {
    const later = FRAMES.map((frame) => frame + 25)
    expect(arriveByFrames(things(30, FRAMES), things(144, later), HERTZ)).toEqual({ things: 4, frames: 100 })
  })

  it('does not where it comes after as much time', () => {
    const sameTime = FRAMES.map((frame) => (frame * 144) / 30)
    expect(arriveByFrames(things(30, FRAMES), things(144, sameTime), HERTZ)).toBeNull()
  })

  it('says nothing of few things, of what is there soon, and of sparks that come in every frame', () => {
    const same = (frames: readonly number[]) => arriveByFrames(things(30, frames), things(144, frames), HERTZ)
    expect(same(FRAMES.slice(0, 3))).toBeNull()
    expect(same([1, 2, 3, 4])).toBeNull()
    expect(same([40, 41, 43, 44, 46, 47])).toBeNull()
    expect(same([])).toBeNull()
  })
})
