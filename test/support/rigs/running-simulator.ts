import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core'
import { openWindow } from '../browser/shell-page.js'
import { BINARY, NODE } from '../processes/command-line.js'

/** A simulator, and its windows. */
export interface AppSimulator {
  readonly url: string
  /** Calls the control API, and returns the parsed answer, or null where it has no body. */
  control(method: string, path: string, body?: unknown): Promise<unknown>
  /**
   * Opens the shell's page until the test ends; the window is large enough to show a phone at its full size.
   * @param options as of `openWindow`
   */
  openApp(
    browser: Browser,
    options?: BrowserContextOptions,
    seat?: number,
  ): Promise<{ page: Page; frame: Frame }>
}

/** A simulator that runs as a process of its own, as its users have it. */
export interface RunningSimulator extends AppSimulator {
  /** Ends it as Ctrl-C does; resolves to the exit code. */
  stop(): Promise<number | null>
}

interface Addresses {
  readonly url: string
  readonly control: string
  readonly token: string
}

/** The line that tells that it serves. */
interface Ready extends Addresses {
  readonly event: string
}

/**
 * Starts the built `miniapp dev` on free ports, and waits until it serves.
 * @param binary another one than this checkout has built
 */
export const startSimulator = async (
  folder: string,
  flags: readonly string[] = [],
  binary = BINARY,
): Promise<RunningSimulator> => {
  const child = spawn(
    NODE,
    [binary, 'dev', folder, '--port', '0', '--no-open', '--format', 'json', ...flags],
    {
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, USERPROFILE: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const ended = once(child, 'close')
  // Entries of the log can come before it, and follow; they must be read, or the pipe fills up.
  const serving = new Promise<Ready>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = JSON.parse(line) as Ready
      if (message.event === 'ready') resolve(message)
    })
  })
  const ready = await Promise.race([serving, ended.then(() => null)])
  if (ready === null) throw new Error(`The simulator did not start: ${complaints}`)
  return {
    ...simulatorAt(ready),
    stop: async () => {
      if (child.exitCode === null) child.kill('SIGINT')
      const [code] = await ended
      return code as number | null
    },
  }
}

/** A simulator that serves. */
export const simulatorAt = ({ url, control, token }: Addresses): AppSimulator => ({
  url,
  control: async (method, path, body) => {
    const response = await fetch(new URL(path, control), {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    const text = await response.text()
    return text === '' ? null : JSON.parse(text)
  },
  openApp: async (browser, options, seat = 1) => {
    const { page } = await openWindow(browser, { width: 1400, height: 1100 }, options)
    await page.goto(`${url}?seat=${seat}`)
    const frame = await (await page.waitForSelector('iframe[title="Mini app"]')).contentFrame()
    if (frame === null) throw new Error('The app has no frame.')
    await frame.waitForLoadState()
    return { page, frame }
  },
})
