import { setTimeout as wait } from 'node:timers/promises'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import type { LabelledControl } from '../page/labelled-controls.js'
import { board } from '../page/questions.js'
import { seen } from '../page/seen.js'
import { begin, beginsAnew, leadsAway, pressOne, startOf } from './begin.js'
import { leftOnBoard, type ScoredRound } from './over.js'
import type { Stage } from './trouble.js'

/** Finds a new game that begins with the board of the last one, if the app shows an empty board when it is opened again. */
export const oldBoard = async (stage: Stage, rounds: readonly ScoredRound[]): Promise<readonly Breach[]> => {
  const [found] = rounds.flatMap(({ board: last }, index) => {
    const next = rounds[index + 1]
    const left = next?.isNew === true ? leftOnBoard(last, next.board) : []
    return left.length === 0 ? [] : [{ last, left }]
  })
  if (found === undefined) return []
  await stage.close()
  await stage.open()
  await begin(stage)
  await wait(SETTLES_MS, undefined, { signal: stage.signal })
  const fresh = await boardOf(stage)
  const { last, left } = found
  if (left.some((at) => fresh[at] === last.end[at])) return []
  const what = `A new game begins with the board of the last one: ${left.length} fields are as they were at its end.`
  return [breach('run/old-score', stage.entry, what)]
}

/**
 * Begins a new game right after a tap in the last one: what follows that tap late, such as a robot's move, must not reach it.
 * @param pause waits so many milliseconds
 */
export const lateMoves = async (
  stage: Pick<Stage, 'window' | 'entry' | 'signal'>,
  pause = (milliseconds: number): Promise<void> => wait(milliseconds, undefined, { signal: stage.signal }),
): Promise<readonly Breach[]> => {
  const { window, entry } = stage
  const view = async (): Promise<string> =>
    JSON.stringify([await boardOf(stage), (await window.askApp(seen, null))?.lines])
  const beginNew = async (): Promise<string | null> => {
    if (!(await pressOne(stage, (controls) => controls.find(beginsAnew)))) return null
    await pause(SETTLES_MS)
    return view()
  }
  const later = async (): Promise<string> => {
    await pause(FOLLOWS_WITHIN_MS)
    return view()
  }
  const fresh = await beginNew()
  if (fresh === null || (await later()) !== fresh) return []
  const late: string[] = []
  for (let taps = 0; taps < TAPS; taps += 1) {
    let tapped: LabelledControl | undefined
    await pressOne(stage, (controls) => {
      tapped = controls.filter(isTool)[taps]
      return tapped
    })
    // A game that begins differently each time says nothing.
    if (tapped === undefined || (await beginNew()) !== fresh) return []
    if ((await later()) !== fresh) late.push(tapped.label)
  }
  const [label] = late
  if (label === undefined || late.length < LEAST_LATE) return []
  const what = `A new game was begun right after a tap on ${quoted(label)}, and what that tap started then happened in the new game.`
  return [breach('run/old-score', entry, what)]
}

/** Whether a game is played with a control. */
export const isTool = (control: LabelledControl): boolean =>
  control.isButton && !leadsAway(control) && startOf([control]) === null && !beginsAnew(control)

export const boardOf = async ({ window }: Pick<Stage, 'window'>): Promise<readonly string[]> =>
  (await window.askApp(board, null)) ?? []

const SETTLES_MS = 200
const FOLLOWS_WITHIN_MS = 1_500
const TAPS = 3
const LEAST_LATE = 2
