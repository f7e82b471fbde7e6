import { prepareShell } from '../page/prepare.js'
import { hasLoaded } from '../page/questions.js'
import { type Driver, PATIENCE_MS, type TestWindow, type View } from './driver.js'
import { until } from './until.js'

/** A window that is a browser of its own. */
export interface VersionedWindow extends TestWindow {
  readonly version: string
}

/** The windows of a browser that is started once for each. */
export interface ProcessWindows extends Pick<Driver, 'open' | 'close'> {
  readonly version: string
}

/**
 * Starts a browser to learn its version, and again for each window: not for the first one, if that looks as most do.
 * @throws {Failure} if it does not start
 */
export const processWindows = async (
  openWindow: (view: View) => Promise<VersionedWindow>,
): Promise<ProcessWindows> => {
  const windows = new Set<TestWindow>()
  const first = await openWindow(ANY_VIEW)
  let spare: VersionedWindow | null = first
  const takeSpare = async (view: View): Promise<VersionedWindow | null> => {
    const taken = spare
    spare = null
    if (taken === null || JSON.stringify(view) === JSON.stringify(ANY_VIEW)) return taken
    await taken.close()
    return null
  }
  return {
    version: first.version,
    open: async (view) => {
      const opened = (await takeSpare(view)) ?? (await openWindow(view))
      const window: TestWindow = {
        ...opened,
        close: async () => {
          windows.delete(window)
          await opened.close()
        },
      }
      windows.add(window)
      return window
    },
    close: async () => {
      await Promise.all([...windows, ...(spare === null ? [] : [spare])].map((window) => window.close()))
      spare = null
    },
  }
}

export const ANY_VIEW: View = {
  theme: 'light',
  locale: 'en',
  touch: false,
  pixelRatio: 1,
  frame: 'phone',
  trace: false,
}

/** What a window does in the same way wherever it cannot run a script before the page's own. */
export const shellWindow = (
  { frame }: View,
  {
    navigate,
    askShell,
    askApp,
  }: Pick<TestWindow, 'askShell' | 'askApp'> & {
    /** Opens a page and waits until it has loaded. */
    readonly navigate: (url: string) => Promise<void>
  },
): Pick<TestWindow, 'goto' | 'askShell' | 'askApp' | 'appLoaded' | 'memory' | 'crashed' | 'saveTrace'> => {
  /** Where the window keeps the frame's size. */
  const prepared = new Set<string>()
  return {
    goto: async (url) => {
      const { origin } = new URL(url)
      // The frame's size is set before the shell first runs, on another page of its origin.
      if (!prepared.has(origin)) {
        await navigate(new URL('/robots.txt', url).href)
        await askShell(prepareShell, frame)
        prepared.add(origin)
      }
      await navigate(url)
      await askShell(prepareShell, frame)
    },
    askShell,
    askApp,
    appLoaded: () => until(async () => (await askApp(hasLoaded, null)) === true, PATIENCE_MS),
    memory: async () => null,
    crashed: () => false,
    saveTrace: async () => {},
  }
}

/** How long a browser may take from its start to its first answer, on a busy machine. */
export const START_WITHIN_MS = 60_000

/** The keys that have no character, as WebDriver sends them (W3C WebDriver, 17.4.2). */
const SPECIAL: Readonly<Record<string, string>> = {
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  Space: ' ',
}

/** The character that WebDriver sends for a key, from its name in `KeyboardEvent.key`. */
export const keyCharacter = (name: string): string => SPECIAL[name] ?? name
