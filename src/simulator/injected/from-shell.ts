import { REPORT_MARKER } from '../injected-messages.js'

/**
 * Listens to what the page around the app tells the injected script. The app never sees a message that was taken.
 * @param take whether the message is for it
 */
export const listenToShell = (
  app: Window & typeof globalThis,
  take: (message: Readonly<Record<string, unknown>>) => boolean,
): void => {
  // Kept before the app's own code can replace it.
  const { document, parent: shell, addEventListener } = app
  if (shell === app) return
  const onMessage = (event: MessageEvent): void => {
    const data: unknown = event.data
    if (event.source !== shell || typeof data !== 'object' || data === null) return
    const message = data as Readonly<Record<string, unknown>>
    if (message[REPORT_MARKER] === 1 && take(message)) event.stopImmediatePropagation()
  }
  const listen = (): void => Reflect.apply(addEventListener, app, ['message', onMessage, { capture: true }])
  listen()
  // `document.open` takes every listener off the window; what it puts into the document is seen here.
  new app.MutationObserver(listen).observe(document, { childList: true })
}
