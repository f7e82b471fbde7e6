import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Commands } from 'webdriver-bidi-protocol'
import { Failure } from '../../failure.js'
import { frameBox } from '../page/shell-questions.js'
import { BidiError, type BidiSession, openBidiSession } from './bidi-session.js'
import { type BrowserSystem, startProcess } from './browser-process.js'
import {
  type Driver,
  FRAME_MS,
  type Point,
  pathOf,
  type Question,
  type TestWindow,
  type View,
  WINDOW_SIZE,
} from './driver.js'
import type { Farm } from './farm.js'
import { preferenceFile, preferencesOf } from './firefox-preferences.js'
import {
  keyCharacter,
  processWindows,
  START_WITHIN_MS,
  shellWindow,
  type VersionedWindow,
} from './process-windows.js'
import { isAnswered, within } from './until.js'
import { newSession, quit } from './web-driver.js'

/**
 * Firefox without a window, through WebDriver BiDi. Theme, language, touch and pixel density are preferences that hold for the
 * whole browser, so windows with different views are processes with profiles of their own. Windows with the same view share
 * one, as a process takes seconds to start, and have their own storage.
 * @param signal ends every window
 * @throws {Failure} `usage` if it does not start
 */
export const startFirefox = async (
  executable: string,
  { platform }: BrowserSystem,
  signal: AbortSignal,
): Promise<Driver> => {
  return driverWith((view) => startProfile(executable, view, platform, signal))
}

/**
 * Firefox of a WebDriver server that runs elsewhere, such as a Selenium grid.
 * @throws {Failure} `network` if it does not start one
 */
export const connectFirefox = (farm: Farm): Promise<Driver> =>
  driverWith(async (view) => {
    const { driver, version, capabilities } = await newSession(farm, {
      browserName: 'firefox',
      webSocketUrl: true,
      'moz:firefoxOptions': { args: ['-headless'], prefs: preferencesOf(view) },
    })
    const stop = (): Promise<void> => quit(driver)
    const address: unknown = capabilities.get('webSocketUrl')
    if (typeof address !== 'string') {
      await stop()
      throw new Failure(
        'usage',
        `The Firefox at ${farm.name} is not driven by WebDriver BiDi, which miniapp needs.`,
        'Use a newer geckodriver, or enable BiDi in the grid.',
      )
    }
    try {
      return { session: await openBidiSession(address, version), stop }
    } catch (error) {
      await stop()
      throw new Failure(
        'network',
        `Cannot connect to ${address}, which ${farm.name} named.`,
        'Set the address at which this machine reaches the grid.',
        error,
      )
    }
  })

/** A Firefox with one profile. */
interface Profile {
  readonly session: BidiSession
  /** Ends it. */
  readonly stop: () => Promise<void>
}

/** @param start starts a Firefox whose windows have a view */
const driverWith = async (start: (view: View) => Promise<Profile>): Promise<Driver> => {
  const started = new Map<string, Promise<StartedFirefox>>()
  const openWindow = async (view: View): Promise<VersionedWindow> => {
    const key = JSON.stringify(view)
    const running = started.get(key)
    if (running !== undefined) return (await running).open()
    const starting = start(view).then((profile) => windowsIn(profile, view, () => started.delete(key)))
    started.set(key, starting)
    starting.catch(() => started.delete(key))
    return (await starting).open()
  }
  const { version, open, close } = await processWindows(openWindow)
  return {
    engine: 'firefox',
    name: `Firefox ${version}`,
    limits: [
      'In Firefox, memory and long frames are not measured, crashes are not detected, and there is no trace. The scenarios buttons, rounds, hidden, display-rate and slow-phone, and those with several players, need Chromium.',
    ],
    windows: Number.POSITIVE_INFINITY,
    open,
    close,
  }
}

/** A running Firefox, whose windows have the same view. */
interface StartedFirefox {
  /** Opens a window. The browser ends with its last one. */
  readonly open: () => Promise<VersionedWindow>
}

/** @param ending called when its last window closes */
const windowsIn = async (
  { session, stop }: Profile,
  view: View,
  ending: () => void,
): Promise<StartedFirefox> => {
  // The window that it starts with, until that is used.
  let unused: string | null = await firstContext(session)
  let windows = 0
  const end = async (): Promise<void> => {
    ending()
    session.close()
    await stop()
  }
  return {
    open: async () => {
      windows += 1
      const ready = unused
      unused = null
      const top = ready ?? (await newContext(session))
      return {
        ...(await windowOf(session, top, view)),
        version: session.browserVersion,
        close: async () => {
          windows -= 1
          if (windows === 0) return end()
          // A page that hangs does not answer. It ends with the browser.
          const closed = session.send('browsingContext.close', { context: top })
          await within(CLOSE_WITHIN_MS, closed).catch(() => undefined)
        },
      }
    },
  }
}

/** Starts Firefox with a profile for a view. */
const startProfile = async (
  executable: string,
  view: View,
  platform: BrowserSystem['platform'],
  signal: AbortSignal,
): Promise<Profile> => {
  const profile = await mkdtemp(join(tmpdir(), 'miniapp-firefox-'))
  await writeFile(join(profile, 'user.js'), preferenceFile(view))
  const browser = startProcess(
    executable,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank'],
    platform,
    { stdio: ['ignore', 'ignore', 'pipe'], signal },
  )
  const stop = async (): Promise<void> => {
    await browser.stop()
    // On Windows, files are in use a moment longer.
    await rm(profile, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    const session = await within(START_WITHIN_MS, Promise.race([connect(browser.errors), browser.failed]))
    return { session, stop }
  } catch (error) {
    await stop()
    signal.throwIfAborted()
    throw new Failure(
      'usage',
      `${executable} failed to start.`,
      'Run miniapp doctor, or set FIREFOX_PATH to another Firefox.',
      error,
    )
  }
}

/** How long a window may take to close. */
const CLOSE_WITHIN_MS = 3_000

const firstContext = async (session: BidiSession): Promise<string> => {
  const { contexts } = await session.send('browsingContext.getTree', { maxDepth: 0 })
  const top = contexts[0]?.context
  if (top === undefined) throw new Error('It has no window.')
  return top
}

/** A window of its own, since a tab behind another is hidden, with a storage of its own. */
const newContext = async (session: BidiSession): Promise<string> => {
  const { userContext } = await session.send('browser.createUserContext', {})
  const { context } = await session.send('browsingContext.create', { type: 'window', userContext })
  return context
}

/** Connects to a Firefox that has just been started. */
const connect = async (output: NodeJS.ReadableStream | null): Promise<BidiSession> => {
  if (output === null) throw new Error('Its output is not read.')
  return openBidiSession(`${await addressIn(output)}/session`)
}

/** The WebSocket that Firefox prints once it listens. */
const addressIn = async (output: NodeJS.ReadableStream): Promise<string> => {
  for await (const line of createInterface({ input: output })) {
    const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1]
    if (address !== undefined) {
      // A full pipe would stop the browser.
      output.resume()
      return address
    }
  }
  throw new Error('It does not listen for WebDriver BiDi.')
}

const windowOf = async (
  session: BidiSession,
  top: string,
  view: View,
): Promise<Omit<TestWindow, 'close'>> => {
  await session.send('browsingContext.setViewport', { context: top, viewport: WINDOW_SIZE })
  const ask = async <Argument, Answer>(
    target: { readonly context: string; readonly sandbox?: string },
    question: Question<Argument, Answer | Promise<Answer>>,
    argument: Argument,
  ): Promise<Answer> => {
    const result = await session.send('script.callFunction', {
      functionDeclaration: `async (argument) => JSON.stringify(await (${String(question)})(JSON.parse(argument))) ?? 'null'`,
      arguments: [{ type: 'string', value: JSON.stringify(argument ?? null) }],
      target,
      awaitPromise: true,
    })
    if (result.type === 'exception') throw new Error(result.exceptionDetails.text)
    return JSON.parse(result.result.type === 'string' ? result.result.value : 'null')
  }
  const askShell: TestWindow['askShell'] = (question, argument) => ask({ context: top }, question, argument)
  const appContext = async (): Promise<string | null> => {
    const tree = await session.send('browsingContext.getTree', { root: top })
    return tree.contexts[0]?.children?.[0]?.context ?? null
  }
  const askApp: TestWindow['askApp'] = async (question, argument) => {
    const context = await appContext()
    if (context === null) return null
    // A world of its own, in which nothing has the meaning that the app gives it.
    return ask({ context, sandbox: 'miniapp' }, question, argument).catch((error: unknown) => {
      if (error instanceof BidiError && error.code === 'closed') throw error
      return null
    })
  }
  const navigate = async (url: string): Promise<void> => {
    await session.send('browsingContext.navigate', { context: top, url, wait: 'complete' })
  }
  const perform = async (
    context: string,
    actions: Commands['input.performActions']['params']['actions'],
  ): Promise<void> => {
    await session.send('input.performActions', { context, actions })
  }
  const pointer = (
    context: string,
    kind: 'mouse' | 'touch',
    points: readonly [Point, ...Point[]],
  ): Promise<void> => {
    const [first, ...rest] = points
    return perform(context, [
      {
        type: 'pointer',
        id: kind,
        parameters: { pointerType: kind },
        actions: [
          { type: 'pointerMove', ...whole(first) },
          { type: 'pointerDown', button: 0 },
          ...rest.map((point) => ({
            type: 'pointerMove' as const,
            ...whole(point),
            duration: FRAME_MS,
          })),
          { type: 'pointerUp', button: 0 },
        ],
      },
    ])
  }
  /** Acts in the app: Firefox sends what happens at a point to the page that it is asked for, not to a frame in it. */
  const inApp = async (
    act: (context: string, place: (point: Point) => Point) => Promise<void>,
  ): Promise<void> => {
    const [context, box] = [await appContext(), await askShell(frameBox, null)]
    if (context === null || box === null) return
    await act(context, ({ x, y }) => ({ x: x - box.x, y: y - box.y })).catch((error: unknown) => {
      // The app closed its page, or the point is outside it by now.
      if (!(error instanceof BidiError) || error.code === 'closed') throw error
    })
  }
  const way = view.touch ? 'touch' : 'mouse'
  return {
    ...shellWindow(view, { navigate, askShell, askApp }),
    answers: () => isAnswered(session.send('session.status', {})),
    screenshot: async ({ x, y, width, height }) => {
      const { data } = await session.send('browsingContext.captureScreenshot', {
        context: top,
        clip: { type: 'box', x, y, width, height },
      })
      return Buffer.from(data, 'base64')
    },
    hover: (at) =>
      perform(top, [
        {
          type: 'pointer',
          id: 'mouse',
          parameters: { pointerType: 'mouse' },
          actions: [{ type: 'pointerMove', ...whole(at) }],
        },
      ]),
    click: (at) => pointer(top, 'mouse', [at]),
    press: (at) => inApp((context, place) => pointer(context, way, [place(at)])),
    drag: (from, to, moves) =>
      inApp((context, place) => pointer(context, way, [place(from), ...pathOf(from, to, moves).map(place)])),
    key: async (name, meanwhile) => {
      const value = keyCharacter(name)
      const press = (...types: readonly ('keyDown' | 'keyUp')[]): Promise<void> =>
        inApp((context) =>
          perform(context, [
            { type: 'key', id: 'keyboard', actions: types.map((type) => ({ type, value })) },
          ]),
        )
      if (meanwhile === undefined) return press('keyDown', 'keyUp')
      await press('keyDown')
      await meanwhile()
      return press('keyUp')
    },
  }
}

/** Firefox takes no fractions of a pixel. */
const whole = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) })
