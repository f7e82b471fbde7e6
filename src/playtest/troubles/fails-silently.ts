import { setTimeout as wait } from 'node:timers/promises'
import type { CallEntry } from '../../host/log/call-log.js'
import { SECOND_MS } from '../../platform/units.js'
import type { LogEntry } from '../../testing/index.js'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { hasReacted, type Look, unmarkedLook } from '../look.js'
import { endlessAnimations } from '../page/seen.js'
import { sheetButton } from '../page/shell-questions.js'
import { closeSheets } from '../random-player.js'
import { entryName } from './cause.js'
import type { Tapped } from './explore.js'
import type { Stage } from './trouble.js'

/** A tap after which a call was refused. */
interface RefusedTap {
  readonly control: Tapped
  readonly call: CallEntry
  /** What the app showed before it; null if nobody looked, or the app may have said before that calls fail. */
  readonly before: Look | null
}

/** How the host answers a request to the AI that it does not allow (4.7). */
export const BLOCKED = { status: 'blocked' } as const

/** With what a call failed; null if it did not. */
export const failureOf = ({ error, result }: CallEntry): string | null =>
  error?.code ?? (Reflect.get(Object(result), 'status') === BLOCKED.status ? BLOCKED.status : null)

/**
 * A button whose call was refused, and nothing in the app says so, although the same tap shows something when the call
 * succeeds; or what turns until the answer comes turns for ever. It is tapped twice more: once without a fault, and once with it.
 */
export const failsSilently = async (
  stage: Stage,
  { control, call, before }: RefusedTap,
): Promise<readonly Breach[]> => {
  const { window, client, entry } = stage
  const { method, error } = call
  // What makes the host busy is on the screen.
  if (method === null || error?.code === 'BUSY') return []
  const spins = before === null || (await showsSomething(stage, before)) ? await spinning(stage) : null
  if (spins?.length === 0) return []
  const again = await tapAndFind(stage, control, method)
  const works = again.call !== undefined && failureOf(again.call) === null
  const isSeen = again.before !== null && (again.isSheet || (await showsSomething(stage, again.before)))
  await closeSheets(window)
  if (!works || (spins === null && !isSeen)) return []
  const usual = spins === null ? [] : await spinning(stage)
  await client.addFault({
    method,
    times: 'next',
    ...(error === undefined ? { answer: BLOCKED } : { error: error.code }),
  })
  const third = await tapAndFind(stage, control, method)
  await closeSheets(window)
  const isRefused = third.call !== undefined && failureOf(third.call) !== null
  const failed = `After a tap on the button ${quoted(control.label)}, ${entryName(call)} failed with ${failureOf(call)}, and`
  if (spins !== null) {
    const now = await spinning(stage)
    const spinner = spins.find((one) => now.includes(one) && !usual.includes(one))
    const found = `${failed} ${spinner} is still animated ${SPINS_MS / SECOND_MS} s later. When the call succeeds, it stops.`
    return spinner === undefined ? [] : [breach('run/loads-forever', entry, found)]
  }
  if (isRefused && third.before !== null && (await showsSomething(stage, third.before))) return []
  const found = `${failed} nothing in the app changed. When the call succeeds, the same tap has an effect.`
  return [breach('run/fails-silently', entry, found)]
}

/** What is animated without an end, and still is after a while. */
const spinning = async ({ window, signal }: Stage): Promise<readonly string[]> => {
  const read = async (): Promise<readonly string[]> => (await window.askApp(endlessAnimations, null)) ?? []
  if ((await read()).length > 0) await wait(SPINS_MS, undefined, { signal })
  return read()
}

/** Taps, and finds the first call of this method that follows, once it was answered or has opened a sheet. */
const tapAndFind = async (
  { window, client, signal }: Stage,
  { tap }: Tapped,
  method: CallEntry['method'],
): Promise<{
  readonly before: Look | null
  readonly call: CallEntry | undefined
  readonly isSheet: boolean
}> => {
  const before = await unmarkedLook(window)
  const after = (await client.calls()).at(-1)?.seq ?? 0
  await tap()
  for (const end = performance.now() + ANSWERS_WITHIN_MS; ; ) {
    const call = (await client.calls()).find(
      (one): one is CallEntry => isCallOf(one, method) && one.seq > after,
    )
    const isSheet = (await window.askShell(sheetButton, 0)) !== null
    const isDone = call !== undefined && (isSheet || call.state !== 'pending')
    if (isDone || performance.now() > end) return { before, call, isSheet }
    await wait(LOOK_EVERY_MS, undefined, { signal })
  }
}

const isCallOf = (entry: LogEntry, method: CallEntry['method']): boolean =>
  entry.kind === 'call' && entry.method === method

/** Whether the app shows anything other than before, now or in a moment, in two looks: the mark of a tap fades in between. */
const showsSomething = async ({ window, signal }: Stage, before: Look): Promise<boolean> => {
  let inARow = 0
  for (let looks = 0; looks < LOOKS; looks += 1) {
    inARow = (await hasReacted(window, before)) ? inARow + 1 : 0
    if (inARow === 2) return true
    await wait(LOOK_EVERY_MS, undefined, { signal })
  }
  return false
}

const ANSWERS_WITHIN_MS = 4 * SECOND_MS
const SPINS_MS = 6 * SECOND_MS
const LOOK_EVERY_MS = 300
const LOOKS = 5
