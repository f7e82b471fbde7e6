import { signal } from '@preact/signals'
import type { Seat } from '../seat/seat.js'
import { saveFile } from './save-file.js'
import { browserCapture, takeScreenshot } from './screenshot.js'

/** Saves pictures of the app. */
export type ScreenshotTool = ReturnType<typeof createScreenshotTool>

export const createScreenshotTool = () => {
  const busy = signal(false)
  const problem = signal<string | null>(null)
  return {
    /** Whether one is being taken. */
    busy,
    /** Why the last one could not be taken; null if it could. */
    problem,
    /** Saves a PNG of the app in a seat, in the size of its frame. */
    take: async (seat: Seat): Promise<void> => {
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
