import { type PageMessage, REPORT_MARKER } from '../injected-messages.js'

/** What follows of a press, and a key that repeats, is not reported again so soon. */
const REPORTED_EVERY_MS = 200

/**
 * Tells the page around the app that this page started, of each tap in it (4.1) before the app's own listeners hear of it,
 * and that it is going away.
 */
export const reportTaps = (app: Window & typeof globalThis): void => {
  // Kept before the app's own code can replace it.
  const shell = app.parent
  if (shell === app) return
  const post = shell.postMessage.bind(shell)
  const { addEventListener } = app
  const { apply } = Reflect
  const key = newKey(app)
  const { userActivation } = app.navigator as { readonly userActivation?: UserActivation }
  // A key such as Shift activates nothing. A browser that does not say is believed.
  const isActive = (): boolean => userActivation?.isActive !== false
  const say = (page: PageMessage['page']): void => post({ [REPORT_MARKER]: 1, page, key }, '*')
  let reported = Number.NEGATIVE_INFINITY
  const onInput = (event: Event): void => {
    if (!event.isTrusted || !activates(event) || !isActive()) return
    // Each press counts: the person may have pressed something of the host since the last one.
    if (!isPress(event) && event.timeStamp - reported < REPORTED_EVERY_MS) return
    reported = event.timeStamp
    say('tapped')
  }
  const onLeave = (event: Event): void => {
    if (event.isTrusted) say('leaving')
  }
  const listen = (): void => {
    for (const name of INPUT) apply(addEventListener, app, [name, onInput, { capture: true, passive: true }])
    apply(addEventListener, app, ['pagehide', onLeave, { capture: true }])
  }
  listen()
  // `document.open` takes every listener off the window; what it puts into the document is seen here.
  new app.MutationObserver(listen).observe(app.document, { childList: true })
  say('started')
}

/** The input by which browsers activate a window (HTML, 6.4.1), and the click that assistive technology makes without any. */
const INPUT = ['keydown', 'mousedown', 'pointerdown', 'pointerup', 'touchend', 'click'] as const

const activates = (event: Event): boolean => {
  if (event.type === 'keydown') return (event as KeyboardEvent).key !== 'Escape'
  if (event.type === 'pointerdown') return (event as PointerEvent).pointerType === 'mouse'
  if (event.type === 'pointerup') return (event as PointerEvent).pointerType !== 'mouse'
  return true
}

/** Whether an activating event is the first that a press of a key, a mouse, a finger or a pen causes. */
const isPress = (event: Event): boolean =>
  event.type === 'keydown' ? !(event as KeyboardEvent).repeat : event.type.startsWith('pointer')

const newKey = (app: Window & typeof globalThis): string =>
  Array.from(app.crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
