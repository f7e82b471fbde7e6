import { setTimeout as wait } from 'node:timers/promises'
import { randomFraction, seededRandomness } from '../host/randomness.js'
import type { ControlClient } from '../testing/index.js'
import type { Point, TestWindow } from './drivers/driver.js'
import { type Input, learner } from './learning.js'
import { movingPlaces } from './look.js'
import { passTime, releaseTime, writtenOnCanvas } from './page/clockwork.js'
import { type LabelledControl, labelledControls } from './page/labelled-controls.js'
import { largestCanvas } from './page/largest-canvas.js'
import { seen } from './page/seen.js'
import { focusFrame, frameBox } from './page/shell-questions.js'
import { CLOCKWORK } from './page-names.js'
import { frameInReach } from './random-player.js'
import { numberOf, numbersIn } from './shown-numbers.js'
import { leadsAway, startOf } from './troubles/begin.js'

/** What someone who plays sees of an app. */
export interface Scene {
  readonly controls: readonly LabelledControl[]
  /** The texts in sight, those on canvases, too. */
  readonly lines: readonly string[]
}

/** Someone who plays an app to get on in it, and learns what gets them on. */
export interface LearningPlayer {
  /**
   * Plays for so many milliseconds of the app's time. In a page with a clockwork, time passes between two inputs only, as fast as
   * the page draws: the same seed then plays the same game on a busy machine.
   * @param isDone whether to stop earlier, once there is something to see
   * @param holds whether no time passes after it either, until `releaseTime`: a timer that is due soon must not fire
   */
  readonly play: (
    milliseconds: number,
    isDone?: (scene: Scene) => boolean | Promise<boolean>,
    holds?: boolean,
  ) => Promise<void>
}

/** A player whose decisions follow from the seed and from what it sees. */
export const learningPlayer = ({
  window,
  client,
  seed,
  signal,
  avoids = () => false,
}: {
  readonly window: TestWindow
  /** Its clock goes on as the app's does, and further with quick inputs: the host's limits of calls a minute count by it. */
  readonly client: Pick<ControlClient, 'advance'>
  readonly seed: number
  readonly signal: AbortSignal
  /** Controls that are known to be no part of a game. */
  readonly avoids?: (control: LabelledControl) => boolean
}): LearningPlayer => {
  const randomness = seededRandomness(seed)
  const fraction = (): number => randomFraction(randomness)
  const mind = learner(randomness)
  const tapped = new Map<string, number>()
  /** How often each number was seen, and how often it had risen: a clock rises all the time, and nobody has earned it. */
  const looks = new Map<string, { seen: number; risen: number }>()
  let numbers: ReadonlyMap<string, string> = new Map()
  let lines = ''
  /** How many inputs in a row have changed no text. */
  let idle = 0
  let roundMs = 0

  /** For how many inputs a button that begins a game, and stays in sight, is one like any other. */
  let stays = 0

  /** How far the app's time is ahead of the host's, in milliseconds. */
  let aheadMs = 0

  const pass = async (milliseconds: number): Promise<void> => {
    roundMs += milliseconds
    const start = performance.now()
    const passed = await window.askApp(passTime, { name: CLOCKWORK, milliseconds })
    if (passed !== true) return wait(milliseconds, undefined, { signal })
    aheadMs += milliseconds - (performance.now() - start)
    if (aheadMs < MOST_AHEAD_MS) return
    await client.advance(`${Math.floor(aheadMs)}ms`)
    aheadMs %= 1
  }
  const look = async (): Promise<Scene> => {
    const [texts, written, controls] = await Promise.all([
      window.askApp(seen, null),
      window.askApp(writtenOnCanvas, CLOCKWORK),
      window.askApp(labelledControls, null),
    ])
    return { controls: controls ?? [], lines: [...(texts?.lines ?? []), ...(written ?? [])] }
  }
  /** Learns from what a scene shows that was not there before. */
  const learnFrom = (scene: Scene): void => {
    const now = numbersIn(scene.lines)
    for (const [line, value] of now) {
      const before = numbers.get(line)
      if (before === undefined) continue
      const known = looks.get(line) ?? { seen: 0, risen: 0 }
      looks.set(line, known)
      known.seen += 1
      if (!(numberOf(value) > numberOf(before))) continue
      known.risen += 1
      if (known.risen < known.seen * CLOCK_SHARE) mind.reward()
    }
    numbers = now
    const text = scene.lines.join('\n')
    idle = text === lines ? idle + 1 : 0
    lines = text
  }
  const tapControl = async (box: Point, control: LabelledControl): Promise<void> => {
    tapped.set(control.label, (tapped.get(control.label) ?? 0) + 1)
    await window.press({ x: box.x + control.x, y: box.y + control.y })
  }

  /** Someone who gets nowhere in a page of texts and buttons uses one, where nothing is drawn that might be touched. */
  const inReach = async (input: Input, { controls }: Scene): Promise<Input> => {
    if (idle < GETS_NOWHERE || controls.length === 0 || input.kind === 'control') return input
    const isDrawn = (await window.askApp(largestCanvas, null)) !== null
    return isDrawn ? input : { kind: 'control', choice: fraction() }
  }

  const act = async (input: Input, { controls }: Scene): Promise<void> => {
    const frame = await frameInReach(window, fraction())
    if (frame === null) return
    const { box } = frame
    const press = (x: number, y: number): Promise<void> => frame.press(x * box.width, y * box.height)
    switch (input.kind) {
      case 'middle':
        return press(0.5, 0.5)
      case 'anywhere':
        return press(input.x, input.y)
      case 'moving': {
        const places = await movingPlaces(window, () => pass(MOVES_WITHIN_MS))
        const place = places[Math.floor(input.choice * places.length)]
        return press(place?.x ?? 0.5, place?.y ?? 0.5)
      }
      case 'control': {
        // Someone who gets nowhere goes back, where there is a way.
        const away = idle >= MOST_IDLE ? controls.filter(leadsAway) : []
        const stays = away.length > 0 ? away : controls.filter((one) => !leadsAway(one) && !avoids(one))
        const least = Math.min(...stays.map(({ label }) => tapped.get(label) ?? 0))
        const choices = stays.filter(({ label }) => (tapped.get(label) ?? 0) <= least + 1)
        const control = choices[Math.floor(input.choice * choices.length)]
        return control === undefined ? press(0.5, 0.5) : tapControl(box, control)
      }
      case 'swipe': {
        const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
        const far = Math.min(box.width, box.height) / 4
        return window.drag(middle, { x: middle.x + input.x * far, y: middle.y + input.y * far })
      }
      case 'key':
        await window.askShell(focusFrame, null)
        return window.key(input.key, input.isHeld ? () => pass(HOLD_MS) : undefined)
    }
  }

  const play: LearningPlayer['play'] = async (milliseconds, isDone = () => false) => {
    const latest = performance.now() + milliseconds * SLOWEST
    for (let passed = 0; passed < milliseconds && performance.now() < latest; ) {
      signal.throwIfAborted()
      const { input, waitMs } = mind.next()
      let scene: Scene | null = null
      for (let left = waitMs; left > 0 && (scene === null || startOf(scene.controls) === null); ) {
        const part = Math.min(left, LOOK_EVERY_MS)
        await pass(part)
        left -= part
        passed += part
        scene = await look()
        learnFrom(scene)
        if (await isDone(scene)) return
      }
      if (scene === null) return
      const start = startOf(scene.controls)
      const box = start === null ? null : await window.askShell(frameBox, null)
      if (start === null) stays = 0
      if (start === null || box === null || stays > 0) {
        stays -= 1
        if (roundMs > ROUND_MS) startRound()
        await act(await inReach(input, scene), scene)
      } else {
        startRound()
        await tapControl(box, start)
        stays = STAYS_FOR
      }
      // Nobody taps as fast as this player for a minute, and the host counts the calls of a minute.
      aheadMs += Math.max(0, LEAST_BETWEEN_MS - waitMs)
      await pass(FOLLOWS_MS)
      passed += FOLLOWS_MS
    }
  }
  const startRound = (): void => {
    mind.startRound()
    roundMs = 0
  }
  return {
    play: async (milliseconds, isDone, holds = false) => {
      try {
        await play(milliseconds, isDone)
      } finally {
        if (!holds) await window.askApp(releaseTime, CLOCKWORK).catch(() => null)
      }
    },
  }
}

const STAYS_FOR = 8
/** Between two inputs, by the host's clock: fewer than a hundred a minute. */
const LEAST_BETWEEN_MS = 600
const MOST_AHEAD_MS = 1_000
const CLOCK_SHARE = 0.3
const GETS_NOWHERE = 3
const MOST_IDLE = 6
const LOOK_EVERY_MS = 600
const MOVES_WITHIN_MS = 120
const HOLD_MS = 500
const FOLLOWS_MS = 50
/** A game that does not end is played at another tempo from time to time. */
const ROUND_MS = 12_000
/** How many times longer than its own time the play may take. */
const SLOWEST = 2
