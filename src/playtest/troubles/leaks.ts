import { setTimeout as wait } from 'node:timers/promises'
import { SECOND_MS } from '../../platform/units.js'
import { type Breach, breach, megabytes } from '../judge.js'
import { passTime, releaseTime } from '../page/clockwork.js'
import { holdingCounts } from '../page/holdings.js'
import { typeAndDelete, typedTexts } from '../page/labelled-controls.js'
import { fadedElements, hiddenElements } from '../page/questions.js'
import { CLOCKWORK, HOLDINGS } from '../page-names.js'
import { closeSheets } from '../random-player.js'
import { begin } from './begin.js'
import type { Stage } from './trouble.js'

/** What the page keeps, with the elements that nobody sees any more; null if it does not answer. */
export const heldBy = async (window: Stage['window']): Promise<Round['counts'] | null> => {
  const [counts, faded, hidden] = [
    await window.askApp(holdingCounts, HOLDINGS),
    await window.askApp(fadedElements, null),
    await window.askApp(hiddenElements, null),
  ]
  if (counts === null || faded === null || hidden === null) return counts
  return { ...counts, [FADED]: faded, [HIDDEN]: hidden }
}

const FADED = 'faded elements that were never removed'
const HIDDEN = 'hidden elements that were never removed'

/** Leaves the app for a moment, again and again, and changes the theme meanwhile. */
export const comeBack = async ({ window, client, signal }: Stage): Promise<readonly Round[]> => {
  const returns: Round[] = []
  for (let index = 0; index < RETURNS; index += 1) {
    await client.setSwitches({ visible: false, theme: index % 2 === 0 ? 'dark' : 'light' })
    await wait(AWAY_MS, undefined, { signal })
    await client.setSwitches({ visible: true })
    await wait(SETTLES_MS, undefined, { signal })
    // A game that was paused goes on.
    await begin({ window })
    await wait(SETTLES_MS, undefined, { signal })
    const counts = await window.askApp(holdingCounts, HOLDINGS)
    if (counts !== null) returns.push({ counts, memory: null })
  }
  return returns
}

/** Looks what the app keeps more of while a game just goes on, and while somebody types. */
export const soak = async (stage: Stage): Promise<readonly Breach[]> => {
  const { window, client, entry } = stage
  const memoryAfter = async (act: () => Promise<unknown>): Promise<readonly number[]> => {
    const memory: number[] = []
    for (let times = 0; times < SOAKS; times += 1) {
      await act()
      memory.push((await window.memory()) ?? Number.NaN)
    }
    return memory
  }
  const told = (memory: readonly number[], when: string): readonly Breach[] => {
    const grown = steadyGrowth(memory)
    if (grown === null) return []
    const what = `The app's memory grew steadily from ${megabytes(grown.from)} to ${megabytes(grown.to)} ${when}.`
    return [breach('run/memory-grows', entry, what)]
  }
  await stage.close()
  await stage.open()
  const played = await memoryAfter(async () => {
    await closeSheets(window)
    await begin(stage)
    // The host counts the app's calls by its own clock, and those of before count as well.
    await client.advance(`${2 * SOAK_SECONDS}s`)
    await window.askApp(passTime, { name: CLOCKWORK, milliseconds: SOAK_SECONDS * SECOND_MS })
  })
  await window.askApp(releaseTime, CLOCKWORK)
  const found = told(played, `in ${SOAKS - 1} times ${SOAK_SECONDS} s without input`)
  if (found.length > 0 || (await window.askApp(typedTexts, null))?.length === 0) return found
  const typed = await memoryAfter(() => window.askApp(typeAndDelete, SOAK_KEYS))
  return told(typed, `while ${(SOAKS - 1) * SOAK_KEYS} characters were typed and deleted`)
}

/**
 * Memory that grew by about as much in the first half as in the second, in bytes; null if it did not. The first time may fill caches,
 * and what is collected later makes some of it more, so that the least of five counts.
 */
export const steadyGrowth = (
  memory: readonly number[],
): { readonly from: number; readonly to: number } | null => {
  const least = (end: number): number => Math.min(...memory.slice(0, memory.length - end).slice(-PART))
  const [from, middle, to] = [least(2 * PART), least(PART), least(0)]
  const [first, second] = [middle - from, to - middle]
  const isSteady = Math.min(first, second) * UNEVEN > Math.max(first, second)
  return isSteady && to - from > LEAST_STEADY_BYTES ? { from, to } : null
}

/** What a page keeps after a round. */
export interface Round {
  readonly counts: Readonly<Record<string, number>>
  /** After garbage collection, in bytes; null if it is not known. */
  readonly memory: number | null
}

/** What every round leaves more of. */
export const growing = (entry: string, rounds: readonly Round[], what = 'rounds'): readonly Breach[] => {
  const kinds = new Set(rounds.flatMap(({ counts }) => Object.keys(counts)))
  const breaches = [...kinds].sort().flatMap((kind) => {
    const counts = rounds.map(({ counts: all }) => all[kind] ?? 0)
    const [first = 0, last = 0] = [counts[0], counts.at(-1)]
    const steps = counts.slice(1).map((count, index) => count - (counts[index] ?? 0))
    if (steps.some((step) => step < 0) || last - first < LEAST_GROWTH) return []
    if (steps.filter((step) => step > 0).length < LEAST_GROWTH) return []
    return [
      breach(
        'run/leaks',
        entry,
        last - first > rounds.length * MOST_COUNTED
          ? `${rounds.length} ${what} left more and more ${kind}.`
          : `After ${rounds.length} ${what} there are ${last} ${kind}, after the first ${first}.`,
      ),
    ]
  })
  if (breaches.length > 0) return breaches
  // What runs for the first time fills caches.
  const memory = rounds.slice(WARM_UP_ROUNDS).map((round) => round.memory ?? Number.NaN)
  const growth = memory.slice(1).map((bytes, index) => bytes - (memory[index] ?? 0))
  if (memory.some(Number.isNaN)) return []
  const rises = growth.filter((bytes) => bytes > LEAST_ROUND_BYTES).length
  const fallen = growth.reduce((sum, bytes) => sum + Math.max(0, -bytes), 0)
  const risen = growth.reduce((sum, bytes) => sum + Math.max(0, bytes), 0)
  // What is collected later falls as much as it rose.
  const [from = 0, to = 0] = [memory[0], memory.at(-1)]
  if (rises < LEAST_GROWTH || fallen > risen * MOST_FALLEN || to - from < LEAST_BYTES) return []
  return [
    breach(
      'run/memory-grows',
      entry,
      `The app's memory grew from ${megabytes(from)} to ${megabytes(to)} in ${growth.length} rounds.`,
    ),
  ]
}

const RETURNS = 6
const AWAY_MS = 200
/** Fewer may be what is only made when it is needed. */
const LEAST_GROWTH = 3
/** How many more a round may leave that a message counts: with more, the number is another one in each run. */
const MOST_COUNTED = 3
const WARM_UP_ROUNDS = 2
const LEAST_ROUND_BYTES = 400_000
/** What the browser itself keeps for a while comes to more than a megabyte. */
const LEAST_BYTES = 2_000_000
const MOST_FALLEN = 0.2
/** What grows with every step is less by chance. */
const LEAST_STEADY_BYTES = 1_000_000
const SOAKS = 16
const PART = 5
const SOAK_SECONDS = 30
const SOAK_KEYS = 2
const UNEVEN = 3
const SETTLES_MS = 300
