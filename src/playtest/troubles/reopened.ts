import { setTimeout as wait } from 'node:timers/promises'
import { COVER_MAX_MS } from '../../platform/limits.js'
import type { LogEntry } from '../../testing/index.js'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { learningPlayer } from '../learning-player.js'
import { settledLook } from '../look.js'
import { type Setting, settings } from '../page/settings.js'
import { frameBox } from '../page/shell-questions.js'
import { closeSheets } from '../random-player.js'
import { numbersIn, withNumber } from '../shown-numbers.js'
import type { Stage, Trouble } from './trouble.js'

/** The app is played, closed and opened again: what it shows as kept is there. */
export const REOPENED: Trouble = {
  name: 'reopened',
  expects: [],
  readyWithinMs: COVER_MAX_MS * 2,
  view: { clockwork: true },
  anyBrowser: true,
  prepare: async () => {},
  play: async (stage) => {
    const first = await shown(stage)
    const unset = await settingsOf(stage)
    const player = learningPlayer(stage)
    await player.play(Math.max(LEAST_PLAY_MS, stage.milliseconds * 3))
    const keys = keysOf(await stage.client.calls())
    const kept = [...first].filter(([line]) => IS_KEPT.test(line) || keyIn(line, keys) !== undefined)
    if (kept.length > 0)
      await player.play(MORE_PLAY_MS, ({ lines }) => {
        const now = numbersIn(lines)
        return kept.some(([line, value]) => Number(now.get(line)) > Number(value))
      })
    await closeSheets(stage.window)
    const played = await shown(stage)
    const set = await setAll(stage, unset)
    const log = await stage.client.calls()
    await stage.close()
    await stage.open()
    const reopened = { shown: await shown(stage), set: await settingsOf(stage) }
    // What was read is used, and saved again.
    await player.play(PLAY_AGAIN_MS)
    return [
      ...notKept(stage.entry, { first, played, reopened: reopened.shown }, log),
      ...notKeptSettings(stage.entry, { unset, set, reopened: reopened.set }, log),
    ]
  },
}

type Settings = ReadonlyMap<string, Setting>

const settingsOf = async ({ window }: Stage): Promise<Settings> =>
  new Map((await window.askApp(settings, null))?.map((one) => [one.key, one]))

/** Switches everything that is still as at the start. @returns how it is set then */
const setAll = async (stage: Stage, unset: Settings): Promise<Settings> => {
  const { window, signal } = stage
  for (const [key, { state, x, y }] of await settingsOf(stage)) {
    const box = await window.askShell(frameBox, null)
    if (box !== null && unset.get(key)?.state === state) await window.press({ x: box.x + x, y: box.y + y })
  }
  await wait(SAVES_WITHIN_MS, undefined, { signal })
  await closeSheets(window)
  return settingsOf(stage)
}

/** What was switched, and is as at the first start after the app was closed, in an app that keeps something. */
export const notKeptSettings = (
  entry: string,
  { unset, set, reopened }: Record<'unset' | 'set' | 'reopened', Settings>,
  log: readonly LogEntry[],
): readonly Breach[] => {
  if (!log.some((one) => one.kind === 'call' && STORES.test(one.method ?? ''))) return []
  return [...set].flatMap(([key, { label, state }]) => {
    const before = unset.get(key)?.state
    if (before === undefined || before === state || reopened.get(key)?.state !== before) return []
    return [
      breach(
        'run/not-kept',
        entry,
        `${quoted(label)} was switched, but has its old value after the app was closed and opened again.`,
      ),
    ]
  })
}

type Numbers = ReadonlyMap<string, string>

const shown = async ({ window }: Stage): Promise<Numbers> =>
  numbersIn((await settledLook(window))?.lines ?? [])

/**
 * A number that is called a best, or as something that the app reads from its storage at its start, and that is back at its
 * start after the app was closed.
 * @param log until the app was closed
 */
export const notKept = (
  entry: string,
  { first, played, reopened }: Record<'first' | 'played' | 'reopened', Numbers>,
  log: readonly LogEntry[],
): readonly Breach[] => {
  const keys = keysOf(log)
  for (const [line, value] of played) {
    const before = first.get(line)
    const after = reopened.get(line)
    if (before === undefined || after !== before || value === before) continue
    if (Number(value) <= Number(before)) continue
    const key = keyIn(line, keys)
    if (!IS_KEPT.test(line) && key === undefined) continue
    const isSaved = log.some(
      (one) => one.kind === 'call' && one.method === 'storage.set' && keyOf(one) === key,
    )
    const why =
      key === undefined
        ? ''
        : ` The app ${isSaved ? 'saves' : 'reads'} ${quoted(key)} in its storage${isSaved ? '' : ', and did not save it'}.`
    return [
      breach(
        'run/not-kept',
        entry,
        `The text was ${quoted(withNumber(line, value))}, and is ${quoted(withNumber(line, after))} after the app was closed and opened again.${why}`,
      ),
    ]
  }
  return []
}

const STORES = /^storage\.[gs]et$/

/** The keys that are long enough to be found in a text. */
const keysOf = (log: readonly LogEntry[]): readonly string[] => [
  ...new Set(
    log.flatMap((one) => {
      if (one.kind !== 'call' || !STORES.test(one.method ?? '')) return []
      const key = keyOf(one)
      return key !== null && key.length > 2 ? [key] : []
    }),
  ),
]

const keyIn = (line: string, keys: readonly string[]): string | undefined =>
  keys.find((one) => line.toLowerCase().includes(one.toLowerCase()))

const keyOf = ({ params }: { readonly params: unknown }): string | null => {
  const key: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'key') : null
  return typeof key === 'string' ? key : null
}

/** What a number is called that is not of one round. */
const IS_KEPT = /\b(?:best|high[- ]?score|hi[- ]?score|record|lifetime|all[- ]time)\b/i

const SAVES_WITHIN_MS = 1_000
const PLAY_AGAIN_MS = 3_000
const LEAST_PLAY_MS = 20_000
/** How much longer, where nothing has changed that is kept: a game may be lost many times before. */
const MORE_PLAY_MS = 150_000
