import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession, Frame, Page } from 'playwright-core'
import type { LogEntry } from '../host/log/call-log.js'
import { loadSharp } from '../load-sharp.js'
import { COVER_MAX_MS } from '../platform/limits.js'
import type { Product } from '../platform/manifest.js'
import { ControlError, type RunningSimulator } from '../testing/index.js'
import { appFrame } from './app-frame.js'
import type { Measures } from './judge.js'
import { contentWidth, longFrames, prepare, unmark } from './page/questions.js'
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
}

/** Opens the app in a scenario, inspects it, and plays it. */
export const playScenario = async (
  browser: Browser,
  simulator: RunningSimulator,
  scenario: Scenario,
  products: readonly Product[],
  options: PlayOptions,
): Promise<Played> => {
  const { client } = simulator
  await client.reset()
  await client.torture(options.torture)
  if (scenario.owner && products.length > 0) await client.setData(boughtAll(products, new Date()))
  const { theme, locale, platform } = scenario
  await client.setSwitches({ theme, locale, platform })
  const context = await browser.newContext({
    // Room for a phone at full size next to the simulator's panels.
    viewport: { width: 1_500, height: 1_100 },
    colorScheme: scenario.theme,
    locale: scenario.locale,
    hasTouch: isPhone(scenario),
    deviceScaleFactor: options.screenshots === null ? 1 : LISTING_SCALE,
  })
  try {
    if (options.trace !== null) await context.tracing.start({ screenshots: true, snapshots: true })
    const page = await context.newPage()
    // A busy machine is slow, which is not the app's fault.
    page.setDefaultTimeout(PATIENCE_MS)
    let crashed = false
    page.on('crash', () => {
      crashed = true
    })
    await page.addInitScript(prepare, { size: scenario.frame, name: LONG_FRAMES })
    const measures = await look(page, simulator, scenario, options)
    const log = await client.calls()
    if (options.trace !== null) {
      await mkdir(options.trace, { recursive: true })
      await context.tracing.stop({ path: join(options.trace, `${scenario.name}.zip`) })
      await writeFile(
        join(options.trace, `${scenario.name}.ndjson`),
        log.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
      )
    }
    return { log, measures: measures === null ? null : { ...measures, crashed } }
  } finally {
    await context.close()
  }
}

const isPhone = ({ platform }: Scenario): boolean => platform !== 'web'

/** @returns null if the app does not open for this user */
const look = async (
  page: Page,
  { url, client }: RunningSimulator,
  scenario: Scenario,
  options: PlayOptions,
): Promise<Measures | null> => {
  await page.goto(url)
  const frame = page.locator('iframe[title="Mini app"]')
  // A paid app is opened as a test run, as its owner can (5).
  const unpaid = page.getByRole('button', { name: 'Open as a test run' })
  const gate = page.getByRole('region', { name: 'The app does not open' })
  await frame.or(unpaid).or(gate).waitFor({ state: 'attached' })
  if (await gate.isVisible()) return null
  if (await unpaid.isVisible()) await unpaid.click()
  await frame.waitFor({ state: 'attached' })
  const app = await appFrame(page)
  if (app === null) throw new Error("The app's frame is missing.")
  await app.frame.waitForLoadState('load')
  const loadedAt = Date.now()
  const ready = await client
    .waitFor((entry) => entry.kind === 'call' && entry.method === 'ready', {
      timeoutMs: COVER_MAX_MS + LATE_READY_MS,
    })
    .catch((error: unknown) => {
      if (error instanceof ControlError && error.status === 0) return null
      throw error
    })
  const blank = await isBlank(page)
  if (options.screenshots !== null) {
    await mkdir(options.screenshots, { recursive: true })
    await keepPicture(page, join(options.screenshots, `${scenario.name}.png`))
  }
  const content = scenario.frame === 'narrow' ? await app.frame.evaluate(contentWidth) : null
  const heap: number[] = []
  const session = await ownSession(page, app.frame)
  const milliseconds = options.seconds * 1_000
  let nextSample = 0
  const start = performance.now()
  await play(
    page,
    { milliseconds, seed: options.seed, touch: isPhone(scenario), signal: options.signal },
    async () => {
      if (session === null || performance.now() - start < nextSample) return
      nextSample += milliseconds / HEAP_SAMPLES
      heap.push(...(await heapOf(session)))
    },
  )
  if (options.screenshots !== null) {
    await closeSheets(page)
    await (await appFrame(page))?.frame.evaluate(unmark).catch(() => undefined)
    await keepPicture(page, join(options.screenshots, `${scenario.name}-played.png`))
  }
  const played = await appFrame(page)
  const long = played === null ? [] : await played.frame.evaluate(longFrames, LONG_FRAMES).catch(() => [])
  return {
    readyMs: ready === null ? null : Math.max(0, Date.parse(ready.at) - loadedAt),
    blank,
    content,
    heap,
    longFrames: long.map(({ milliseconds, source }) => ({ milliseconds, file: bundlePath(source) })),
    crashed: false,
  }
}

/** The name under which the app's page records its long frames; no app uses it. */
const LONG_FRAMES = '__miniapp_playtest_long_frames__'
const PATIENCE_MS = 90_000
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
const picture = async (page: Page): Promise<Buffer | null> => {
  const box = await (await appFrame(page))?.element.boundingBox()
  if (box === null || box === undefined) return null
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(Math.round)
  if (x === undefined || y === undefined || width === undefined || height === undefined) return null
  return page.screenshot({ clip: { x, y, width, height } })
}

const keepPicture = async (page: Page, path: string): Promise<void> => {
  const bytes = await picture(page)
  if (bytes !== null) await writeFile(path, bytes)
}

const isBlank = async (page: Page): Promise<boolean> => {
  const until = performance.now() + FIRST_PICTURE_MS
  const sharp = await loadSharp()
  for (let looks = 1; ; looks++) {
    const bytes = await picture(page)
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

/** The DevTools session of the app's process; null if the app shares the shell's process. */
const ownSession = async (page: Page, frame: Frame): Promise<CDPSession | null> => {
  try {
    return await page.context().newCDPSession(frame)
  } catch {
    return null
  }
}

/** The heap size after garbage collection; undefined if the page is gone. */
const heapOf = async (session: CDPSession): Promise<readonly number[]> => {
  try {
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize, embedderHeapUsedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage')
    // Newer browsers report nodes and buffers separately: the pixels, sounds and elements of a game.
    return [usedSize + (embedderHeapUsedSize ?? 0) + (backingStorageSize ?? 0)]
  } catch {
    return []
  }
}

/** The path in the bundle of a script URL. */
const bundlePath = (source: string): string | null =>
  /^https?:\/\/[^/]+\/ma_[a-z2-7]{10}\/[0-9.]+\/([^?#]+)/.exec(source)?.[1] ?? null
