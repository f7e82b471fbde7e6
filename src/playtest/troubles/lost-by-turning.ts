import { setTimeout as wait } from 'node:timers/promises'
import { type Breach, breach } from '../judge.js'
import { learningPlayer } from '../learning-player.js'
import { scores } from '../page/scores.js'
import { turnFrame } from '../page/shell-questions.js'
import { closeSheets } from '../random-player.js'
import { begin } from './begin.js'
import type { Scores } from './over.js'
import type { Stage } from './trouble.js'

/** Plays until something is won, and turns the phone then: a game that begins again with each new size has lost it. */
export const lostByTurning = async (stage: Stage): Promise<readonly Breach[]> => {
  const { window, entry, signal } = stage
  const frames = ['landscape', 'phone']
  const looks: TurnedScores[] = []
  // What is the same without a turn says nothing; once may be chance.
  for (const isTurned of [true, true, false]) {
    const [frame] = frames
    await stage.close()
    await stage.open()
    await begin(stage)
    await wait(SHOWN_WITHIN_MS, undefined, { signal })
    const start = await scoresIn(stage)
    if (start.size === 0) return []
    let before = start
    await learningPlayer(stage).play(PLAY_MS, async () => {
      before = await scoresIn(stage)
      return risenIn(start, before).length > 0
    })
    await closeSheets(window)
    before = await scoresIn(stage)
    if (risenIn(start, before).length === 0 || frame === undefined) return []
    if (isTurned && !(await window.askShell(turnFrame, frame))) return []
    if (isTurned) frames.reverse()
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
const PLAY_MS = 10_000
