import { setTimeout as wait } from 'node:timers/promises'
import { type Randomness, seededRandomness } from '../host/randomness.js'
import { type Point, paced, pathOf, type TestWindow } from './drivers/driver.js'
import { controls } from './page/questions.js'
import { focusFrame, frameBox, openAgain, sheetButton } from './page/shell-questions.js'

/**
 * Plays randomly from a seed: taps, drags and keys, and a choice on every sheet that opens. The same seed and time make the
 * same number of actions, so that a busy machine finds what a quiet one does; it takes longer, within limits.
 * @param afterEach called after each action
 */
export const play = async (
  window: TestWindow,
  options: {
    readonly milliseconds: number
    readonly seed: number
    readonly signal: AbortSignal
    /** What a player does next; by default anything. */
    readonly next?: typeof nextAction
    /** The pause between two actions, in milliseconds. */
    readonly pauseMs?: number
  },
  afterEach: () => Promise<void>,
): Promise<void> => {
  const { next = nextAction, pauseMs = PACE_MS } = options
  const randomness = seededRandomness(options.seed)
  const actions = Math.ceil(options.milliseconds / (pauseMs + ACTION_MS))
  const latest = performance.now() + options.milliseconds * SLOWEST
  for (let done = 0; done < actions && performance.now() < latest; done += 1) {
    const action = next(randomness)
    const choice = randomness.integer(1_000) / 1_000
    await act(window, action, choice)
    await wait(pauseMs, undefined, { signal: options.signal })
    await afterEach()
  }
}

/** The pause between two actions. */
const PACE_MS = 200
/** How long an action takes on a quiet machine. */
const ACTION_MS = 50
/** How long a key is held, as people do: a game that looks at the keys once a frame would miss a shorter press. */
const HELD_MS = 100
/** How many times longer the play may take than on a quiet machine. */
export const SLOWEST = 4

/** A page that disappears during play (it navigates or closes itself) does not stop the player. */
const act = async (window: TestWindow, action: Action, choice: number): Promise<void> => {
  const frame = await frameInReach(window, choice)
  if (frame === null) return
  const { box, press } = frame
  switch (action.kind) {
    case 'control': {
      const places = (await window.askApp(controls, null)) ?? []
      // Where nothing is known that can be tapped, as in a canvas that a custom element hides, anything may be.
      const place = places[Math.floor(action.choice * places.length)] ?? { x: action.choice, y: choice }
      await press(place.x * box.width, place.y * box.height)
      return
    }
    case 'tap':
      await press(action.x * box.width, action.y * box.height)
      return
    case 'drag':
      await window.drag(
        { x: box.x + action.x * box.width, y: box.y + action.y * box.height },
        { x: box.x + action.toX * box.width, y: box.y + action.toY * box.height },
      )
      return
    case 'key':
      await window.askShell(focusFrame, null)
      await window.key(action.key, () => wait(HELD_MS))
      return
  }
}

/** The app's frame, as a player acts on it. */
interface FrameInReach {
  readonly box: Point & { readonly width: number; readonly height: number }
  /** Presses a point of the frame, at its edge if it lies outside. @param x in pixels from the frame's left @param y from its top */
  readonly press: (x: number, y: number) => Promise<void>
}

/**
 * The app's frame where nothing is in the way; else does what leads there, which is all that can be done now: chooses on
 * the host's sheet, or opens the app again.
 */
export const frameInReach = async (window: TestWindow, choice: number): Promise<FrameInReach | null> => {
  if (await chooseOnSheet(window, choice)) return null
  const box = await window.askShell(frameBox, null)
  if (box === null) {
    const again = await window.askShell(openAgain, null)
    if (again !== null) await window.click(again)
    return null
  }
  return {
    box,
    press: (x, y) =>
      window.press({
        x: box.x + Math.min(Math.max(x, 1), box.width - 1),
        y: box.y + Math.min(Math.max(y, 1), box.height - 1),
      }),
  }
}

/**
 * Drags a finger slowly over the middle of the app, as someone who draws or steers: with every frame comes a move.
 * @param moves how many
 */
export const dragOn = async (window: TestWindow, moves = SLOW_MOVES): Promise<void> => {
  const path = await pathOverApp(window)
  if (path !== null) await window.drag(...path, moves)
}

/** Moves a mouse as slowly over the middle of the app: a browser may take a finger's drag for its own, and scroll. */
export const hoverOn = async (window: TestWindow): Promise<void> => {
  const path = await pathOverApp(window)
  if (path === null) return
  await paced(pathOf(...path, SLOW_MOVES), (point) => window.hover(point))
}

const pathOverApp = async (window: TestWindow): Promise<readonly [from: Point, to: Point] | null> => {
  await closeSheets(window)
  const box = await window.askShell(frameBox, null)
  if (box === null) return null
  const at = (x: number, y: number): Point => ({ x: box.x + x * box.width, y: box.y + y * box.height })
  return [at(0.3, 0.4), at(0.7, 0.6)]
}

/** More than two seconds. */
const SLOW_MOVES = 150

/** Closes all open sheets, to show the app. */
export const closeSheets = async (window: TestWindow): Promise<void> => {
  // The last button of a sheet closes it; if that opens another sheet, it is closed in turn.
  for (let sheets = 0; sheets < MOST_SHEETS; sheets += 1) if (!(await chooseOnSheet(window, 0.999))) return
}

const MOST_SHEETS = 3

/** Presses one of the buttons of the host's sheet, if one is open. */
export const chooseOnSheet = async (window: TestWindow, choice: number): Promise<boolean> => {
  const sheet = await window.askShell(sheetButton, choice)
  if (sheet === null) return false
  const button = sheet.button === null ? null : await atRest(window, choice, sheet.button)
  if (button !== null) await window.click(button)
  return true
}

/** A button's place once it no longer moves: a sheet slides in. Null where the sheet has closed meanwhile. */
const atRest = async (window: TestWindow, choice: number, first: Point): Promise<Point | null> => {
  let last = first
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    await wait(A_FRAME_OR_TWO_MS)
    const next = (await window.askShell(sheetButton, choice))?.button ?? null
    if (next === null || (next.x === last.x && next.y === last.y)) return next
    last = next
  }
  return last
}

const A_FRAME_OR_TWO_MS = 34
const MOST_LOOKS = 30

/**
 * The next action of the random player. Positions are fractions of the frame, choices fractions of the
 * available targets.
 */
export type Action =
  /** Taps an element that can be tapped. */
  | { readonly kind: 'control'; readonly choice: number }
  | { readonly kind: 'tap'; readonly x: number; readonly y: number }
  | {
      readonly kind: 'drag'
      readonly x: number
      readonly y: number
      readonly toX: number
      readonly toY: number
    }
  | { readonly kind: 'key'; readonly key: string }

const KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Space', 'Enter', 'Escape', 'Tab', 'a', 'd']

/** The next random action: the same seed gives the same actions. */
export const nextAction = (randomness: Randomness): Action => {
  const share = (): number => randomness.integer(SHARES) / SHARES
  const kind = randomness.integer(10)
  if (kind < 4) return { kind: 'control', choice: share() }
  if (kind < 7) return { kind: 'tap', x: share(), y: share() }
  if (kind < 8) return { kind: 'drag', x: share(), y: share(), toX: share(), toY: share() }
  return { kind: 'key', key: KEYS[randomness.integer(KEYS.length)] ?? 'Space' }
}

/** The taps of someone who plays a game of turns or tiles: mostly on what can be tapped, and one after the other. */
export const tapsInTurn = (): typeof nextAction => {
  let at: number | null = null
  return (randomness) => {
    const share = (): number => randomness.integer(SHARES) / SHARES
    if (randomness.integer(5) === 0) return { kind: 'tap', x: share(), y: share() }
    // Steps of the golden section come to everything before they come to anything again.
    at = at === null ? share() : (at + GOLDEN_SECTION) % 1
    return { kind: 'control', choice: at }
  }
}

const GOLDEN_SECTION = (Math.sqrt(5) - 1) / 2
const SHARES = 1_000
