import type { StartTimer } from '../../../rpc/transport.js'

/** How long the first entry after a pause waits for those that directly follow. */
const DRAW_AFTER_MS = 40
/** How often a constantly growing log is drawn. */
const DRAW_EVERY_MS = 200

export interface DrawScheduleOptions {
  readonly startTimer: StartTimer
  readonly now: () => number
}

/**
 * Schedules drawing of the log: soon after a pause, seldom in a stream. Every answer to the app passes
 * through the page that draws it, and waits meanwhile. Uses a timer, not an animation frame: a hidden page
 * gets none, but the log must continue.
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
