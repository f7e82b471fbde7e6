import { setTimeout as wait } from 'node:timers/promises'
import type { CallEntry } from '../../host/log/call-log.js'
import { CALL_NAMES, CALL_TABLE, wireOf } from '../../platform/calls/table.js'
import { COVER_MAX_MS } from '../../platform/limits.js'
import type { LogEntry } from '../../testing/index.js'
import { PATIENCE_MS } from '../drivers/driver.js'
import { until } from '../drivers/until.js'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { unmarkedLook } from '../look.js'
import { isUncovered } from '../page/shell-questions.js'
import { entryName } from './cause.js'
import { explore, type Tapped } from './explore.js'
import { BLOCKED, failsSilently, failureOf } from './fails-silently.js'
import { deadAfter, deadPage, hangingView } from './stuck.js'
import type { Stage, Trouble } from './trouble.js'

/**
 * The first call of every kind is refused, with a code that the app cannot prevent; the next request to the AI is blocked. The app
 * is opened twice: what it calls only after a first answer fails in the second run. Then a child opens it whose guardian allows nothing
 * in it.
 */
export const CALLS_FAIL: Trouble = {
  name: 'calls-fail',
  expects: [],
  readyWithinMs: COVER_MAX_MS * 2,
  view: { holdings: true },
  anyBrowser: true,
  prepare: async (client) => {
    for (const method of CALL_NAMES) {
      const { mayFailWith, progress } = CALL_TABLE[wireOf(method)]
      // A person sees the sheet that makes the host busy.
      const error = mayFailWith.find((code) => code !== 'BUSY') ?? mayFailWith[0]
      if (error !== undefined) await client.addFault({ method, times: 'next', error })
      // Requests to the AI are what reports its progress.
      if (progress) await client.addFault({ method, times: 'next', answer: BLOCKED })
    }
  },
  play: async (stage) => {
    const first = await deadPage(stage, stage.ready !== null, FAILED)
    const refused = await exploreRefused(stage)
    if (first.length > 0 || refused.length > 0) return [...first, ...refused]
    await stage.close()
    const ready = await stage.open()
    const second = await deadPage(stage, ready !== null, FAILED)
    const later = [...second, ...(await exploreRefused(stage)), ...(await exploreUnread(stage))]
    return later.length > 0 ? later : exploreGuarded(stage)
  },
}

/** Taps every control. What waits for a call that is refused must go on, the button still work, and the app say something. */
const exploreRefused = async (stage: Stage): Promise<readonly Breach[]> => {
  const { window, client, signal } = stage
  // The refusal of `ready` leaves the cover.
  await until(() => window.askShell(isUncovered, null), PATIENCE_MS)
  let isRefused = false
  const found: Breach[] = []
  /** What the app showed before anything failed: other lines may say so already. */
  const calm = new Set<string>()
  const tapIt = async (control: Tapped): Promise<void> => {
    const { label, isButton, tap } = control
    const before = found.length === 0 && isButton && label !== '' ? await unmarkedLook(window) : null
    if (!isRefused) for (const line of before?.lines ?? []) calm.add(line)
    const isCalm = before?.lines.every((line) => calm.has(line)) === true
    const after = (await client.calls()).at(-1)?.seq ?? 0
    await tap()
    await wait(REFUSED_WITHIN_MS, undefined, { signal })
    const call = (await client.calls()).find(
      (one): one is CallEntry => one.kind === 'call' && one.seq > after && failureOf(one) !== null,
    )
    if (call === undefined) return
    isRefused = true
    if (found.length === 0) found.push(...(await hangingView(stage)))
    if (found.length === 0 && before !== null)
      found.push(...(await failsSilently(stage, { control, call, before: isCalm ? before : null })))
    // The next request to the AI is blocked, and that one is looked at.
    const comesAgain =
      call.method !== null && CALL_TABLE[wireOf(call.method)].progress && call.error !== undefined
    const isKnown = found.some(({ rule }) => rule === 'run/stays-disabled')
    if (!isKnown && isButton && label !== '' && !comesAgain)
      found.push(...(await deadAfter(stage, control, call, 'was refused')))
  }
  await explore(stage, TAPS, tapIt, { moreTaps: MORE_TAPS, playMs: PLAY_MS })
  return found
}

/**
 * Taps every control as a child whose guardian has switched off paying, photos, playing online and the AI (5): calls then resolve, and
 * their answers say that it is unavailable. What the app does not expect is in the log.
 */
const exploreGuarded = async (stage: Stage): Promise<readonly Breach[]> => {
  const { client } = stage
  const { person, guardian } = (await client.state()).switches
  await stage.close()
  await client.removeFault()
  await client.setSwitches({
    person: '16-17',
    guardian: { pay: false, media: false, online: false, ai: false },
  })
  const ready = await stage.open()
  // An app for adults does not open for them.
  if (ready !== null) await explore(stage, TAPS)
  const found = ready === null ? [] : await hangingView(stage)
  await client.setSwitches({ person, guardian })
  return found
}

/** Opens the app where something is saved that cannot be read at first: it must not save less over that. */
const exploreUnread = async (stage: Stage): Promise<readonly Breach[]> => {
  const { client, entry, signal } = stage
  await stage.close()
  const saved = (await client.data()).storage?.['1'] ?? {}
  if (!Object.values(saved).some((value) => Number(value) > 0)) return []
  const after = (await client.calls()).at(-1)?.seq ?? 0
  await client.addFault({ method: 'storage.get', times: 'every', error: 'TIMEOUT' })
  await stage.open()
  // What is read at the start may come after `ready`.
  await wait(READS_WITHIN_MS, undefined, { signal })
  await client.removeFault()
  await explore(stage, TAPS)
  return overwrittenUnread(
    entry,
    (await client.calls()).filter(({ seq }) => seq > after),
    saved,
  )
}

/**
 * A number that an app could not read, and then saved as a smaller one.
 * @param saved the values of its storage before, by key
 */
export const overwrittenUnread = (
  entry: string,
  log: readonly LogEntry[],
  saved: Readonly<Record<string, string>>,
): readonly Breach[] => {
  const refused = new Map<string, LogEntry>()
  for (const one of log) {
    const key = one.kind === 'call' ? Reflect.get(Object(one.params), 'key') : null
    if (one.kind !== 'call' || typeof key !== 'string') continue
    if (one.method === 'storage.get') {
      if (one.error === undefined) refused.delete(key)
      else refused.set(key, one)
    }
    const read = refused.get(key)
    const value: unknown = Reflect.get(Object(one.params), 'value')
    const before = saved[key] ?? ''
    if (one.method !== 'storage.set' || one.error !== undefined || read === undefined) continue
    if (typeof value === 'string' && value !== '' && Number(value) < Number(before))
      return [
        breach(
          'run/not-kept',
          entry,
          `${quoted(before)} was saved under ${quoted(key)}. ${entryName(read)} was refused, and ${entryName(one)} then saved ${quoted(value)} over it.`,
        ),
      ]
  }
  return []
}

const READS_WITHIN_MS = 1_000
const TAPS = 12
/** What the last taps have brought into sight, such as the buttons at the end of a game, is tapped as well. */
const MORE_TAPS = 12
/** A round that nobody wins, with the moments before and after it. */
const PLAY_MS = 16_000
const REFUSED_WITHIN_MS = 300

const FAILED = 'after its first calls were refused once'
