import { setTimeout as wait } from 'node:timers/promises'
import { COVER_MAX_MS } from '../../platform/limits.js'
import type { AppData, LogEntry } from '../../testing/index.js'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { type LearningPlayer, learningPlayer } from '../learning-player.js'
import { settledLook } from '../look.js'
import { passTime } from '../page/clockwork.js'
import { type Emptied, emptied } from '../page/prepare.js'
import { type Setting, settings } from '../page/settings.js'
import { frameBox } from '../page/shell-questions.js'
import { CLOCKWORK, EMPTIED } from '../page-names.js'
import { closeSheets } from '../random-player.js'
import { numberOf, numbersIn, withNumber } from '../shown-numbers.js'
import { deletedAgain, noteNumbers, spentAgain } from './deleted-again.js'
import { LARGE, withLarge } from './saved-numbers.js'
import { sortedAsTexts } from './sorted-scores.js'
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
    const start = await stage.client.data()
    const first = await shown(stage)
    const unset = await settingsOf(stage)
    const player = learningPlayer(stage)
    const unbought = new Map<string, number>()
    await player.play(Math.max(LEAST_PLAY_MS, stage.milliseconds * 3), (scene) => {
      noteNumbers(scene, unbought)
      return false
    })
    const keys = keysOf(await stage.client.calls())
    const kept = [...first].filter(([line]) => IS_KEPT.test(line) || keyIn(line, keys) !== undefined)
    if (kept.length > 0)
      await player.play(MORE_PLAY_MS, ({ lines }) => {
        const now = numbersIn(lines)
        return kept.some(([line, value]) => numberOf(now.get(line)) > numberOf(value))
      })
    await closeSheets(stage.window)
    const played = await shown(stage)
    const set = await setAll(stage, unset)
    // What follows on the theme may save less over it.
    for (const theme of ['dark', 'light'] as const) {
      await stage.client.setSwitches({ theme })
      await wait(THEME_FOR_MS, undefined, { signal: stage.signal })
    }
    const log = await stage.client.calls()
    const empty = (await stage.window.askApp(emptied, EMPTIED)) ?? []
    await stage.close()
    const ready = await stage.open()
    if (stage.ready !== null && ready === null)
      return [breach('run/ready-missing', stage.entry, 'Opened again, the app never called Service.ready().')]
    const reopened = { shown: await shown(stage), set: await settingsOf(stage) }
    // What was read is used, and saved again.
    await player.play(PLAY_AGAIN_MS)
    const lost = [
      ...notKept(stage.entry, { first, played, reopened: reopened.shown }, log),
      ...notKeptSettings(stage.entry, { unset, set, reopened: reopened.set }, log),
      ...savedEmpty(stage.entry, empty, log),
    ]
    const risen = [...played].flatMap(([line, value]) =>
      rises(first, played, line) && reopened.shown.get(line) === value ? [line] : [],
    )
    if (lost.length > 0) return lost
    const late = risen.length === 0 ? [] : await keptLate(stage, player, risen, start)
    if (late.length > 0) return late
    const large = risen.length === 0 ? [] : await keptLarge(stage, player, risen)
    if (large.length > 0) return large
    const sorted = await sortedAsTexts(stage)
    if (sorted.length > 0) return sorted
    const spent = await spentAgain(stage, player, unbought)
    return spent.length > 0 ? spent : deletedAgain(stage)
  },
}

const rises = (before: Numbers, after: Numbers, line: string): boolean =>
  numberOf(after.get(line)) > numberOf(before.get(line))

/**
 * Closes the app as soon as a number has risen that it keeps otherwise, as people do who have just done something. One that is
 * kept only after a moment without input is lost then; one that is saved at the end of a round is not looked at.
 * @param start what is saved before anyone has played: a best is easily beaten then
 */
const keptLate = async (
  stage: Stage,
  player: LearningPlayer,
  lines: readonly string[],
  start: AppData,
): Promise<readonly Breach[]> => {
  const played = await stage.client.data()
  /** @returns what has risen, as it was when the app was closed; null where nothing has */
  const playUntilRisen = async (staysMs: number): Promise<KeptNumber | null> => {
    await stage.close()
    await stage.client.setData(start)
    await stage.open()
    const before = await shown(stage)
    let risen: { readonly line: string; readonly value: string } | null = null
    const isQuick = staysMs === 0
    // On a busy machine, a timer of the app would fire before it is closed.
    await player.play(
      isQuick ? UNTIL_RISEN_MS : MORE_PLAY_MS,
      (scene) => {
        const now = numbersIn(scene.lines)
        const line = lines.find((one) => rises(before, now, one))
        risen = line === undefined ? null : { line, value: now.get(line) ?? '' }
        return risen !== null
      },
      isQuick,
    )
    if (!isQuick) await wait(staysMs, undefined, { signal: stage.signal })
    await stage.client.setSwitches({ visible: false })
    if (isQuick) await stage.window.askApp(passTime, { name: CLOCKWORK, milliseconds: SAVES_WHEN_HIDDEN_MS })
    await wait(SAVES_WHEN_HIDDEN_MS, undefined, { signal: stage.signal })
    await stage.close()
    await stage.client.setSwitches({ visible: true })
    await stage.open()
    const { line, value } = risen ?? { line: '', value: '' }
    return line === '' ? null : { line, value, after: (await shown(stage)).get(line) ?? '' }
  }
  const quick = await playUntilRisen(0)
  const isLost = quick !== null && numberOf(quick.after) < numberOf(quick.value)
  const patient = isLost ? await playUntilRisen(STAYS_MS) : null
  await stage.close()
  await stage.client.setData(played)
  await stage.open()
  if (quick === null || !isLost) return []
  if (patient === null || numberOf(patient.after) < numberOf(patient.value)) return []
  const { line, value, after } = quick
  return [
    breach(
      'run/not-kept',
      stage.entry,
      `The text was ${quoted(withNumber(line, value))} when the app was closed, and is ${quoted(withNumber(line, after))} after it was opened again. It is kept only if the app stays open for a moment.`,
    ),
  ]
}

/**
 * Opens the app as it is for someone who has played for long: numbers that count have a separator then, as `12,345`. An app that
 * saves what it shows cannot read that.
 */
const keptLarge = async (
  stage: Stage,
  player: LearningPlayer,
  lines: readonly string[],
): Promise<readonly Breach[]> => {
  const { client, signal, entry } = stage
  const data = await client.data()
  const now = await shown(stage)
  const counts = new Set(lines.flatMap((line) => (HAS_END.test(line) ? [] : [numberOf(now.get(line))])))
  const raised = withLarge(data, (value) => value > 0 && counts.has(value))
  if (raised === null) return []
  await stage.close()
  await client.setData(raised)
  await stage.open()
  const opened = await shown(stage)
  const large = lines.filter((one) => numberOf(opened.get(one)) === LARGE)
  if (large.length === 0) return []
  await player.play(MORE_KEPT_MS, (scene) =>
    large.some((line) => numberOf(numbersIn(scene.lines).get(line)) > LARGE),
  )
  await wait(STAYS_MS, undefined, { signal })
  const before = await shown(stage)
  const saved = JSON.stringify((await client.data()).storage?.['1'])
  await stage.close()
  await stage.open()
  const after = await shown(stage)
  const isThere = (numbers: Numbers, line: string): boolean => numberOf(numbers.get(line)) >= LARGE / 2
  const lost = large.find((line) => isThere(before, line) && !isThere(after, line))
  if (lost === undefined || !WITH_SEPARATOR.test(saved)) return []
  const text = quoted(withNumber(lost, before.get(lost) ?? ''))
  return [
    {
      ...breach(
        'run/not-kept',
        entry,
        `The text was ${text} when the app was closed, but not after it was opened again: the app saves the number as it is shown, with a separator.`,
      ),
      fix: 'Save the number itself, and add separators only where it is shown.',
    },
  ]
}

/** A little more than `LARGE`, as it is shown. */
const WITH_SEPARATOR = /\b1[2-9][.,]\d{3}\b/
/** What a game has only so many of. */
const HAS_END =
  /\b(?:level|stage|world|round|wave|floor|chapter|page|question|puzzle|day|turn|step|live|size|speed|year)s?\b/i

/** A number that had risen when the app was closed, and what it is once it was opened again. */
interface KeptNumber {
  readonly line: string
  readonly value: string
  readonly after: string
}

type Settings = ReadonlyMap<string, Setting>

const settingsOf = async ({ window }: Stage, change: string | null = null): Promise<Settings> =>
  new Map((await window.askApp(settings, change))?.map((one) => [one.key, one]))

/**
 * Changes everything that is still as at the start.
 * @returns how it is set then: what is called a setting, and what the app has saved for each value, the same for the same one
 */
const setAll = async (stage: Stage, unset: Settings): Promise<Settings> => {
  const { window, client, signal } = stage
  /** @returns what is saved then */
  const change = async ({ key, at }: Setting): Promise<string> => {
    const box = await window.askShell(frameBox, null)
    if (at === null) await settingsOf(stage, key)
    else if (box !== null) await window.press({ x: box.x + at.x, y: box.y + at.y })
    await wait(SAVES_WITHIN_MS, undefined, { signal })
    return JSON.stringify((await client.data()).storage)
  }
  const kept = new Set<string>()
  let fields = 0
  for (const [key, one] of await settingsOf(stage)) {
    if (unset.get(key)?.state !== one.state || (!one.isNamed && fields >= MOST_FIELDS)) continue
    fields += one.isNamed ? 0 : 1
    const saved = await change(one)
    if (!one.isNamed && (await change(one)) !== saved && (await change(one)) === saved) kept.add(key)
  }
  await wait(SAVES_WITHIN_MS, undefined, { signal })
  await closeSheets(window)
  return new Map([...(await settingsOf(stage))].filter(([key, { isNamed }]) => isNamed || kept.has(key)))
}

/** What was changed, and is as at the first start after the app was closed, in an app that keeps something. */
export const notKeptSettings = (
  entry: string,
  { unset, set, reopened }: Record<'unset' | 'set' | 'reopened', Settings>,
  log: readonly LogEntry[],
): readonly Breach[] => {
  if (!log.some((one) => one.kind === 'call' && STORES.test(one.method ?? ''))) return []
  return [...set].flatMap(([key, { state }]) => {
    const before = unset.get(key)
    const now = reopened.get(key)
    if (before === undefined || before.state === state) return []
    const isMixedUp = now?.label === before.label && now.state !== before.state && now.state !== state
    const [other] = isMixedUp ? [...set.values()].filter((one) => one.state === now.state) : []
    // Of switches, many look alike.
    if (before.at === null && other?.at === null)
      return [
        breach(
          'run/not-kept',
          entry,
          `${quoted(before.label)} shows what was typed into ${quoted(other.label)} after the app was closed and opened again.`,
        ),
      ]
    if (now?.state !== before.state || now.label !== before.label) return []
    return [
      breach(
        'run/not-kept',
        entry,
        `${quoted(before.label)} was changed, but has its old value after the app was closed and opened again.`,
      ),
    ]
  })
}

/** Maps and Sets that were saved as JSON, which leaves nothing of them. */
export const savedEmpty = (
  entry: string,
  empty: readonly Emptied[],
  log: readonly LogEntry[],
): readonly Breach[] => {
  for (const { what, json } of empty) {
    const save = log.find(
      (one) =>
        one.kind === 'call' &&
        one.method === 'storage.set' &&
        one.error === undefined &&
        Reflect.get(Object(one.params), 'value') === json,
    )
    if (save === undefined) continue
    const found = `The app saved ${what} under ${quoted(keyOf({ params: Reflect.get(save, 'params') }) ?? '')} as {}: JSON leaves nothing of it.`
    const fix = 'Save [...set] or [...map], and make a Set or Map of it when it is read.'
    return [{ ...breach('run/not-kept', entry, found), fix }]
  }
  return []
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
    if (numberOf(value) <= numberOf(before)) continue
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
const MOST_FIELDS = 6
const SAVES_WHEN_HIDDEN_MS = 200
const THEME_FOR_MS = 300
const STAYS_MS = 4_000
const MORE_KEPT_MS = 20_000
/** A best is beaten by chance, and then the app is closed: it takes as long as it takes, mostly little. */
const UNTIL_RISEN_MS = 90_000
const PLAY_AGAIN_MS = 3_000
const LEAST_PLAY_MS = 20_000
/** How much longer, where nothing has changed that is kept: a game may be lost many times before. */
const MORE_PLAY_MS = 150_000
