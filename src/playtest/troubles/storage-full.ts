import { setTimeout as wait } from 'node:timers/promises'
import { COVER_MAX_MS } from '../../platform/limits.js'
import { SECOND_MS } from '../../platform/units.js'
import type { LogEntry } from '../../testing/index.js'
import { type Breach, breach } from '../judge.js'
import { largestCanvas } from '../page/largest-canvas.js'
import { writtenWords } from '../page/seen.js'
import { closeSheets, dragOn, play } from '../random-player.js'
import { entryName } from './cause.js'
import { explore } from './explore.js'
import { deadPage } from './stuck.js'
import type { Stage, Trouble } from './trouble.js'

/**
 * There is no room in storage and in the shared store. The app is played with room first: what it writes on the page only
 * afterwards is what it says about that.
 */
export const STORAGE_FULL: Trouble = {
  name: 'storage-full',
  expects: ['STORAGE_FULL', 'STORE_FULL'],
  readyWithinMs: COVER_MAX_MS * 2,
  prepare: async () => {},
  play: async (stage) => {
    const { client } = stage
    const start = await client.data()
    const usual = await playReading(stage)
    await drawLong(stage)
    await stage.close()
    await client.setData(start)
    await client.addFault({ moment: 'fill-storage', seat: 1 })
    await client.addFault({ moment: 'fill-shared-store', seat: 1 })
    const ready = await stage.open()
    const dead = await deadPage(stage, ready !== null, 'while storage is full')
    const words = await playReading(stage)
    return [...dead, ...lostSilently(stage.entry, await client.calls(), usual, words)]
  },
}

const TAPS = 12

/** Plays, and reads every word on the page meanwhile: what an app says of a save that came late, the next tap may clear. */
const playReading = async (stage: Stage): Promise<ReadonlySet<string>> => {
  const { window, seed, signal, milliseconds } = stage
  const words = new Set<string>()
  const read = async (): Promise<void> => {
    for (const word of (await window.askApp(writtenWords, null)) ?? []) words.add(word)
  }
  let isOver = false
  const readOn = async (): Promise<void> => {
    while (!isOver) {
      await read()
      await wait(READ_EVERY_MS, undefined, { signal })
    }
  }
  const playOn = async (): Promise<void> => {
    try {
      await explore(stage, TAPS)
      await play(window, { milliseconds, seed, signal }, async () => {})
      await closeSheets(window)
      await wait(SAVES_LATE_MS, undefined, { signal })
    } finally {
      isOver = true
    }
  }
  await Promise.all([readOn(), playOn()])
  await read()
  return words
}

const READ_EVERY_MS = 150
/** Some apps save once nobody has typed for a while. */
const SAVES_LATE_MS = 2 * SECOND_MS

/**
 * Draws on while what the app saves becomes longer with each line: one day that is more than a value may have, which the log then
 * shows.
 */
const drawLong = async ({ window, client, signal }: Stage): Promise<void> => {
  if ((await window.askApp(largestCanvas, null)) === null) return
  for (let lines = 0, longest = 0; lines < MOST_LINES; lines += 1) {
    await dragOn(window)
    await wait(SAVES_WITHIN_MS, undefined, { signal })
    const now = longestSaved(await client.calls())
    if (now <= longest) return
    longest = now
  }
}

/** The length of the longest value that was saved, or that the host refused. */
export const longestSaved = (log: readonly LogEntry[]): number =>
  Math.max(
    0,
    ...log.flatMap((one) => {
      const value: unknown =
        one.kind === 'call' && one.method === 'storage.set' ? Reflect.get(Object(one.params), 'value') : null
      return typeof value === 'string' ? [value.length] : []
    }),
  )

/** A line has about a third of what a value may have. */
const MOST_LINES = 8
const SAVES_WITHIN_MS = 700

/**
 * A refused save about which the app writes nothing: no word that it does not write otherwise.
 * @param usual the words on the page while there was room
 */
export const lostSilently = (
  entry: string,
  log: readonly LogEntry[],
  usual: ReadonlySet<string>,
  words: ReadonlySet<string>,
): readonly Breach[] => {
  const refused = log.filter((one) => one.kind === 'call' && one.error?.code === 'STORAGE_FULL')
  const [first] = refused
  if (first === undefined || [...words].some((word) => !usual.has(word))) return []
  const were = refused.length === 1 ? 'was' : `and ${refused.length - 1} more were`
  return [
    breach(
      'run/lost-silently',
      entry,
      `Storage was full: ${entryName(first)} ${were} refused, and the app showed no message.`,
    ),
  ]
}
