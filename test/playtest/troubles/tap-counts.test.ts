import { describe, expect, it } from 'vitest'
import { labelledControls } from '../../../src/playtest/page/labelled-controls.js'
import { touchedTwice } from '../../../src/playtest/troubles/tap-counts.js'
import type { Stage } from '../../../src/playtest/troubles/trouble.js'

/** An app with one number, and a button that adds to it. */
const found = async (byFinger: number, byMouse: number, text = (count: number) => [`Coins: ${count}`]) => {
  let count = 0
  const add = (by: number) => async (): Promise<void> => {
    count += by
  }
  const stage = {
    entry: 'index.html',
    signal: new AbortController().signal,
    window: {
      askApp: async (question: unknown) =>
        question === labelledControls ? [] : { lines: text(count), bars: [] },
    },
  } as unknown as Stage
  const taps = touchedTwice(stage, async () => {})
  const control = { label: 'Get 5', isButton: true, place: '1 1', tap: add(byFinger), click: add(byMouse) }
  await taps.watch(control, control.tap)
  return taps.found.map(({ rule, message }) => `${rule}: ${message}`)
}

describe('what a tap with a finger changes', () => {
  it('is told where it is twice as much as with a mouse', async () => {
    expect(await found(10, 5)).toEqual([
      'run/counts-twice: A tap with a finger on the button "Get 5" changes "Coins: …" by 10, and a click with a mouse by 5.',
    ])
    expect(await found(2, 1, (count) => [String(count)])).toEqual([
      'run/counts-twice: A tap with a finger on the button "Get 5" changes a number by 2, and a click with a mouse by 1.',
    ])
    expect(await found(2, 1, (count) => Array.from({ length: count }, () => 'Milk'))).toEqual([
      'run/counts-twice: A tap with a finger on the button "Get 5" adds 2 lines, and a click with a mouse 1.',
    ])
  })

  it('is fine where it is as much, or a mouse changes nothing', async () => {
    expect(await found(5, 5)).toEqual([])
    expect(await found(2, 0)).toEqual([])
    expect(await found(0, 0)).toEqual([])
  })
})

/**
 * A quiz whose next question comes a while after an answer.
 * @param isLocked whether further taps do not count until then
 * @param moves whether a next question comes
 * @param isBonus whether the same buttons are there for it
 */
const foundInQuiz = async (isLocked: boolean, moves = true, isBonus = false) => {
  let [points, question, pauses, isAnswered] = [0, 1, 0, false]
  const answer = async (): Promise<void> => {
    if (isLocked && isAnswered) return
    isAnswered = true
    points += 10
  }
  const pause = async (): Promise<void> => {
    pauses += isAnswered && moves ? 1 : 0
    if (pauses < 4) return
    ;[question, pauses, isAnswered] = [question + 1, 0, false]
  }
  const lines = () => [`Points: ${points}`, 'abc'[question % 3]]
  const controls = () => [{ label: isBonus ? 'Collect' : `Answer ${question}` }]
  const stage = {
    entry: 'index.html',
    signal: new AbortController().signal,
    window: {
      askApp: async (question: unknown) =>
        question === labelledControls ? controls() : { lines: lines(), bars: [] },
    },
  } as unknown as Stage
  const taps = touchedTwice(stage, pause)
  const control = { isButton: true, place: '1 1', tap: answer, click: answer }
  for (const label of ['Rome', 'Oslo', 'Lima']) await taps.watch({ ...control, label }, answer)
  return taps.found.map(({ rule, message }) => `${rule}: ${message}`)
}

describe('two taps on an answer', () => {
  it('count once', async () => {
    expect(await foundInQuiz(false)).toEqual([
      'run/counts-twice: Two taps on the button "Oslo" change "Points: …" by 10 each, but the app goes on as after one.',
    ])
    expect(await foundInQuiz(true)).toEqual([])
  })

  it('may both count where nothing follows on them, or the button just vanishes', async () => {
    expect(await foundInQuiz(false, false)).toEqual([])
    expect(await foundInQuiz(false, true, true)).toEqual([])
  })
})
