import { setTimeout as wait } from 'node:timers/promises'
import { COVER_MAX_MS } from '../../platform/limits.js'
import { learningPlayer } from '../learning-player.js'
import { type LabelledControl, labelledControls, uncontrolledPlace } from '../page/labelled-controls.js'
import { scores } from '../page/scores.js'
import { seen } from '../page/seen.js'
import { frameBox } from '../page/shell-questions.js'
import { closeSheets } from '../random-player.js'
import { numberOf, numbersIn } from '../shown-numbers.js'
import { begin, beginsAnew, leaveGame, pauses, pressOne, resumes, startOf } from './begin.js'
import { keyOf } from './explore.js'
import { unseenButton } from './keyboard.js'
import { keysAfterEnd } from './keys-after-end.js'
import { comeBack, growing, heldBy, type Round, soak } from './leaks.js'
import { boardOf, isTool, lateMoves, oldBoard } from './new-game.js'
import {
  beatenBests,
  hasScored,
  isScore,
  LEAST_ROUNDS,
  notOver,
  type ScoredRound,
  type Scores,
  type TappedScores,
} from './over.js'
import type { Stage, Trouble } from './trouble.js'

/** A game is begun again and again: what each round leaves running slows down the next. */
export const ROUNDS: Trouble = {
  name: 'rounds',
  expects: [],
  readyWithinMs: COVER_MAX_MS * 2,
  view: { holdings: true, clockwork: true },
  prepare: async () => {},
  play: async (stage) => {
    const { window, signal, entry } = stage
    const rounds: Round[] = []
    const scored: ScoredRound[] = []
    const player = learningPlayer(stage)
    const unseen = unseenButton(stage)
    const keys = keysAfterEnd(stage)
    const start = performance.now()
    /** Where a score is in sight that nothing was won of, more is played: what a new game begins with is not known yet. */
    const mayScore = (): boolean =>
      scored.some(({ start: shown }) => [...shown.keys()].some(isScore)) &&
      !scored.slice(0, -LEAST_ROUNDS).some(hasScored)
    /** One best score that a round has beaten may be late. */
    const mayBeLate = (): boolean =>
      [...(scored[0]?.start.keys() ?? [])].some(
        (name) => isScore(name) && beatenBests(scored, name).length === 1,
      )
    const playsOn = (): boolean => {
      const isOpen = scored.length < MOST_UNTIL_SCORED && (mayScore() || mayBeLate())
      const isEnough = scored.length >= MOST_ROUNDS && !isOpen
      return !isEnough && performance.now() < start + MOST_MS
    }
    while (playsOn()) {
      await closeSheets(window)
      if (await leaveGame(stage)) await wait(SETTLES_MS, undefined, { signal })
      const button = await begin(stage)
      await wait(SHOWN_WITHIN_MS, undefined, { signal })
      await unseen.begin()
      const startScores = await scoresOf(stage)
      const startBoard = await boardOf(stage)
      const stays = startOf((await window.askApp(labelledControls, null)) ?? []) !== null
      const paused =
        scored.filter((one) => one.paused !== null).length < MOST_WATCHED ? await watchPause(stage) : null
      let looks = 0
      let isOver = false
      let wasOn = false
      let during = startScores
      let endBoard = startBoard
      /** What the game is played with. */
      const tools = new Set<string>()
      // A game with a time limit is over after it.
      const isLong =
        scored.length >= LEAST_ROUNDS &&
        scored.length < LEAST_ROUNDS + LONG_ROUNDS &&
        !scored.some(({ later }) => later !== null)
      await player.play(isLong ? LONG_ROUND_MS : MOST_ROUND_MS, async ({ controls }) => {
        looks += 1
        await keys.watch(controls)
        isOver = controls.some(beginsAnew)
        wasOn ||= !isOver
        const now = await boardOf(stage)
        if (now.length > 0) endBoard = now
        if (startOf(controls) === null) {
          during = await scoresOf(stage)
          await unseen.watch(startScores, during)
          for (const one of controls) if (isTool(one)) tools.add(keyOf(one))
        }
        return looks >= (stays ? MOST_LOOKS : LEAST_LOOKS) && startOf(controls) !== null
      })
      await closeSheets(window)
      await wait(SETTLES_MS, undefined, { signal })
      const endScores = await scoresOf(stage)
      const isWatched = isOver && wasOn && scored.filter(({ later }) => later !== null).length < MOST_WATCHED
      const best = isOver ? await bestOf(stage) : null
      if (isWatched) await wait(GOES_ON_WITHIN_MS, undefined, { signal })
      const later = isWatched ? await scoresOf(stage) : null
      scored.push({
        isNew: button !== null && beginsAnew(button),
        start: startScores,
        during,
        end: endScores,
        later,
        tapped: isWatched ? await tapAll(stage, tools) : null,
        best,
        board: { start: startBoard, end: endBoard },
        paused,
      })
      const counts = await heldBy(window)
      // Pictures and sounds of later rounds may be new ones.
      if (counts !== null && rounds.length < MOST_ROUNDS)
        rounds.push({ counts, memory: await window.memory() })
    }
    const left = growing(entry, rounds)
    const returned =
      left.length > 0 ? [] : growing(entry, await comeBack(stage), 'returns from the background')
    const late = await lateMoves(stage)
    const soaked = left.length > 0 ? [] : await soak(stage)
    return [
      ...left,
      ...soaked,
      ...unseen.found,
      ...keys.found,
      ...returned,
      ...notOver(entry, scored),
      ...(late.length > 0 ? late : await oldBoard(stage, scored)),
    ]
  },
}

/** The best score in sight; null where there is none. */
const bestOf = async ({ window }: Stage): Promise<number | null> => {
  const numbers = numbersIn((await window.askApp(seen, null))?.lines ?? [])
  const [best] = [...numbers].filter(([line]) => BEST.test(line))
  return best === undefined ? null : numberOf(best[1])
}

const BEST = /^\W*(?:your |my )?(?:best|high ?score|top score|record)(?: score)?:? #\n/i

/** Taps what a game was played with. @returns the numbers after it */
const tapAll = async (stage: Stage, tools: ReadonlySet<string>): Promise<Scores> => {
  for (const tool of [...tools].slice(0, MOST_TOOLS)) {
    await pressOne(stage, (controls) => controls.find((one) => keyOf(one) === tool))
    await wait(SHOWN_WITHIN_MS, undefined, { signal: stage.signal })
  }
  await closeSheets(stage.window)
  return scoresOf(stage)
}

const scoresOf = async ({ window }: Stage): Promise<Scores> => new Map(await window.askApp(scores, null))

/**
 * Pauses the game with its own button, lets it go on, and pauses it again immediately: a countdown may run by then. Null where it
 * has no such button, or does not say that it is paused.
 */
const watchPause = async (stage: Stage): Promise<ScoredRound['paused']> => {
  const { signal } = stage
  /** @returns whether there was one to press */
  const press = async (isWanted: (control: LabelledControl) => boolean): Promise<boolean> => {
    const isPressed = await pressOne(stage, (controls) => controls.find(isWanted))
    if (isPressed) await wait(SETTLES_MS, undefined, { signal })
    return isPressed
  }
  const rest = (): Promise<void> => wait(GOES_ON_WITHIN_MS, undefined, { signal })
  if (!(await press(pauses))) return null
  const start = await scoresOf(stage)
  await rest()
  const later = await scoresOf(stage)
  if (!(await press(resumes))) return null
  if (!(await press(pauses))) return { start, later, isOver: false, tapped: null }
  await rest()
  if (!(await press(resumes))) return { start, later, isOver: true, tapped: null }
  return { start, later, isOver: false, tapped: (await press(pauses)) ? await tapPaused(stage) : null }
}

/** Taps the playing field of a game that is paused. @returns the numbers before and after it; null if that lets it go on */
const tapPaused = async (stage: Stage): Promise<TappedScores | null> => {
  const { window, signal } = stage
  const before = await scoresOf(stage)
  for (let taps = 0; taps < PAUSE_TAPS; taps += 1) {
    const box = await window.askShell(frameBox, null)
    const at = await window.askApp(uncontrolledPlace, null)
    if (box === null || at === null) break
    await window.press({ x: box.x + at.x, y: box.y + at.y })
    await wait(SHOWN_WITHIN_MS, undefined, { signal })
  }
  const after = await scoresOf(stage)
  const controls = (await window.askApp(labelledControls, null)) ?? []
  const isPaused = controls.some(resumes) && !controls.some(pauses)
  await pressOne(stage, (all) => all.find(resumes))
  return isPaused ? { before, after } : null
}

const MOST_ROUNDS = 10
const MOST_UNTIL_SCORED = 20
const MOST_MS = 120_000
const MOST_ROUND_MS = 8_000
const LONG_ROUND_MS = 60_000
const LONG_ROUNDS = 2
const MOST_TOOLS = 3
/** Where the button that begins stays in sight while a game is played, it does not say that it is over. */
const MOST_LOOKS = 8
const LEAST_LOOKS = 3
/** How long a number takes to change that goes on after the end, and how often that is watched. */
const GOES_ON_WITHIN_MS = 1_500
const MOST_WATCHED = 3
const SHOWN_WITHIN_MS = 200
const PAUSE_TAPS = 3
const SETTLES_MS = 300
