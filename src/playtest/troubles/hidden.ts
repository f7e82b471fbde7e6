import { setTimeout as wait } from 'node:timers/promises'
import { COVER_MAX_MS } from '../../platform/limits.js'
import { MINUTE_MS, SECOND_MS } from '../../platform/units.js'
import { type Breach, breach } from '../judge.js'
import { learningPlayer } from '../learning-player.js'
import {
  audioContexts,
  hidePage,
  loudness,
  passAnimations,
  recordAt,
  recorded,
  releaseTime,
  showPage,
} from '../page/clockwork.js'
import { CLOCKWORK } from '../page-names.js'
import { closeSheets } from '../random-player.js'
import { begin, beginsAnew, goOn, pressOne } from './begin.js'
import { entryName } from './cause.js'
import { explore } from './explore.js'
import { mutes } from './mute.js'
import { jumpOf } from './pace.js'
import { type Counts, countsIn, LINES, nameOf, steadyTap } from './tap-counts.js'
import type { Stage, Trouble } from './trouble.js'

/** The person leaves in the middle of a game, and comes back after a minute. */
export const HIDDEN: Trouble = {
  name: 'hidden',
  expects: [],
  readyWithinMs: COVER_MAX_MS * 2,
  view: { clockwork: true },
  prepare: async () => {},
  play: async (stage) => {
    const { window, client, entry, signal } = stage
    await window.askApp(recordAt, { name: CLOCKWORK, rate: null })
    await begin(stage)
    await wait(Math.max(stage.milliseconds, LEAST_PLAY_MS), undefined, { signal })
    // A short game is over by now, and nothing of it would go on.
    if (await pressOne(stage, (controls) => controls.find(beginsAnew)))
      await wait(BACK_MS, undefined, { signal })
    const before = await window.askApp(audioContexts, CLOCKWORK)
    await client.setSwitches({ visible: false })
    const hiddenAt = (await window.askApp(hidePage, CLOCKWORK)) ?? 0
    const breaches: Breach[] = []
    const fallen = await animatedOn(stage)
    if (fallen !== null)
      breaches.push({
        ...breach(
          'run/time-jumps',
          entry,
          `In the background, the CSS animations of the app went on: ${fallen}.`,
        ),
        fix: "Set animation-play-state to paused, or call pause() of the animations, on Service.on('visibility') with visible false.",
      })
    if (fallen === null && (await loudest(stage)) > SILENCE) {
      const left = (await client.calls()).findLast(({ kind }) => kind === 'event')
      breaches.push(
        breach(
          'run/sound-while-hidden',
          entry,
          `Sound kept playing after the app was hidden${left === undefined ? '' : `: ${entryName(left)}`}.`,
        ),
      )
    }
    await client.advance(`${MINUTE_MS / SECOND_MS}s`)
    const shownAt = await window.askApp(showPage, { name: CLOCKWORK, laterMs: MINUTE_MS })
    await client.setSwitches({ visible: true })
    await wait(BACK_MS, undefined, { signal })
    const goesOn = await goOn(stage)
    if (goesOn) await wait(BACK_MS, undefined, { signal })
    const movement = (await window.askApp(recorded, CLOCKWORK)) ?? {}
    const jump = shownAt === null ? null : jumpOf(movement, hiddenAt, shownAt, goesOn ? 3 * BACK_MS : BACK_MS)
    if (jump !== null)
      breaches.push(
        breach(
          'run/time-jumps',
          entry,
          `After a minute in the background, the game jumped ahead by about ${Math.round(jump.seconds)} s (${jump.what}).`,
        ),
      )
    if ((before?.running ?? 0) > 0 && (await isSilent(stage)))
      breaches.push(
        breach(
          'run/silent-after-return',
          entry,
          'The AudioContext of the app ran before it was hidden. After it came back, and two taps, it is still suspended.',
        ),
      )
    const doubled = await doubledByReturns(stage)
    breaches.push(...(doubled.length > 0 ? doubled : await earnedByReturns(stage)))
    // A muted app would be quiet in the background, too.
    await stage.close()
    await stage.open()
    await begin(stage)
    return [...breaches, ...(await mutes(stage))]
  },
}

/**
 * Lets a minute pass for the animations of the hidden page, which browsers let go on or make up for when it is shown again.
 * @returns the number that changed with them and not before; null if none did
 */
const animatedOn = async ({ window, signal }: Stage): Promise<string | null> => {
  // The app may hear of it a moment later, and pauses them itself.
  await wait(LISTEN_EVERY_MS, undefined, { signal })
  const pass = (milliseconds: number): Promise<ReturnType<typeof passAnimations> | null> =>
    window.askApp(passAnimations, { name: CLOCKWORK, milliseconds })
  if (((await pass(0))?.held ?? 0) === 0) return null
  // The news of an end may be under way.
  await wait(LISTEN_EVERY_MS, undefined, { signal })
  const before = await countsIn(window)
  await wait(LISTEN_EVERY_MS, undefined, { signal })
  const rested = await countsIn(window)
  await pass(MINUTE_MS)
  await window.askApp(releaseTime, CLOCKWORK)
  for (let looks = 0; looks < LISTENS; looks += 1) {
    await wait(LISTEN_EVERY_MS, undefined, { signal })
    const after = await countsIn(window)
    for (const [line, number] of rested) {
      const now = after.get(line)
      if (line !== LINES && before.get(line) === number && now !== undefined && now !== number)
        return `${nameOf(line)} went from ${number} to ${now}`
    }
  }
  return null
}

/** Whether no sound can be heard, although someone goes on playing. */
const isSilent = async (stage: Stage): Promise<boolean> => {
  for (let taps = 0; taps < 2; taps += 1) {
    await begin(stage)
    await wait(BACK_MS, undefined, { signal: stage.signal })
  }
  const { all, running } = (await stage.window.askApp(audioContexts, CLOCKWORK)) ?? { all: 0, running: 0 }
  return all > 0 && running === 0
}

/** The person taps what there is, then leaves twice and comes back immediately: nothing may count again. */
const doubledByReturns = async (stage: Stage): Promise<readonly Breach[]> => {
  const { window, client, entry, signal } = stage
  await explore(stage, TAPS, undefined, { playMs: 0 })
  await closeSheets(window)
  const look = async (): Promise<Counts> => {
    await wait(BACK_MS, undefined, { signal })
    return countsIn(window)
  }
  const counter = await steadyTap(stage)
  const looks = [await look()]
  for (let returns = 0; returns < 2; returns += 1) {
    await client.setSwitches({ visible: false })
    await client.setSwitches({ visible: true })
    looks.push(await look())
  }
  const found = doubledEachTime(entry, looks)
  if (found.length > 0 || counter === null) return found
  const flaw = fallsBack(counter, looks) ?? (await counter.more())
  return flaw === null
    ? []
    : [breach('run/doubles-on-return', entry, `After the app came back twice, ${flaw}.`)]
}

/** How a number that taps raised has fallen after a return, and has stayed there; null if it has not. */
export const fallsBack = (
  { line, by }: { readonly line: string; readonly by: number },
  looks: readonly Counts[],
): string | null => {
  const [before, first, second] = looks.map((counts) => counts.get(line))
  return by > 0 && before !== undefined && first !== undefined && first < before && first === second
    ? `${nameOf(line)} fell back from ${before} to ${first}`
    : null
}

/** @param looks the numbers in sight before the first return, and after each */
export const doubledEachTime = (entry: string, looks: readonly Counts[]): readonly Breach[] => {
  const [before, ...after] = looks
  for (const [line, number] of before ?? []) {
    const doubled = after.every((counts, index) => counts.get(line) === number * 2 ** (index + 1))
    if (number > 0 && line !== LINES && doubled)
      return [
        breach(
          'run/doubles-on-return',
          entry,
          `Each time the app came back, ${nameOf(line)} doubled: ${looks.map((counts) => counts.get(line)).join(', ')}.`,
        ),
      ]
  }
  return []
}

/**
 * The person plays on, leaves for ten minutes, and then twice more for a moment: what was earned in the ten minutes counts once. An
 * app that saves nothing earns nothing while it is away.
 */
const earnedByReturns = async (stage: Stage): Promise<readonly Breach[]> => {
  const { window, client, entry, signal } = stage
  await learningPlayer(stage).play(EARNS_WITHIN_MS)
  await closeSheets(window)
  const look = (): Promise<Counts> => countsIn(window)
  const looks = [await look()]
  const saves = (await client.calls()).some((one) => one.kind === 'call' && one.method === 'storage.set')
  if (!saves || [...(looks[0]?.keys() ?? [])].every((line) => line === LINES)) return []
  for (const awayMs of [0, LONG_AWAY_MS, 0, 0]) {
    await client.setSwitches({ visible: false })
    await window.askApp(hidePage, CLOCKWORK)
    await wait(SAVES_WITHIN_MS, undefined, { signal })
    if (awayMs > 0) await client.advance(`${awayMs / SECOND_MS}s`)
    await window.askApp(showPage, { name: CLOCKWORK, laterMs: awayMs })
    await client.setSwitches({ visible: true })
    await wait(BACK_MS, undefined, { signal })
    looks.push(await look())
  }
  return earnedAgain(entry, looks)
}

/**
 * A number that rises after a long absence, and by about as much again after each return that follows, but not before it: that would
 * be a reward for each return.
 * @param looks the numbers in sight, after a short absence, after a long one, and after two short ones
 */
export const earnedAgain = (entry: string, looks: readonly Counts[]): readonly Breach[] => {
  for (const line of looks[0]?.keys() ?? []) {
    const numbers = looks.map((counts) => counts.get(line) ?? Number.NaN)
    const [short = Number.NaN, long = Number.NaN, ...again] = numbers
      .slice(1)
      .map((number, index) => number - (numbers[index] ?? Number.NaN))
    const isLong = long >= LEAST_EARNED && long >= short * CLEARLY_MORE
    if (line === LINES || !isLong || again.length === 0) continue
    if (!again.every((gain) => Math.abs(gain / long - 1) < SAME_WITHIN)) continue
    return [
      {
        ...breach(
          'run/doubles-on-return',
          entry,
          `After ten minutes away, ${nameOf(line)} rises by what was earned in them, and by as much again each time the app comes back after that.`,
        ),
        fix: 'When you add what was earned, save the current time: the next earnings begin there.',
      },
    ]
  }
  return []
}

/** The loudest sound, once what was sounding had time to fade. */
const loudest = async ({ window, signal }: Stage): Promise<number> => {
  await wait(FADES_WITHIN_MS, undefined, { signal })
  let found = 0
  for (let looks = 0; looks < LISTENS; looks += 1) {
    await wait(LISTEN_EVERY_MS, undefined, { signal })
    found = Math.max(found, (await window.askApp(loudness, CLOCKWORK)) ?? 0)
  }
  return found
}

/** A clock that ticks once a second has ticked often enough by then to be one. */
const LEAST_PLAY_MS = 4_000
const FADES_WITHIN_MS = 1_000
const LISTENS = 3
const LISTEN_EVERY_MS = 500
const SILENCE = 0.001
const BACK_MS = 1_500
const TAPS = 4
const EARNS_WITHIN_MS = 60_000
const LONG_AWAY_MS = 10 * MINUTE_MS
const SAVES_WITHIN_MS = 300
/** Less may be what is earned by the second. */
const LEAST_EARNED = 20
const CLEARLY_MORE = 3
const SAME_WITHIN = 0.15
