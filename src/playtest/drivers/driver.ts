import { setTimeout as wait } from 'node:timers/promises'
import type { Engine } from '../../browser/engines.js'
import type { Theme } from '../../platform/features.js'

/** A point, or a corner, in CSS pixels of the shell's page. */
export interface Point {
  readonly x: number
  readonly y: number
}

interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** How a window shows the simulator. */
export interface View {
  readonly theme: Theme
  /** A BCP 47 language tag. */
  readonly locale: string
  /** Whether it is played with a finger. */
  readonly touch: boolean
  /** Device pixels per CSS pixel. */
  readonly pixelRatio: number
  /** The simulator's frame size. */
  readonly frame: string
  /** Whether a trace may be saved at the end. */
  readonly trace: boolean
  /** Puts a clockwork into the app's page, where the browser can: see `installClockwork`. */
  readonly clockwork?: true
  /** Counts what the app's page keeps running, where the browser can: see `installHoldings`. */
  readonly holdings?: true
  /** How many times slower than this machine it runs scripts, where the browser can. */
  readonly slowdown?: number
  /** The clocks of the app's page, where the browser can: see `setClocks`. */
  readonly clocks?: { readonly aheadMs: number; readonly openForMs: number; readonly drawsEvery: number }
  /** The time zone of its pages, as `Asia/Tokyo`, where the browser can; by default, this machine's. */
  readonly timeZone?: string
}

/** A function that runs in a page: it is sent as its source text, so it cannot use anything around it. */
export type Question<Argument, Answer> = (argument: Argument) => Answer

/** A browser that was started for tests. */
export interface Driver {
  readonly engine: Engine
  /** Its name and version, for people: `Firefox 140.12.0`. */
  readonly name: string
  /** What this browser does not measure or do; sentences. */
  readonly limits: readonly string[]
  /** How many windows it can show at the same time. */
  readonly windows: number
  /** Opens a window without anything in it. */
  readonly open: (view: View) => Promise<TestWindow>
  /** Closes all windows, and ends what was started. Every call that waits rejects. */
  readonly close: () => Promise<void>
}

/** A window with the simulator's shell, and in it the app's frame. */
export interface TestWindow {
  /** Opens the shell, and waits until its page has loaded. */
  readonly goto: (url: string) => Promise<void>
  /** Asks the shell's page, and waits for what the answer promises. */
  readonly askShell: <Argument, Answer>(
    question: Question<Argument, Answer | Promise<Answer>>,
    argument: Argument,
  ) => Promise<Answer>
  /** Asks the app's page; null if no app runs, or its page goes away before it answers. */
  readonly askApp: <Argument, Answer>(
    question: Question<Argument, Answer | Promise<Answer>>,
    argument: Argument,
  ) => Promise<Answer | null>
  /** Resolves once the app's page has loaded. */
  readonly appLoaded: () => Promise<void>
  /** A PNG of a part of the window. */
  readonly screenshot: (box: Box) => Promise<Uint8Array>
  /** Clicks with the mouse, in the shell unless it says `app`: in a touch window, the app takes a click for that of its last touch. */
  readonly click: (at: Point, where?: 'shell' | 'app') => Promise<void>
  /** Moves the mouse, without a click. */
  readonly hover: (at: Point) => Promise<void>
  /** Taps in the app with a finger in a touch window, else clicks. */
  readonly press: (at: Point) => Promise<void>
  /**
   * Drags a finger over the app in a touch window, else the mouse with its button pressed.
   * @param moves in how many moves, one a frame; by default a few, without a pause
   */
  readonly drag: (from: Point, to: Point, moves?: number) => Promise<void>
  /**
   * Presses a key in the app, which has the focus, by its name in `KeyboardEvent.key`; `Space` is the space bar.
   * @param meanwhile what happens while it is held down
   */
  readonly key: (name: string, meanwhile?: () => Promise<void>) => Promise<void>
  /** The memory of the app's page after garbage collection, in bytes; null where that cannot be measured. */
  readonly memory: () => Promise<number | null>
  /** Whether the page crashed. */
  readonly crashed: () => boolean
  /** Whether the browser still answers: false once it has ended by itself. */
  readonly answers: () => Promise<boolean>
  /** Saves the trace, where one was asked for and the browser makes one. */
  readonly saveTrace: (path: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** Room for a phone at full size next to the simulator's panels, in CSS pixels. */
export const WINDOW_SIZE = { width: 1_500, height: 1_100 } as const

/** How many moves a quick drag consists of. */
const DRAG_STEPS = 5

/** Moves along a path, from frame to frame: a browser that is late does not slow down a finger. */
export const paced = async (path: readonly Point[], move: (to: Point) => Promise<unknown>): Promise<void> => {
  const moves: Promise<unknown>[] = []
  for (const point of path) {
    const moved = move(point)
    // It is waited for at the end; a page that goes meanwhile must not end the tool.
    moved.catch(() => undefined)
    moves.push(moved)
    await wait(FRAME_MS)
  }
  await Promise.all(moves)
}

/** Between two moves of a drag, in milliseconds. */
export const FRAME_MS = 16

/** How long to wait for a page: a busy machine is slow, which is not the app's fault. */
export const PATIENCE_MS = 90_000

/** The points of a drag after its first. */
export const pathOf = (from: Point, to: Point, moves = DRAG_STEPS): readonly Point[] =>
  Array.from({ length: moves }, (_, index) => {
    const share = (index + 1) / moves
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
  })
