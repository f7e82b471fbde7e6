import { namesTracker } from '../../check/facts/text/tracker-hosts.js'
import { Failure } from '../../failure.js'
import type { LogEntry } from '../../host/log/call-log.js'
import { SECOND_MS } from '../../platform/units.js'
import type { Driver, TestWindow, View } from '../drivers/driver.js'
import { isTimeout, within } from '../drivers/until.js'
import { type Look, restedLook, settledLook } from '../look.js'
import { decodedSounds, endSession, ownOrigin, type Sound, storedTexts } from '../page/questions.js'
import { SLOWEST } from '../random-player.js'
import { type WatchOptions, watchPlay } from '../watch-play.js'
import type { Original } from './original.js'
import { type FramePlace, type ServedOriginal, serveOriginal } from './plain-server.js'

/** What a person notices who opens a game, plays it and opens it again. */
export interface Visit {
  readonly first: Look | null
  /** Null where it was not played. */
  readonly played: Look | null
  readonly reloaded: Look | null
  readonly reacted: boolean | null
  readonly playedMs: number
  /** What was requested and does not exist: paths, or sentences with them. */
  readonly missing: readonly string[]
  /** What the browser blocked; sentences. */
  readonly blocked: readonly string[]
  /** The messages of errors and rejections that nothing caught. */
  readonly errors: readonly string[]
  readonly sounds: readonly Sound[]
  /** The origins that it asked for something without an answer; only of an original. */
  readonly unreached?: readonly string[]
  /** The texts that its storages have after it was opened again; null where it has databases, too. Only of an original. */
  readonly stored?: readonly string[] | null
}

/** What the mini app's log says of its visit. No player misses a counter or an ad. */
export const loggedIn = (log: readonly LogEntry[]): Pick<Visit, 'missing' | 'blocked' | 'errors'> => {
  const messages = (...kinds: readonly LogEntry['kind'][]): readonly string[] => [
    ...new Set(
      log.flatMap((entry) =>
        kinds.includes(entry.kind) && 'message' in entry && entry.ordered !== true ? [entry.message] : [],
      ),
    ),
  ]
  const played = (message: string): boolean => !namesTracker(message)
  return {
    missing: messages('failed-file').filter(played),
    blocked: messages('violation').filter(played),
    errors: messages('error', 'rejection'),
  }
}

/** The sounds that a page has loaded, and whether this browser can decode them. */
export const soundsOf = async (window: TestWindow): Promise<readonly Sound[]> =>
  (await window.askApp(decodedSounds, null)) ?? []

/**
 * Opens an original where the mini app was, plays it with the same input, and opens it again.
 * @throws {Failure} if the original does not answer, or the browser ends by itself
 */
export const visitOriginal = async (
  driver: Driver,
  original: Original,
  view: View,
  place: FramePlace,
  options: WatchOptions,
): Promise<Visit> => {
  const served = await serveOriginal(original, place)
  try {
    const openWindow = (): Promise<TestWindow> =>
      driver.open({ ...view, pixelRatio: place.pixelRatio, trace: false })
    let window = await openWindow()
    const replaced = async (): Promise<TestWindow> => {
      await window.close()
      window = await openWindow()
      return window
    }
    try {
      return await within(
        VISIT_MS + options.seconds * SLOWEST * SECOND_MS,
        visitIn(window, replaced, served, options),
      )
    } catch (error) {
      options.signal.throwIfAborted()
      if (error instanceof Failure || (await window.answers())) throw error
      throw new Failure(
        'refused',
        `${driver.name} ended or stopped answering while it ran the original (${original.name}).`,
        'Run the command again. If it happens again, leave --against out.',
        error,
      )
    } finally {
      await window.close()
    }
  } finally {
    // Also where the window fails: a server that listens keeps the program from ending.
    await served.stop()
  }
}

/** @param replaced closes the window, and opens another one */
const visitIn = async (
  opened: TestWindow,
  replaced: () => Promise<TestWindow>,
  served: ServedOriginal,
  options: WatchOptions,
): Promise<Visit> => {
  let window = opened
  const load = async (): Promise<void> => {
    await window.goto(served.url)
    await window.appLoaded()
  }
  let isCut = false
  const open = async (): Promise<void> => {
    await within(isCut ? LONGEST_LOAD_MS : LOADS_WITHIN_MS, load()).catch(async (error: unknown) => {
      if (!isTimeout(error) || isCut) throw error
      // A font or a script from a host that never answers, or a busy machine.
      isCut = true
      served.cutInternet()
      // What still loads, or does not answer, would be in the way.
      window = await replaced()
      await within(LONGEST_LOAD_MS, load())
    })
  }
  await open()
  const first = await settledLook(window)
  const { played, reacted, playedMs } = await watchPlay(window, first, options, async () => 0)
  // A script of the original may have opened another site: what is seen there says nothing of it.
  const isThere = (await window.askApp(ownOrigin, null)) === served.origin
  const sounds = await soundsOf(window)
  await window.askApp(endSession, null)
  await open()
  const reloaded = await restedLook(window)
  return {
    first,
    played: isThere ? played : null,
    reloaded,
    reacted: isThere ? reacted : null,
    playedMs,
    missing: [...served.missing],
    blocked: [],
    errors: [...served.errors],
    sounds,
    unreached: [...served.unreached],
    stored: await window.askApp(storedTexts, null),
  }
}

/** On a plain server of this machine, even a large game is loaded sooner, unless it waits for another host. */
const LOADS_WITHIN_MS = 10_000
/** On a busy machine, where only files of this machine are loaded. */
const LONGEST_LOAD_MS = 60_000
/** Opening, looking and opening again, besides the play; as much again on a busy machine. */
const VISIT_MS = 240_000
