import type { ErrorCode } from '../../platform/error-codes.js'
import type { Product } from '../../platform/manifest.js'
import type { LogEntry } from '../../testing/index.js'
import type { TestWindow } from '../drivers/driver.js'
import { inTime } from '../drivers/until.js'
import { type Breach, judge, NOTHING_MEASURED } from '../judge.js'
import { brokenValues } from '../judge-values.js'
import { type Seen, seen } from '../page/seen.js'
import { isBlank, type Look, opens } from '../play-scenario.js'
import { play } from '../random-player.js'
import { entryName, refusedCallOf } from './cause.js'
import { hangingView } from './stuck.js'
import type { Stage, Trouble } from './trouble.js'

/** Plays an app in trouble: what `playScenario` does once the window is open. */
export const playTrouble =
  (trouble: Trouble, entry: string, products: readonly Product[]): Look =>
  async (window, { url, client }, _scenario, _name, { seed, seconds, signal }) => {
    /** Opens the app; undefined if it does not open for this user. */
    const open = async (): Promise<{ readonly ready: LogEntry | null; readonly at: number } | null> => {
      const [latest] = (await client.calls()).slice(-1)
      await window.goto(url)
      if (!(await opens(window))) return null
      await window.appLoaded()
      const at = Date.now()
      const ready = await inTime(
        client.waitFor((one) => one.kind === 'call' && one.method === 'ready', {
          after: latest?.seq ?? 0,
          timeoutMs: trouble.readyWithinMs,
          pending: true,
        }),
      )
      return { ready, at }
    }
    await trouble.prepare(client)
    const opened = await open()
    if (opened === null) return { measures: null, found: [] }
    // Each time in another way: else a game would end the same way each time.
    let plays = 0
    /** What was seen at any time. */
    const views: (readonly string[])[] = []
    const watched = keepingViews(window, views)
    const stage: Stage = {
      window: watched,
      client,
      products,
      entry,
      seed,
      signal,
      milliseconds: seconds * 1_000,
      ready: opened.ready,
      playFor: (milliseconds) => {
        plays += 1
        return play(window, { milliseconds, seed: seed + plays, signal }, async () => {})
      },
      isBlank: () => isBlank(window),
      close: () => window.goto(new URL('/robots.txt', url).href),
      open: async () => (await open())?.ready ?? null,
    }
    const found = await trouble.play(stage)
    const hanging = await hangingView(stage)
    await watched.askApp(seen, null)
    const log = await client.calls()
    return {
      measures: {
        ...NOTHING_MEASURED,
        readyMs: opened.ready === null ? null : Math.max(0, Date.parse(opened.ready.at) - opened.at),
      },
      found: [
        ...found,
        ...hanging,
        ...brokenValues(entry, views, log),
        ...causedBreaches(entry, log, trouble.expects),
      ],
    }
  }

/** The same window, which keeps the lines of every view that is asked for. @param views where they are added */
export const keepingViews = (window: TestWindow, views: (readonly string[])[]): TestWindow => ({
  ...window,
  askApp: async (question, argument) => {
    const answer = await window.askApp(question, argument)
    if (Object.is(question, seen) && answer !== null) views.push((answer as Seen).lines)
    return answer
  },
})

/**
 * The breaches in the log of a run in trouble: calls that the host had to refuse are none, and an error of the app names
 * the call that was refused before it.
 */
export const causedBreaches = (
  entry: string,
  log: readonly LogEntry[],
  expects: readonly ErrorCode[],
): readonly Breach[] =>
  log.flatMap((one) => {
    if (one.kind === 'call' && one.error !== undefined && expects.includes(one.error.code)) return []
    const call = refusedCallOf(one, log)
    const breaches = judge(entry, [one], NOTHING_MEASURED, true)
    if (call === null) return breaches
    return breaches.map((breach) => ({
      ...breach,
      message: `${breach.message} The app does not handle that ${entryName(call)} was refused.`,
      entries: [call.seq, ...(breach.entries ?? [])],
    }))
  })
