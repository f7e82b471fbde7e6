import type { Browser, CDPSession, Frame, Page } from 'playwright-core'
import { Failure } from '../../failure.js'
import { dialogAnswers } from '../../shim/parts/dialogs.js'
import { installClockwork } from '../page/clockwork.js'
import { completeTaps, forgetTouch, wantsClick } from '../page/finger.js'
import { installHoldings } from '../page/holdings.js'
import {
  inPage,
  keepNatives,
  prepareShell,
  recordEmptied,
  recordLongFrames,
  setClocks,
  setScreen,
} from '../page/prepare.js'
import { CLOCKWORK, EMPTIED, HOLDINGS, LONG_FRAMES, NATIVES } from '../page-names.js'
import { appFrame, askAppOf, ownSession } from './app-frame.js'
import {
  type Driver,
  PATIENCE_MS,
  type Point,
  paced,
  pathOf,
  type TestWindow,
  type View,
  WINDOW_SIZE,
} from './driver.js'
import { isAnswered } from './until.js'

/**
 * Starts an installed Chrome, Chromium or Edge without a window.
 * @param pixelRatio what each view has, for frames with a process of their own too, where Chromium emulates none
 * @throws {Failure} `usage` if it does not start
 */
export const startChromium = async (executablePath: string, pixelRatio: number): Promise<Driver> => {
  const { chromium } = await import('playwright-core')
  let browser: Browser
  try {
    browser = await chromium.launch({
      executablePath,
      args: [...ARGUMENTS, `--force-device-scale-factor=${pixelRatio}`],
      handleSIGINT: false,
      handleSIGTERM: false,
    })
  } catch (error) {
    throw new Failure(
      'usage',
      `${executablePath} failed to start.`,
      'Run miniapp doctor, or set CHROME_PATH to another browser.',
      error,
    )
  }
  return driverOf(browser)
}

/** A browser that Playwright started. */
export const driverOf = (browser: Browser): Driver => {
  let tried: Promise<boolean> | undefined
  const clicks = (): Promise<boolean> => {
    tried ??= clicksAfterTaps(browser)
    return tried
  }
  return {
    engine: 'chromium',
    name: `Chromium ${browser.version()}`,
    limits: [],
    windows: Number.POSITIVE_INFINITY,
    open: (view) => openWindow(browser, view, clicks),
    close: () => browser.close(),
  }
}

/**
 * Which features Chromium has. Of two switches with one name the last counts, so that these repeat what Playwright asks for
 * (a test compares).
 */
export const FEATURES: readonly string[] = [
  `--disable-features=${[
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
    'AvoidCorsURLLoaderRestartOnRedirect',
    'TcpPortRandomizationWin',
    'OptimizationHints',
    'NetworkTimeServiceQuerying',
    'AimEnabled',
    'PreconnectToSearch',
    'msForceBrowserSignIn',
    'msEdgeUpdateLaunchServicesPreferredVersion',
    // Two pages of the address bar that each window loads though nobody sees it: half of the time that a window takes.
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
  ].join()}`,
  `--enable-features=${[
    'CDPScreenshotNewSurface',
    'SkipListAccountsWithoutGaiaCookies',
    // The bundle's header of this name, which Chromium has behind a flag so far.
    'ConnectionAllowlists',
    'OverrideConnectionAllowlistOriginTrial',
  ].join()}`,
]

/** Disables the browser's own network requests, and its sandbox, which is not needed for our own user. */
const ARGUMENTS = [
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--disable-quic',
  ...FEATURES,
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/**
 * Whether an emulated tap in a sandboxed frame is followed by a click at its place. Chromium 150 loses the click, or sends
 * it elsewhere, where the frame has a process of its own. Where it follows, it may be late: a second one could meet a sheet.
 */
const clicksAfterTaps = async (browser: Browser): Promise<boolean> => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 400, height: 400 } })
  try {
    const page = await context.newPage()
    await page.route('**/*', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: route.request().url().endsWith('/frame') ? TAPPED_FRAME : TAPPED_PAGE,
      }),
    )
    await page.goto('http://taps.localhost/')
    await page.touchscreen.tap(300, 300)
    await appFrame(page)?.waitForFunction('window.clicked', undefined, { timeout: CLICK_WITHIN_MS })
    return true
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return false
    throw error
  } finally {
    await context.close()
  }
}

const TAPPED_PAGE =
  '<iframe sandbox="allow-scripts" src="/frame" style="position: fixed; inset: 200px 0 0 200px; border: 0"></iframe>'
const TAPPED_FRAME = '<script>onclick = () => { window.clicked = true }</script>'
const CLICK_WITHIN_MS = 2_000

/**
 * The screen that a browser without windows gives a frame of another process, even where another is emulated. With it, an original,
 * whose frame has the process of its page, meets the same media queries as the app.
 */
const FRAME_SCREEN = { width: 800, height: 600 } as const

const openPage = async (browser: Browser, view: View): Promise<Page> => {
  const context = await browser.newContext({
    viewport: WINDOW_SIZE,
    screen: FRAME_SCREEN,
    colorScheme: view.theme,
    locale: view.locale,
    ...(view.timeZone === undefined ? {} : { timezoneId: view.timeZone }),
    hasTouch: view.touch,
    deviceScaleFactor: view.pixelRatio,
  })
  if (view.trace) await context.tracing.start({ screenshots: true, snapshots: true })
  return context.newPage()
}

/** @param clicks whether taps are followed by clicks */
const openWindow = async (
  browser: Browser,
  view: View,
  clicks: () => Promise<boolean>,
): Promise<TestWindow> => {
  const [page, isComplete] = await Promise.all([openPage(browser, view), !view.touch || clicks()])
  const context = page.context()
  page.setDefaultTimeout(PATIENCE_MS)
  let crashed = false
  page.on('crash', () => {
    crashed = true
  })
  answerDialogs(page)
  // Before what counts the app's listeners.
  if (!isComplete) await page.addInitScript({ content: inPage(completeTaps, FINGER) })
  await page.addInitScript({ content: inPage(prepareShell, view.frame) })
  await page.addInitScript({ content: inPage(setScreen, view.touch ? null : WINDOW_SIZE) })
  await page.addInitScript({ content: inPage(recordLongFrames, LONG_FRAMES) })
  await page.addInitScript({ content: inPage(keepNatives, NATIVES) })
  await page.addInitScript({ content: inPage(recordEmptied, EMPTIED) })
  if (view.clockwork === true) await page.addInitScript({ content: inPage(installClockwork, CLOCKWORK) })
  if (view.holdings === true) await page.addInitScript({ content: inPage(installHoldings, HOLDINGS) })
  if (view.clocks !== undefined) await page.addInitScript({ content: inPage(setClocks, view.clocks) })
  if (view.slowdown !== undefined) await slowDown(page, view.slowdown)
  const finger = view.touch ? await context.newCDPSession(page) : null
  let memory: { readonly frame: Frame; readonly session: CDPSession | null } | null = null
  const askFinger = (question: (name: string) => boolean): Promise<boolean> =>
    appFrame(page)
      ?.evaluate(question, FINGER)
      .catch(() => false) ?? Promise.resolve(false)
  const click = async ({ x, y }: Point, where: 'shell' | 'app' = 'shell'): Promise<void> => {
    if (!isComplete && where === 'app') await askFinger(forgetTouch)
    await whileThere(page, page.mouse.click(x, y))
  }
  const tap = async ({ x, y }: Point): Promise<void> => {
    await whileThere(page, page.touchscreen.tap(x, y))
    if (!isComplete && (await askFinger(wantsClick))) await page.mouse.click(x, y)
  }
  return {
    goto: async (url) => {
      await page.goto(url)
    },
    askShell: (question, argument) => page.evaluate(question as (argument: unknown) => never, argument),
    askApp: askAppOf(page),
    appLoaded: async () => {
      const frame = appFrame(page)
      await frame?.waitForLoadState('load').catch((error: unknown) => {
        // An app that opens another site as it loads is taken away.
        if (!frame.isDetached()) throw error
      })
    },
    screenshot: (clip) => page.screenshot({ clip }),
    click,
    hover: ({ x, y }) => whileThere(page, page.mouse.move(x, y)),
    press: finger === null ? click : tap,
    drag: async (from, to, moves) => {
      const path = pathOf(from, to, moves)
      const follow = moves === undefined ? oneByOne : paced
      if (finger !== null) return whileThere(page, swipe(finger, from, path, follow))
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await follow(path, ({ x, y }) => page.mouse.move(x, y))
      await page.mouse.up()
    },
    key: async (name, meanwhile) => {
      await whileThere(page, page.keyboard.down(name))
      await meanwhile?.()
      await whileThere(page, page.keyboard.up(name))
    },
    memory: async () => {
      const frame = appFrame(page)
      if (frame === null) return null
      if (memory?.frame !== frame) memory = { frame, session: await ownSession(page, frame) }
      return memory.session === null ? null : memoryOf(memory.session)
    },
    crashed: () => crashed,
    answers: () => isAnswered(browser.newBrowserCDPSession().then((session) => session.detach())),
    saveTrace: (path) => context.tracing.stop({ path }),
    close: () => context.close(),
  }
}

/** Answers the dialogs of an original as the browser shim answers those of the app. */
const answerDialogs = (page: Page): void => {
  const answers = dialogAnswers()
  let answered = 0
  page.on('dialog', (dialog) => {
    if (Date.now() - answered > AT_ONCE_MS) answers.restart()
    answered = Date.now()
    const type = dialog.type()
    const text = type === 'prompt' ? answers.prompt(dialog.defaultValue()) : ''
    const isRefused = text === null || (type === 'confirm' && !answers.confirm())
    const answer = isRefused ? dialog.dismiss() : dialog.accept(text)
    // The page may be gone by then.
    answer.catch(() => undefined)
  })
}

/** A dialog that comes sooner after the answer to the one before is of the same script. */
const AT_ONCE_MS = 100

/** The name under which the app's page says what follows a touch; no app uses it. */
const FINGER = '__miniapp_playtest_finger__'

/** Waits for an input's end, or until the app's frame is gone: a page that leaves while it has a key never answers. */
const whileThere = async (page: Page, input: Promise<void>): Promise<void> => {
  const frame = appFrame(page)
  let onDetached: (one: Frame) => void = () => undefined
  const gone = new Promise<void>((resolve) => {
    onDetached = (one) => {
      if (one === frame) resolve()
    }
  })
  page.on('framedetached', onDetached)
  try {
    await Promise.race([input, gone])
  } finally {
    page.off('framedetached', onDetached)
    // Nobody waits for it any more.
    input.catch(() => undefined)
  }
}

/** Moves along a path as fast as the browser follows. */
const oneByOne: typeof paced = async (path, move) => {
  for (const point of path) await move(point)
}

/** Drags a finger: a mouse would select text, which does not happen on phones. */
const swipe = async (
  finger: CDPSession,
  from: Point,
  path: readonly Point[],
  follow: typeof paced,
): Promise<void> => {
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  await follow(path, (point) =>
    finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] }),
  )
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Makes scripts run slower, in the shell and in every frame as soon as it is there. */
const slowDown = async (page: Page, rate: number): Promise<void> => {
  const slow = async (session: CDPSession): Promise<void> => {
    await session.send('Emulation.setCPUThrottlingRate', { rate })
  }
  await slow(await page.context().newCDPSession(page))
  // A frame that shares the shell's process has no session of its own, and one may be gone by then.
  const slowFrame = (frame: Frame): void =>
    void ownSession(page, frame)
      .then((session) => (session === null ? undefined : slow(session)))
      .catch(() => undefined)
  page.on('frameattached', slowFrame)
  page.on('framenavigated', slowFrame)
}

/** The memory after garbage collection, in bytes; null if the page is gone. */
const memoryOf = async (session: CDPSession): Promise<number | null> => {
  try {
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize, embedderHeapUsedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage')
    // Newer browsers report nodes and buffers separately: the pixels, sounds and elements of a game.
    return usedSize + (embedderHeapUsedSize ?? 0) + (backingStorageSize ?? 0)
  } catch {
    return null
  }
}
