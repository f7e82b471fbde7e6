import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { Builder, Capabilities, error as errors, Origin, type WebDriver } from 'selenium-webdriver'
import { Failure } from '../../failure.js'
import { prepareShell } from '../page/prepare.js'
import { hasLoaded } from '../page/questions.js'
import { type Driver, PATIENCE_MS, pathOf, type TestWindow, type View, WINDOW_SIZE } from './driver.js'
import { keyCharacter } from './keys.js'
import type { BrowserSystem } from './system.js'
import { until } from './until.js'
import { startVirtualDisplay, type VirtualDisplay } from './virtual-display.js'

/**
 * WebKit, through the WebDriver that comes with it: `WebKitWebDriver` with WebKitGTK's MiniBrowser on Linux,
 * `safaridriver` with Safari on macOS. On Linux each window is a process of its own, whose environment sets the
 * theme.
 * @throws {Failure} `usage` if it does not start, or has no display to show itself on
 */
export const startWebKit = async (executable: string, system: BrowserSystem): Promise<Driver> => {
  const isSafari = system.platform === 'darwin'
  const display = isSafari ? null : await displayFor(system.environment)
  const windows = new Set<() => Promise<void>>()
  const open = async (view: View): Promise<WebKitWindow> => {
    const environment = isSafari ? {} : viewVariables(view, display)
    const window = await openWindow(executable, view, isSafari, { ...system.environment, ...environment })
    const close = async (): Promise<void> => {
      windows.delete(close)
      await window.close()
    }
    windows.add(close)
    return { ...window, close }
  }
  const close = async (): Promise<void> => {
    await Promise.all([...windows].map((closeWindow) => closeWindow()))
    await display?.stop()
  }
  let version: string
  try {
    const first = await open(ANY_VIEW)
    version = first.version
    await first.close()
  } catch (error) {
    await close()
    throw error
  }
  return {
    engine: 'webkit',
    name: `${isSafari ? 'Safari' : 'WebKitGTK'} ${version}`,
    limits: [
      'In WebKit, memory and long frames are not measured, crashes are not detected, touch is played with the mouse, and there is no trace.',
      isSafari
        ? "Safari has the system's own theme, language and pixel density; the host's context has those of the scenario."
        : "WebKitGTK has the system's own language (the host's context has that of the scenario) and one device pixel per CSS pixel.",
    ],
    // Safari takes one session at a time.
    windows: isSafari ? 1 : Number.POSITIVE_INFINITY,
    open,
    close,
  }
}

const ANY_VIEW: View = {
  theme: 'light',
  locale: 'en',
  touch: false,
  pixelRatio: 1,
  frame: 'phone',
  trace: false,
}

/** The display of the person's own session, which is null here; else one that nobody sees. */
const displayFor = async (environment: BrowserSystem['environment']): Promise<VirtualDisplay | null> => {
  const { DISPLAY: x11 = '', WAYLAND_DISPLAY: wayland = '' } = environment
  if (x11 !== '' || wayland !== '') return null
  return startVirtualDisplay()
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

interface WebKitWindow extends TestWindow {
  readonly version: string
}

const openWindow = async (
  executable: string,
  view: View,
  isSafari: boolean,
  environment: NodeJS.ProcessEnv,
): Promise<WebKitWindow> => {
  const port = await freePort()
  const server = spawn(executable, isSafari ? ['-p', String(port)] : [`--port=${port}`], {
    env: environment,
    stdio: 'ignore',
  })
  const ended = endOf(server)
  const stop = async (): Promise<void> => {
    server.kill()
    await ended
  }
  try {
    const address = `http://127.0.0.1:${port}`
    await Promise.race([
      until(() => answers(`${address}/status`), START_WITHIN_MS),
      ended.then((): never => {
        throw new Error('It exited before it answered.')
      }),
    ])
    const driver = await new Builder()
      .disableEnvironmentOverrides()
      .usingServer(address)
      .withCapabilities(new Capabilities({ browserName: isSafari ? 'safari' : 'MiniBrowser' }))
      .build()
    const version = String((await driver.getCapabilities()).get('browserVersion') ?? '(unknown version)')
    await resize(driver)
    return {
      ...windowOf(driver, view),
      version,
      close: async () => {
        // A browser that is gone has nothing to quit.
        await driver.quit().catch(() => undefined)
        await stop()
      },
    }
  } catch (error) {
    await stop()
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

const START_WITHIN_MS = 20_000

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
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work, work)
    last = result
    return result
  }
  const ask = async <Answer>(question: unknown, argument: unknown): Promise<Answer> =>
    JSON.parse(
      await driver.executeScript<string>(
        `return JSON.stringify((${String(question)})(JSON.parse(arguments[0]))) ?? 'null'`,
        JSON.stringify(argument ?? null),
      ),
    )
  const askShell: TestWindow['askShell'] = (question, argument) => inTurn(() => ask(question, argument))
  const askApp: TestWindow['askApp'] = (question, argument) =>
    inTurn(async () => {
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
  const goto = (url: string): Promise<void> => inTurn(() => driver.get(url))
  const move = (x: number, y: number, duration = 0) => ({
    x: Math.round(x),
    y: Math.round(y),
    origin: Origin.VIEWPORT,
    duration,
  })
  const click: TestWindow['click'] = ({ x, y }) =>
    inTurn(() => driver.actions().move(move(x, y)).press().release().perform())
  return {
    goto: async (url) => {
      // The frame's size is set before the shell first runs, on another page of its origin.
      await goto(new URL('/robots.txt', url).href)
      await askShell(prepareShell, view.frame)
      await goto(url)
      await askShell(prepareShell, view.frame)
    },
    askShell,
    askApp,
    appLoaded: () => until(async () => (await askApp(hasLoaded, null)) === true, PATIENCE_MS),
    screenshot: (box) =>
      inTurn(async () => {
        const whole = Buffer.from(await driver.takeScreenshot(), 'base64')
        return part(whole, box, await driver.executeScript<number>('return innerWidth'))
      }),
    click,
    press: click,
    drag: (from, to) =>
      inTurn(() => {
        const actions = driver.actions().move(move(from.x, from.y)).press()
        for (const { x, y } of pathOf(from, to)) actions.move(move(x, y, STEP_MS))
        return actions.release().perform()
      }),
    key: (name) => {
      const value = keyCharacter(name)
      return inTurn(() => driver.actions().keyDown(value).keyUp(value).perform())
    },
    memory: async () => null,
    crashed: () => false,
    saveTrace: async () => {},
  }
}

/** How long each step of a drag takes, in milliseconds. */
const STEP_MS = 16

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

const endOf = (server: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    server.once('exit', () => resolve())
    server.once('error', () => resolve())
  })

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
