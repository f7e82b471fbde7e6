import { type ReadonlySignal, signal } from '@preact/signals'
import type { Seat } from '../seat/seat.js'
import { saveFile } from './save-file.js'
import { browserCapture, takeScreenshot } from './screenshot.js'

/** Saves pictures of the app. */
export interface ScreenshotTool {
  /** Whether one is being taken. */
  readonly busy: ReadonlySignal<boolean>
  /** Why the last one could not be taken; null if it could. */
  readonly problem: ReadonlySignal<string | null>
  /** Saves a PNG of the app in a seat, in the size of its frame. */
  take(seat: Seat): Promise<void>
}

export const createScreenshotTool = (): ScreenshotTool => {
  const busy = signal(false)
  const problem = signal<string | null>(null)
  return {
    busy,
    problem,
    take: async (seat) => {
      const frame = frameOf(seat)
      if (frame === null || busy.value) return
      busy.value = true
      problem.value = null
      try {
        const taken = await takeScreenshot(frame, { capture: browserCapture() })
        if (taken.outcome === 'impossible') problem.value = taken.why
        else if (taken.outcome === 'taken')
          saveFile(
            `${seat.app.value?.id ?? 'app'}-${frame.clientWidth}x${frame.clientHeight}.png`,
            taken.picture,
          )
      } finally {
        busy.value = false
      }
    },
  }
}

const frameOf = (seat: Seat): HTMLIFrameElement | null =>
  document.querySelector<HTMLIFrameElement>(`[data-seat="${seat.number}"] .app-frame`)
