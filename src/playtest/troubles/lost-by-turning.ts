import { setTimeout as wait } from 'node:timers/promises'
import { type Breach, breach } from '../judge.js'
import { learningPlayer } from '../learning-player.js'
import { scores } from '../page/scores.js'
import { turnFrame } from '../page/shell-questions.js'
import { closeSheets } from '../random-player.js'
import { begin, pressOne } from './begin.js'
import { isTool } from './new-game.js'
import type { Scores } from './over.js'
import type { Stage } from './trouble.js'

/** Plays until something is won, and turns the phone then: a game that begins again with each new size has lost it. */
export const lostByTurning = async (stage: Stage): Promise<readonly Breach[]> => {
  const { window, entry, signal } = stage
  const looks: TurnedScores[] = []
  if (!(await window.askShell(turnFrame, 'landscape'))) return []
  // What is the same without a turn says nothing; once may be chance.
  for (const isTurned of [true, true, false]) {
    await stage.close()
    await stage.open()
    await begin(stage)
    await wait(SHOWN_WITHIN_MS, undefined, { signal })
    const start = await scoresIn(stage)
    if (start.size === 0) return []
    const hasRisen = async (): Promise<boolean> => risenIn(start, await scoresIn(stage)).length > 0
    await tapTools(stage, hasRisen)
    if (!(await hasRisen())) await learningPlayer(stage).play(PLAY_MS, hasRisen)
    await closeSheets(window)
    const before = await scoresIn(stage)
    if (risenIn(start, before).length === 0) return []
    if (isTurned) await window.askShell(turnFrame, 'landscape')
    await wait(SHOWN_WITHIN_MS, undefined, { signal })
    looks.push({ start, before, after: await scoresIn(stage), isTurned })
    if (lostIn(looks).length === 0) return []
  }
  const [name] = lostIn(looks)
  const [first] = looks
  if (name === undefined || first === undefined) return []
  const what = `The ${name} was ${first.before.get(name)} when the phone was turned, and ${first.after.get(name)} after it, as at the start of the game.`
  return [breach('run/lost-by-turning', entry, what)]
}

/** Taps what the game is played with, one after the other. */
const tapTools = async (stage: Stage, isDone: () => Promise<boolean>): Promise<void> => {
  for (let taps = 0; taps < TAPS && !(await isDone()); taps += 1) {
    await pressOne(stage, (controls) => {
      const tools = controls.filter(isTool)
      return tools[taps % Math.max(1, tools.length)]
    })
    await wait(SHOWN_WITHIN_MS, undefined, { signal: stage.signal })
  }
}

/** The numbers of a game at its start, and a moment before and after the phone was turned, or was not. */
export interface TurnedScores {
  readonly start: Scores
  readonly before: Scores
  readonly after: Scores
  readonly isTurned: boolean
}

/** The names of the numbers that fall back to their start with each turn, and only then. */
export const lostIn = (looks: readonly TurnedScores[]): readonly string[] =>
  [...(looks[0]?.start.keys() ?? [])].filter((name) =>
    looks.every(({ start, before, after, isTurned }) => {
      const isLost = risenIn(start, before).includes(name) && after.get(name) === start.get(name)
      return isLost === isTurned
    }),
  )

const risenIn = (start: Scores, now: Scores): readonly string[] =>
  [...start].flatMap(([name, number]) => ((now.get(name) ?? 0) > number ? [name] : []))

const scoresIn = async ({ window }: Stage): Promise<Scores> => new Map(await window.askApp(scores, null))

const SHOWN_WITHIN_MS = 500
const TAPS = 4
const PLAY_MS = 8_000
