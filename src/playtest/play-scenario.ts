import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeFolder } from '../durable/folders.js'
import { Failure } from '../failure.js'
import type { LogEntry } from '../host/log/call-log.js'
import { COVER_MAX_MS } from '../platform/limits.js'
import type { Product } from '../platform/manifest.js'
import { MINUTE_MS, SECOND_MS } from '../platform/units.js'
import type { RunningSimulator } from '../testing/index.js'
import type { FramePlace } from './beside/plain-server.js'
import { loggedIn, soundsOf, type Visit } from './beside/visit.js'
import { type Driver, PATIENCE_MS, type TestWindow, type View } from './drivers/driver.js'
import { ANSWERS_WITHIN_MS, hangs, inTime, isTimeout, until, within } from './drivers/until.js'
import { type Breach, breach, type Measures, NOTHING_MEASURED } from './judge.js'
import { isPlain, pictureOf, restedLook, settledLook } from './look.js'
import { contentWidth, fittedScale, longFrames, pixelRatio } from './page/questions.js'
import { seen } from './page/seen.js'
import { frameBox, opening } from './page/shell-questions.js'
import { LONG_FRAMES } from './page-names.js'
import { boughtAll } from './purchases.js'
import { type Picture, picturesOf } from './report/evidence.js'
import { isTogether, type Scenario } from './scenarios.js'
import { deviceOf } from './together/devices.js'
import { cutOffControls, cutOffTexts, stayingWidth, unreadableTexts } from './unreadable.js'
import { type WatchOptions, watchPlay } from './watch-play.js'

export interface PlayOptions extends WatchOptions {
  /** An absolute folder for screenshots; null to save none. */
  readonly screenshots: string | null
  /** The device's pixels of a CSS pixel. */
  readonly pixelRatio: number
  /** An absolute folder for traces and call logs; null to save none. */
  readonly trace: string | null
  /** The seed of random faults; null for none. */
  readonly torture: number | null
}

export interface Played {
  readonly log: readonly LogEntry[]
  /** Null if the app does not open for this user. */
  readonly measures: Measures | null
  /** What was found besides what log and measures say. */
  readonly found: readonly Breach[]
  /** The whole visit, where the app was opened again; null where it was not, or does not open for this user. */
  readonly visit: PlacedVisit | null
  readonly pictures: readonly Picture[]
}

/** A visit, and where its frame was; null where the app has closed itself for good. */
export interface PlacedVisit extends Visit {
  readonly place: FramePlace | null
}

/** Plays the app in a window that is empty so far. */
export type Look = (
  window: TestWindow,
  simulator: RunningSimulator,
  scenario: Scenario,
  name: string,
  options: PlayOptions,
) => Promise<Pick<Played, 'measures' | 'found'> & Partial<Pick<Played, 'visit' | 'pictures'>>>

/**
 * Opens the app in a scenario, inspects it, and plays it.
 * @param lookAt plays it once its window is open
 * @throws {Failure} if the browser ends by itself
 */
export const playScenario = async (
  driver: Driver,
  simulator: RunningSimulator,
  scenario: Scenario,
  { entry, products }: { readonly entry: string; readonly products: readonly Product[] },
  options: PlayOptions,
  lookAt: Look,
): Promise<Played> => {
  const { client } = simulator
  await client.reset()
  await client.setRandomFaults(options.torture)
  if (scenario.owner && products.length > 0) await client.setData(boughtAll(products, new Date()))
  const { theme, locale, platform } = scenario
  await client.setSwitches({ theme, locale, platform })
  const window = await driver.open({ ...viewOf(scenario, options), trace: options.trace !== null })
  try {
    const name = fileNameOf(driver, scenario)
    const looked = await within(
      SCENARIO_MS + options.seconds * SCENARIO_PLAYS * SECOND_MS,
      lookAt(window, simulator, scenario, name, options),
    ).catch(async (error: unknown) => {
      options.signal.throwIfAborted()
      if (!isTimeout(error) || !(await hangs(window))) throw error
      return { measures: NOTHING_MEASURED, found: [hanging(entry)], visit: null, pictures: [] }
    })
    const { measures, found, visit = null } = looked
    const log = await client.calls()
    if (options.trace !== null) {
      await makeFolder(options.trace)
      await window.saveTrace(join(options.trace, `${name}.zip`))
      await writeFile(
        join(options.trace, `${name}.ndjson`),
        log.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
      )
    }
    const crashed = window.crashed()
    const pictures = looked.pictures ?? (measures === null || crashed ? [] : await lastPicture(window))
    return { log, measures: measures === null ? null : { ...measures, crashed }, found, visit, pictures }
  } catch (error) {
    options.signal.throwIfAborted()
    if (isTimeout(error))
      throw new Failure(
        'refused',
        `The app took too long to load or to answer in ${driver.name} (${scenario.name}): ${error instanceof Error ? error.message : ''}`,
        'Run the command again with less load on this machine, or find out what keeps the page busy.',
        error,
      )
    if (error instanceof Failure || (await window.answers())) throw error
    throw new Failure(
      'refused',
      `${driver.name} ended or stopped answering while it ran the app (${scenario.name}).`,
      'Run the command again. If it happens again, update the browser or choose another with --browser.',
      error,
    )
  } finally {
    await window.close()
  }
}

const hanging = (entry: string): Breach =>
  breach(
    'run/page-hangs',
    entry,
    `The page did not respond for ${ANSWERS_WITHIN_MS / SECOND_MS} s: a script does not end.`,
  )

/** The limit of a scenario, besides its plays. */
const SCENARIO_MS = 6 * MINUTE_MS
/** More than any scenario plays. */
const SCENARIO_PLAYS = 20

/** What an app shows at its end; nothing where it shows nothing, or hangs. */
const lastPicture = async (window: TestWindow): Promise<readonly Picture[]> => {
  const png = await within(LAST_PICTURE_MS, pictureOf(window)).catch(() => null)
  return png === null ? [] : [{ moment: 'end', png }]
}

const LAST_PICTURE_MS = 5_000

/** How a window shows a scenario. */
export const viewOf = (
  { name, theme, locale, platform, frame }: Scenario,
  { pixelRatio }: PlayOptions,
): View => ({
  theme,
  locale,
  touch: platform !== 'web',
  pixelRatio,
  frame,
  trace: false,
  ...(isTogether(name) ? { timeZone: deviceOf(1).timeZone } : {}),
})

/** How long a page takes to show itself that is not busy. */
const QUICK_MS = 500

/** The name of a scenario's files: Chromium's, which the listing's screenshots come from, have no prefix. */
const fileNameOf = ({ engine }: Driver, { name }: Scenario): string =>
  engine === 'chromium' ? name : `${engine}-${name}`

/**
 * Inspects the app, and plays it at random.
 * @param reload whether it is opened again, by what it did
 * @param onPlace called before it is played, with the place of its frame, and whether its page is busy: another one would make it late
 */
export const look =
  (
    reload: (log: readonly LogEntry[]) => boolean,
    onPlace: (place: FramePlace, isBusy: boolean) => void = () => {},
  ): Look =>
  async (window, simulator, scenario, name, options) => {
    const { client } = simulator
    const started = await start(window, simulator)
    if (started === null) return { measures: null, found: [] }
    const place = await placeOf(window)
    const before = performance.now()
    const blank = await isBlank(window)
    if (place !== null) onPlace(place, performance.now() - before >= QUICK_MS)
    const first = await settledLook(window)
    if (options.screenshots !== null) {
      await makeFolder(options.screenshots)
      await keepPicture(window, join(options.screenshots, `${name}.png`))
    }
    const cutNow = await cutOffTexts(window)
    const [unreadable, cutOff] = [await unreadableTexts(window), await cutOffControls(window)]
    const isNarrow = scenario.frame === 'narrow'
    const content = isNarrow ? await window.askApp(contentWidth, null) : null
    const heap: number[] = []
    const lines: (readonly string[])[] = []
    const { played, reacted, playedMs } = await watchPlay(
      window,
      first,
      options,
      async () => (await client.calls()).filter(({ kind }) => kind === 'call').length,
      async () => {
        const bytes = await window.memory()
        if (bytes !== null) heap.push(bytes)
        lines.push((await window.askApp(seen, null))?.lines ?? [])
      },
    )
    if (options.screenshots !== null) {
      await keepPicture(window, join(options.screenshots, `${name}-played.png`))
    }
    const long = (await window.askApp(longFrames, LONG_FRAMES)) ?? []
    const [unreadableLater, cutLater] = [await unreadableTexts(window), await cutOffControls(window)]
    const contentLater = isNarrow ? await stayingWidth(window) : null
    const views = { first, played, reacted, playedMs }
    const visit = reload(await client.calls()) ? await visitAgain(window, simulator, views) : null
    if (visit === null && scenario.name === 'language') {
      // What was saved as this language writes it is read back.
      await start(window, simulator, (await client.calls()).at(-1)?.seq ?? 0)
      lines.push((await settledLook(window))?.lines ?? [])
    }
    return {
      measures: {
        readyMs: started.readyMs,
        blank,
        content: (contentLater?.width ?? 0) > (content?.width ?? 0) ? contentLater : content,
        heap,
        longFrames: long.map(({ milliseconds, source }) => ({ milliseconds, file: bundlePath(source) })),
        crashed: false,
        unreadable: [...new Set([...unreadable, ...unreadableLater])],
        cutOff: [...new Set([...cutOff, ...cutLater])],
        cutTexts: [...new Set([...cutNow, ...(await cutOffTexts(window))])],
        lines,
        views,
      },
      found: [],
      visit,
      pictures: picturesOf(visit ?? views),
    }
  }

/** Opens the app, and waits for its first picture to be due. @returns null if it does not open for this user */
const start = async (
  window: TestWindow,
  { url, client }: RunningSimulator,
  after = 0,
): Promise<{ readonly readyMs: number | null } | null> => {
  await window.goto(url)
  if (!(await opens(window))) return null
  await window.appLoaded()
  const loadedAt = Date.now()
  const isReady = (entry: LogEntry): boolean => entry.kind === 'call' && entry.method === 'ready'
  // An app that has closed itself calls nothing any more.
  const isOpen = (await window.askShell(frameBox, null)) !== null
  const ready = isOpen
    ? await inTime(client.waitFor(isReady, { after, timeoutMs: COVER_MAX_MS + LATE_READY_MS }))
    : ((await client.calls({ after })).find(isReady) ?? null)
  return { readyMs: ready === null ? null : Math.max(0, Date.parse(ready.at) - loadedAt) }
}

/** Where the app's frame is, and how large its page is in it; null if no app runs. */
const placeOf = async (window: TestWindow): Promise<FramePlace | null> => {
  const box = await window.askShell(frameBox, null)
  if (box === null) return null
  const scale = (await window.askApp(fittedScale, null)) ?? 1
  return { ...box, scale, pixelRatio: (await window.askApp(pixelRatio, null)) ?? 1 }
}

/** Opens a played app again, to compare its visit with one of its original. */
const visitAgain = async (
  window: TestWindow,
  simulator: RunningSimulator,
  views: Pick<Visit, 'first' | 'played' | 'reacted' | 'playedMs'>,
): Promise<PlacedVisit> => {
  const place = await placeOf(window)
  const log = await simulator.client.calls()
  const sounds = await soundsOf(window)
  const after = (await simulator.client.calls()).at(-1)?.seq ?? 0
  const again = await start(window, simulator, after)
  const reloaded = again === null ? null : await restedLook(window)
  return {
    ...views,
    ...loggedIn(log),
    reloaded,
    sounds,
    place: place ?? (await placeOf(window)),
  }
}

/** Whether the app opens for this user; a paid one is opened as a test run, as its owner can (5). */
export const opens = async (window: TestWindow): Promise<boolean> => {
  let shows: 'app' | 'gate' | null = null
  await until(async () => {
    const now = await window.askShell(opening, null)
    if (now.shows === 'unpaid') await window.click(now.button)
    else if (now.shows !== 'nothing yet') shows = now.shows
    return shows !== null
  }, PATIENCE_MS)
  return shows === 'app'
}

/** How long to wait for `ready` after the cover disappears. */
const LATE_READY_MS = 2_000
/** How long the app may take from `ready` to its first content: a frame or two, and a fade. */
const FIRST_PICTURE_MS = 1_500
/** The minimum number of looks: on a busy machine each takes as much longer as the app's own first frame. */
const FIRST_PICTURE_LOOKS = 15

const keepPicture = async (window: TestWindow, path: string): Promise<void> => {
  const bytes = await pictureOf(window)
  if (bytes !== null) await writeFile(path, bytes)
}

export const isBlank = async (window: TestWindow): Promise<boolean> => {
  const until = performance.now() + FIRST_PICTURE_MS
  for (let looks = 1; ; looks++) {
    const bytes = await pictureOf(window)
    // An app that immediately closed itself is blank for a reason of its own.
    if (bytes === null) return false
    if (!(await isPlain(bytes))) return false
    if (performance.now() > until && looks >= FIRST_PICTURE_LOOKS) return true
    await wait(100)
  }
}

/** The path in the bundle of a script URL. */
const bundlePath = (source: string): string | null =>
  /^https?:\/\/[^/]+\/ma_[a-z2-7]{10}\/[0-9.]+\/([^?#]+)/.exec(source)?.[1] ?? null
