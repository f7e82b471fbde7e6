import { setTimeout as wait } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { seededRandomness } from '../host/seeded-randomness.js'
import { type Action, nextAction } from './actions.js'
import { appFrame } from './app-frame.js'
import { controls } from './page/questions.js'

/**
 * Plays randomly from a seed: taps, drags and keys, and a choice on every sheet that opens. The same seed
 * plays the same way; a slow machine gets less far in the same time.
 * @param afterEach called after each action
 */
export const play = async (
  page: Page,
  options: {
    readonly milliseconds: number
    readonly seed: number
    readonly touch: boolean
    readonly signal: AbortSignal
  },
  afterEach: () => Promise<void>,
): Promise<void> => {
  const randomness = seededRandomness(options.seed)
  const finger = options.touch ? await page.context().newCDPSession(page) : null
  const end = performance.now() + options.milliseconds
  while (performance.now() < end) {
    const action = nextAction(randomness)
    const choice = randomness.integer(1_000) / 1_000
    await act(page, action, choice, finger)
    await wait(PACE_MS, undefined, { signal: options.signal })
    await afterEach()
  }
}

/** The pause between two actions. */
const PACE_MS = 200

/**
 * * A page that disappears during play (it navigates or closes itself) does not stop the player.
 * @param finger the touch input; null if a mouse is used
 */
const act = async (page: Page, action: Action, choice: number, finger: CDPSession | null): Promise<void> => {
  if (await chooseOnSheet(page, choice)) return
  const app = await appFrame(page)
  if (app === null) {
    const again = page.getByRole('button', { name: 'Open again' })
    if (await again.isVisible()) await again.click()
    return
  }
  const box = await app.element.boundingBox()
  if (box === null) return
  const press = async (x: number, y: number): Promise<void> => {
    const at = [
      box.x + Math.min(Math.max(x, 1), box.width - 1),
      box.y + Math.min(Math.max(y, 1), box.height - 1),
    ]
    const [left = 0, top = 0] = at
    if (finger !== null) await page.touchscreen.tap(left, top)
    else await page.mouse.click(left, top)
  }
  switch (action.kind) {
    case 'control': {
      const places = await app.frame.evaluate(controls).catch(() => [])
      const place = places[Math.floor(action.choice * places.length)]
      if (place !== undefined) await press(place.x, place.y)
      return
    }
    case 'tap':
      await press(action.x * box.width, action.y * box.height)
      return
    case 'drag': {
      const from = { x: box.x + action.x * box.width, y: box.y + action.y * box.height }
      const to = { x: box.x + action.toX * box.width, y: box.y + action.toY * box.height }
      if (finger === null) {
        await page.mouse.move(from.x, from.y)
        await page.mouse.down()
        await page.mouse.move(to.x, to.y, { steps: DRAG_STEPS })
        await page.mouse.up()
      } else await swipe(finger, from, to)
      return
    }
    case 'key':
      // Keys only go to the app: the shell around it has buttons of its own.
      await app.element.focus()
      await page.keyboard.press(action.key)
      return
  }
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Drags a finger: a mouse would select text, which does not happen on phones. */
const swipe = async (finger: CDPSession, from: Point, to: Point): Promise<void> => {
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  for (let step = 1; step <= DRAG_STEPS; step += 1) {
    const share = step / DRAG_STEPS
    const point = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

const DRAG_STEPS = 5

/** Closes all open sheets, to show the app. */
export const closeSheets = async (page: Page): Promise<void> => {
  // The last button of a sheet closes it; if that opens another sheet, it is closed in turn.
  for (let sheets = 0; sheets < MOST_SHEETS; sheets += 1) if (!(await chooseOnSheet(page, 0.999))) return
}

const MOST_SHEETS = 3

/** Presses one of the buttons of the host's sheet, if one is open. */
const chooseOnSheet = async (page: Page, choice: number): Promise<boolean> => {
  const sheet = page.getByRole('dialog').first()
  if (!(await sheet.isVisible())) return false
  const buttons = await sheet.getByRole('button').all()
  const enabled = []
  for (const button of buttons)
    if ((await button.isVisible()) && (await button.isEnabled())) enabled.push(button)
  const chosen = enabled[Math.floor(choice * enabled.length)]
  // The sheet may close, or its button be disabled, between the check and the press.
  await chosen?.click({ timeout: PRESS_WITHIN_MS }).catch(() => undefined)
  return true
}

const PRESS_WITHIN_MS = 2_000
