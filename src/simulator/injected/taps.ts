import { REPORT_MARKER, type TapMessage } from '../messages.js'

/** The events that browsers count as a user activation (4.1: a tap, a click, a key). */
const ACTIVATING = ['pointerdown', 'pointerup', 'mousedown', 'touchend', 'keydown', 'click'] as const

/** Going down and up counts as one tap. */
const REPORTED_EVERY_MS = 200

/** Reports each tap in the app to the page around it, before the app's own listeners run. */
export const reportTaps = (app: Window): void => {
  // Stored before the app's own code can replace it.
  const shell = app.parent
  const post = shell.postMessage.bind(shell)
  const message: TapMessage = { [REPORT_MARKER]: 1, tap: true }
  let reportedAt = Number.NEGATIVE_INFINITY
  const report = (event: Event): void => {
    if (!event.isTrusted || event.timeStamp - reportedAt < REPORTED_EVERY_MS) return
    reportedAt = event.timeStamp
    post(message, '*')
  }
  if (shell === app) return
  for (const name of ACTIVATING) app.addEventListener(name, report, { capture: true, passive: true })
}
