import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '../failure.js'
import type { LogEntry } from '../host/log/call-log.js'
import { loadSharp } from '../load-sharp.js'
import { COVER_MAX_MS } from '../platform/limits.js'
import type { Product } from '../platform/manifest.js'
import { ControlError, type RunningSimulator } from '../testing/index.js'
import { type Driver, PATIENCE_MS, type TestWindow } from './drivers/driver.js'
import { until } from './drivers/until.js'
import type { Breach, Measures } from './judge.js'
import { LONG_FRAMES } from './long-frames.js'
import { contentWidth, longFrames, unmark } from './page/questions.js'
import { frameBox, opening } from './page/shell-questions.js'
import { boughtAll } from './purchases.js'
import { closeSheets, play } from './random-player.js'
import type { Scenario } from './scenarios.js'

export interface PlayOptions {
  readonly seed: number
  /** How long to play each scenario. */
  readonly seconds: number
  /** An absolute folder for screenshots; null to save none. */
  readonly screenshots: string | null
  /** An absolute folder for traces and call logs; null to save none. */
  readonly trace: string | null
  /** The seed of random faults; null for none. */
  readonly torture: number | null
  readonly signal: AbortSignal
}

export interface Played {
  readonly log: readonly LogEntry[]
  /** Null if the app does not open for this user. */
  readonly measures: Measures | null
  /** What was found besides what log and measures say. */
  readonly found: readonly Breach[]
}

/** Plays the app in a window that is empty so far. */
export type Look = (
  window: TestWindow,
  simulator: RunningSimulator,
  scenario: Scenario,
  name: string,
  options: PlayOptions,
) => Promise<Omit<Played, 'log'>>

/**
 * Opens the app in a scenario, inspects it, and plays it.
 * @param lookAt plays it once its window is open
 * @throws {Failure} if the browser ends by itself
 */
export const playScenario = async (
  driver: Driver,
  simulator: RunningSimulator,
  scenario: Scenario,
  products: readonly Product[],
  options: PlayOptions,
  lookAt: Look,
): Promise<Played> => {
  const { client } = simulator
  await client.reset()
  await client.setRandomFaults(options.torture)
  if (scenario.owner && products.length > 0) await client.setData(boughtAll(products, new Date()))
  const { theme, locale, platform, frame } = scenario
  await client.setSwitches({ theme, locale, platform })
  const window = await driver.open({
    theme,
    locale,
    touch: platform !== 'web',
    pixelRatio: options.screenshots === null ? 1 : LISTING_SCALE,
    frame,
    trace: options.trace !== null,
  })
  try {
    const name = fileNameOf(driver, scenario)
    const { measures, found } = await lookAt(window, simulator, scenario, name, options)
    const log = await client.calls()
    if (options.trace !== null) {
      await mkdir(options.trace, { recursive: true })
      await window.saveTrace(join(options.trace, `${name}.zip`))
      await writeFile(
        join(options.trace, `${name}.ndjson`),
        log.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
      )
    }
    return { log, measures: measures === null ? null : { ...measures, crashed: window.crashed() }, found }
  } catch (error) {
    options.signal.throwIfAborted()
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

/** The name of a scenario's files: Chromium's, which the listing's screenshots come from, have no prefix. */
const fileNameOf = ({ engine }: Driver, { name }: Scenario): string =>
  engine === 'chromium' ? name : `${engine}-${name}`

/** Inspects the app, and plays it at random. */
export const look: Look = async (window, { url, client }, scenario, name, options) => {
  await window.goto(url)
  if (!(await opens(window))) return { measures: null, found: [] }
  await window.appLoaded()
  const loadedAt = Date.now()
  const ready = await client
    .waitFor((entry) => entry.kind === 'call' && entry.method === 'ready', {
      timeoutMs: COVER_MAX_MS + LATE_READY_MS,
    })
    .catch((error: unknown) => {
      if (error instanceof ControlError && error.status === 0) return null
      throw error
    })
  const blank = await isBlank(window)
  if (options.screenshots !== null) {
    await mkdir(options.screenshots, { recursive: true })
    await keepPicture(window, join(options.screenshots, `${name}.png`))
  }
  const content = scenario.frame === 'narrow' ? await window.askApp(contentWidth, null) : null
  const heap: number[] = []
  const milliseconds = options.seconds * 1_000
  let nextSample = 0
  const start = performance.now()
  await play(window, { milliseconds, seed: options.seed, signal: options.signal }, async () => {
    if (performance.now() - start < nextSample) return
    nextSample += milliseconds / HEAP_SAMPLES
    const bytes = await window.memory()
    if (bytes !== null) heap.push(bytes)
  })
  if (options.screenshots !== null) {
    await closeSheets(window)
    await window.askApp(unmark, null)
    await keepPicture(window, join(options.screenshots, `${name}-played.png`))
  }
  const long = (await window.askApp(longFrames, LONG_FRAMES)) ?? []
  return {
    measures: {
      readyMs: ready === null ? null : Math.max(0, Date.parse(ready.at) - loadedAt),
      blank,
      content,
      heap,
      longFrames: long.map(({ milliseconds, source }) => ({ milliseconds, file: bundlePath(source) })),
      crashed: false,
    },
    found: [],
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
const HEAP_SAMPLES = 6
/** Screenshots for the listing have a phone's pixel density. */
const LISTING_SCALE = 2

/** A screenshot of the app; null if none runs. The frame may be between two pixels of the page. */
const picture = async (window: TestWindow): Promise<Uint8Array | null> => {
  const box = await window.askShell(frameBox, null)
  if (box === null) return null
  const { x, y, width, height } = box
  return window.screenshot({
    x: Math.round(x),
    y: Math.round(y),
    width: Math.round(width),
    height: Math.round(height),
  })
}

const keepPicture = async (window: TestWindow, path: string): Promise<void> => {
  const bytes = await picture(window)
  if (bytes !== null) await writeFile(path, bytes)
}

export const isBlank = async (window: TestWindow): Promise<boolean> => {
  const until = performance.now() + FIRST_PICTURE_MS
  const sharp = await loadSharp()
  for (let looks = 1; ; looks++) {
    const bytes = await picture(window)
    // An app that immediately closed itself is blank for a reason of its own.
    if (bytes === null) return false
    const { channels } = await sharp(bytes).removeAlpha().stats()
    if (channels.some(({ min, max }) => max - min > PLAIN_COLOUR_SPREAD)) return false
    if (performance.now() > until && looks >= FIRST_PICTURE_LOOKS) return true
    await wait(100)
  }
}

/** How much the shades of a plain colour may differ. */
const PLAIN_COLOUR_SPREAD = 6

/** The path in the bundle of a script URL. */
const bundlePath = (source: string): string | null =>
  /^https?:\/\/[^/]+\/ma_[a-z2-7]{10}\/[0-9.]+\/([^?#]+)/.exec(source)?.[1] ?? null
