import type { StartTimer } from '../../rpc/transport.js'

/** How long the first entry after a pause waits for those right behind it. */
const DRAW_AFTER_MS = 40
/** How often a log that never rests is drawn. */
const DRAW_EVERY_MS = 200

export interface DrawScheduleOptions {
  readonly startTimer: StartTimer
  readonly now: () => number
}

/**
 * When to draw the log: soon after a pause, seldom in a stream. Every answer to the app goes through the page that draws
 * it, and waits for the picture. By a timer, not an animation frame: a hidden page gets none, and the log must go on.
 * @returns runs a function once when it is time
 */
export const createDrawSchedule = ({ startTimer, now }: DrawScheduleOptions): ((run: () => void) => void) => {
  let drawnAt = Number.NEGATIVE_INFINITY
  return (run) => {
    startTimer(
      () => {
        drawnAt = now()
        run()
      },
      Math.max(DRAW_AFTER_MS, drawnAt + DRAW_EVERY_MS - now()),
    )
  }
}
