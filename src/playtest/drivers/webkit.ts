import { createServer } from 'node:net'
import { Builder, Capabilities, error as errors, Origin, type WebDriver } from 'selenium-webdriver'
import { Failure } from '../../failure.js'
import { Mutex } from '../../mutex.js'
import { type BrowserSystem, startProcess } from './browser-process.js'
import { type Driver, FRAME_MS, pathOf, type TestWindow, type View, WINDOW_SIZE } from './driver.js'
import type { Farm } from './farm.js'
import {
  keyCharacter,
  processWindows,
  START_WITHIN_MS,
  shellWindow,
  type VersionedWindow,
} from './process-windows.js'
import { isAnswered, until, within } from './until.js'
import { startVirtualDisplay, type VirtualDisplay } from './virtual-display.js'
import { newSession, quit } from './web-driver.js'

/**
 * WebKit, through the WebDriver that comes with it: `WebKitWebDriver` with WebKitGTK's MiniBrowser on Linux,
 * `safaridriver` with Safari on macOS. On Linux each window is a process of its own, whose environment sets the
 * theme.
 * @param signal ends every window
 * @throws {Failure} `usage` if it does not start, or has no display to show itself on
 */
export const startWebKit = async (
  executable: string,
  system: BrowserSystem,
  signal: AbortSignal,
): Promise<Driver> => {
  const isSafari = system.platform === 'darwin'
  const display = isSafari ? null : await displayFor(system, signal)
  const windows = await processWindows((view) => {
    const variables = isSafari ? {} : viewVariables(view, display)
    const environment = { ...system.environment, ...variables }
    return openWindow(executable, view, { ...system, environment }, signal)
  }).catch(async (error: unknown) => {
    await display?.stop()
    throw error
  })
  return {
    engine: 'webkit',
    name: `${isSafari ? 'Safari' : 'WebKitGTK'} ${windows.version}`,
    limits: [
      LIMITS,
      isSafari
        ? SAFARI_LIMITS
        : "WebKitGTK uses the system's language (`getContext` returns the scenario's) and one device pixel per CSS pixel.",
    ],
    // Safari takes one session at a time.
    windows: isSafari ? 1 : Number.POSITIVE_INFINITY,
    open: windows.open,
    close: async () => {
      await windows.close()
      await display?.stop()
    },
  }
}

/**
 * WebKit of a WebDriver server that runs elsewhere, such as a Selenium grid.
 * @throws {Failure} `network` if it does not start one
 */
export const connectWebKit = async (farm: Farm): Promise<Driver> => {
  // A server without a list of its browsers is the WebDriver of one.
  const isSafari = farm.browsers.includes('safari') || (await isSafariDriver(farm))
  const { version, open, close } = await processWindows(async (view) => {
    const { driver, version } = await newSession(farm, { browserName: isSafari ? 'safari' : 'MiniBrowser' })
    try {
      await resize(driver)
    } catch (error) {
      await quit(driver)
      throw error
    }
    return { ...windowOf(driver, view), version, close: () => quit(driver) }
  })
  return {
    engine: 'webkit',
    name: `${isSafari ? 'Safari' : 'WebKitGTK'} ${version}`,
    limits: [
      LIMITS,
      isSafari
        ? SAFARI_LIMITS
        : "WebKitGTK uses the theme and language of its own system (`getContext` returns the scenario's) and one device pixel per CSS pixel.",
    ],
    windows: isSafari || farm.browsers.length === 0 ? 1 : Number.POSITIVE_INFINITY,
    open,
    close,
  }
}

/** Whether a server without a list is Safari's: WebKitGTK's refuses this name. */
const isSafariDriver = async (farm: Farm): Promise<boolean> => {
  if (farm.browsers.length > 0) return false
  try {
    const { driver } = await newSession(farm, { browserName: 'safari' })
    await quit(driver)
    return true
  } catch {
    return false
  }
}

const LIMITS =
  'In WebKit, memory and long frames are not measured, crashes are not detected, touch is played with the mouse, and there is no trace. The scenarios buttons, rounds, hidden, display-rate and slow-phone, and those with several players, need Chromium.'

const SAFARI_LIMITS =
  "Safari uses the system's theme, language and pixel density; `getContext` returns the scenario's."

/** The display of the person's own session, which is null here; else one that nobody sees. */
const displayFor = async (system: BrowserSystem, signal: AbortSignal): Promise<VirtualDisplay | null> => {
  const { DISPLAY: x11 = '', WAYLAND_DISPLAY: wayland = '' } = system.environment
  if (x11 !== '' || wayland !== '') return null
  return startVirtualDisplay(system.platform, signal)
}

const viewVariables = ({ theme }: View, display: VirtualDisplay | null): Record<string, string> => ({
  GTK_THEME: theme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
  // Without a graphics card, some windows of a higher density stay black.
  GDK_SCALE: '1',
  // No server for settings, mounts or accessibility is asked for.
  GSETTINGS_BACKEND: 'memory',
  NO_AT_BRIDGE: '1',
  ...(display === null ? {} : { DISPLAY: display.name, GDK_BACKEND: 'x11' }),
  // Its own sandbox needs rights that root, as in most containers, does not hand on.
  ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}),
})

const openWindow = async (
  executable: string,
  view: View,
  { platform, environment }: BrowserSystem,
  signal: AbortSignal,
): Promise<VersionedWindow> => {
  const isSafari = platform === 'darwin'
  const port = await freePort()
  const server = startProcess(executable, isSafari ? ['-p', String(port)] : [`--port=${port}`], platform, {
    stdio: ['ignore', 'ignore', 'ignore'],
    environment,
    signal,
  })
  try {
    const starting = connect(`http://127.0.0.1:${port}`, isSafari).then(async (driver) => {
      const version = String((await driver.getCapabilities()).get('browserVersion') ?? '(unknown version)')
      await resize(driver)
      return { driver, version }
    })
    const { driver, version } = await within(START_WITHIN_MS, Promise.race([starting, server.failed]))
    return {
      ...windowOf(driver, view),
      version,
      close: async () => {
        await quit(driver)
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    signal.throwIfAborted()
    throw new Failure(
      'usage',
      `${executable} failed to start a browser.`,
      isSafari
        ? 'Run safaridriver --enable once, or set WEBKIT_DRIVER_PATH to another WebDriver.'
        : 'Run miniapp doctor, or set WEBKIT_DRIVER_PATH to another WebKitWebDriver.',
      error,
    )
  }
}

/** Has a WebDriver that was just started open a browser. */
const connect = async (address: string, isSafari: boolean): Promise<WebDriver> => {
  await until(() => answers(`${address}/status`), START_WITHIN_MS)
  return new Builder()
    .disableEnvironmentOverrides()
    .usingServer(address)
    .withCapabilities(new Capabilities({ browserName: isSafari ? 'safari' : 'MiniBrowser' }))
    .build()
}

/** Makes the page's area, not the window, as large as it is in the other browsers. */
const resize = async (driver: WebDriver): Promise<void> => {
  const { width, height } = WINDOW_SIZE
  await driver.manage().window().setRect({ x: 0, y: 0, width, height })
  const inner = await driver.executeScript<readonly [number, number]>('return [innerWidth, innerHeight]')
  await driver
    .manage()
    .window()
    .setRect({ x: 0, y: 0, width: 2 * width - inner[0], height: 2 * height - inner[1] })
}

const windowOf = (driver: WebDriver, view: View): Omit<TestWindow, 'close'> => {
  // One command after the other: the frame that is asked is a state of the session.
  const mutex = new Mutex()
  const ask = async <Answer>(question: unknown, argument: unknown): Promise<Answer> =>
    JSON.parse(
      await driver.executeScript<string>(
        `return (async (argument) => JSON.stringify(await (${String(question)})(JSON.parse(argument))) ?? 'null')(arguments[0])`,
        JSON.stringify(argument ?? null),
      ),
    )
  const askShell: TestWindow['askShell'] = (question, argument) => mutex.run(() => ask(question, argument))
  const askApp: TestWindow['askApp'] = (question, argument) =>
    mutex.run(async () => {
      try {
        const [frame] = await driver.findElements({ css: 'iframe[title="Mini app"]' })
        if (frame === undefined) return null
        await driver.switchTo().frame(frame)
        return await ask(question, argument)
      } catch (error) {
        if (error instanceof errors.NoSuchSessionError || !(error instanceof errors.WebDriverError))
          throw error
        return null
      } finally {
        await driver.switchTo().defaultContent()
      }
    })
  const navigate = (url: string): Promise<void> => mutex.run(() => driver.get(url))
  const move = (x: number, y: number, duration = 0) => ({
    x: Math.round(x),
    y: Math.round(y),
    origin: Origin.VIEWPORT,
    duration,
  })
  const click: TestWindow['click'] = ({ x, y }) =>
    mutex.run(() => driver.actions().move(move(x, y)).press().release().perform())
  return {
    ...shellWindow(view, { navigate, askShell, askApp }),
    answers: () => isAnswered(driver.getCurrentUrl()),
    screenshot: (box) =>
      mutex.run(async () => {
        const whole = Buffer.from(await driver.takeScreenshot(), 'base64')
        return part(whole, box, await driver.executeScript<number>('return innerWidth'))
      }),
    hover: ({ x, y }) => mutex.run(() => driver.actions().move(move(x, y)).perform()),
    click,
    press: click,
    drag: (from, to, moves) =>
      mutex.run(() => {
        const actions = driver.actions().move(move(from.x, from.y)).press()
        const path = pathOf(from, to, moves === undefined ? undefined : Math.min(moves, MOST_MOVES))
        for (const { x, y } of path) actions.move(move(x, y, FRAME_MS))
        return actions.release().perform()
      }),
    key: async (name, meanwhile) => {
      const value = keyCharacter(name)
      if (meanwhile === undefined)
        return mutex.run(() => driver.actions().keyDown(value).keyUp(value).perform())
      await mutex.run(() => driver.actions().keyDown(value).perform())
      await meanwhile()
      return mutex.run(() => driver.actions().keyUp(value).perform())
    },
  }
}

/** Its driver takes its time for each. */
const MOST_MOVES = 40

/**
 * A part of a screenshot.
 * @param pageWidth the width of what the screenshot shows, in CSS pixels
 */
const part = async (
  png: Uint8Array,
  { x, y, width, height }: Parameters<TestWindow['screenshot']>[0],
  pageWidth: number,
): Promise<Uint8Array> => {
  const { loadSharp } = await import('../../load-sharp.js')
  const picture = (await loadSharp())(png)
  const size = await picture.metadata()
  const scale = size.width / pageWidth
  const left = Math.min(Math.max(0, Math.round(x * scale)), size.width - 1)
  const top = Math.min(Math.max(0, Math.round(y * scale)), size.height - 1)
  return picture
    .extract({
      left,
      top,
      width: Math.max(1, Math.min(Math.round(width * scale), size.width - left)),
      height: Math.max(1, Math.min(Math.round(height * scale), size.height - top)),
    })
    .png()
    .toBuffer()
}

const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

/** A port that is free now: neither WebDriver chooses one itself. */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('No port is free.'))
        else resolve(address.port)
      })
    })
  })
