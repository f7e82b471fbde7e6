import { REPORT_MARKER, type TapMessage } from '../messages.js'

/** The input that makes browsers speak of a user activation (4.1: a tap, a click, a key). */
const ACTIVATING = ['pointerdown', 'pointerup', 'mousedown', 'touchend', 'keydown', 'click'] as const

/** A finger or a key that goes down and up is told of once. */
const TOLD_EVERY_MS = 200

/** Tells the page around the app of each tap in it, before the app's own listeners hear of it. */
export const tellTaps = (app: Window): void => {
  // Kept before the app's own code can replace it.
  const shell = app.parent
  const post = shell.postMessage.bind(shell)
  const message: TapMessage = { [REPORT_MARKER]: 1, tap: true }
  let told = Number.NEGATIVE_INFINITY
  const tell = (event: Event): void => {
    if (!event.isTrusted || event.timeStamp - told < TOLD_EVERY_MS) return
    told = event.timeStamp
    post(message, '*')
  }
  if (shell === app) return
  for (const name of ACTIVATING) app.addEventListener(name, tell, { capture: true, passive: true })
}
