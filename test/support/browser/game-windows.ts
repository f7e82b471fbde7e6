import type { Browser, Frame, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { RunningSimulator } from '../../../src/testing/index.js'
import { startSimulator } from '../processes/built-testing.js'
import { servePlainly } from './plain-server.js'

/** A game that runs, in the simulator's frame or on a plain server. */
export interface GameWindow {
  readonly page: Page
  /** The game's page: the app's frame, or the page itself. */
  readonly frame: Frame
  /** In CSS pixels. */
  readonly size: { readonly width: number; readonly height: number }
  /** What a person sees of the game, and nothing of the simulator. */
  picture(): Promise<Buffer>
  /** Clicks the middle of the canvas, once nothing covers it. */
  click(): Promise<void>
}

/** A simulator of this test's own. */
export const simulate = async (folder: string): Promise<RunningSimulator> => {
  const simulator = await startSimulator(folder, { watch: false })
  onTestFinished(() => simulator.stop())
  return simulator
}

/** Opens an app in the simulator, in a frame without rounded corners. */
export const openAdopted = async (browser: Browser, { url }: RunningSimulator): Promise<GameWindow> => {
  const page = await newPage(browser, PHONE)
  await page.addInitScript(showPlainly)
  await page.goto(`${url}?view=player`)
  const element = await page.waitForSelector('iframe[title="Mini app"]')
  const frame = await element.contentFrame()
  if (frame === null) throw new Error('The app has no frame.')
  await frame.waitForLoadState('load')
  const box = await element.boundingBox()
  if (box === null) throw new Error("The app's frame is not shown.")
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(Math.round) as Box
  return {
    page,
    frame,
    size: { width, height },
    picture: () => page.screenshot({ clip: { x, y, width, height } }),
    click: () => frame.locator('canvas').click(),
  }
}

/** A small phone: fewer pixels to draw, without a GPU, and no panels of the shell. */
const PHONE = { width: 320, height: 568 }

/** Runs in the shell: nothing of it over the game. */
const showPlainly = (): void => {
  if (window !== window.top) return
  // The shell's policy forbids style elements.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '.diagnosis, .device::before, .device::after { display: none !important }' +
      '.device, .device * { border-radius: 0 !important }',
  )
  document.adoptedStyleSheets.push(sheet)
}

type Box = [x: number, y: number, width: number, height: number]

/** Opens a game on a plain server, in a window of this size. Nothing of another host is loaded. */
export const openPlain = async (
  browser: Browser,
  folder: string,
  entry: string,
  size: GameWindow['size'],
): Promise<GameWindow> => {
  const server = await servePlainly(folder)
  onTestFinished(() => server.stop())
  const page = await newPage(browser, size)
  await page.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    (route) => route.abort(),
  )
  // As a person who agrees to everything and has nothing to say.
  page.on('dialog', (dialog) => (dialog.type() === 'prompt' ? dialog.dismiss() : dialog.accept()))
  await page.goto(server.url + entry)
  return {
    page,
    frame: page.mainFrame(),
    size,
    picture: () => page.screenshot(),
    click: () => page.locator('canvas').click(),
  }
}

const newPage = async (browser: Browser, viewport: GameWindow['size']): Promise<Page> => {
  const context = await browser.newContext({ viewport })
  onTestFinished(() => context.close())
  return context.newPage()
}
