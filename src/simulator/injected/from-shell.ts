import { REPORT_MARKER } from '../injected-messages.js'

/**
 * Listens to what the page around the app tells the injected script. The app never sees a message that was taken.
 * @param take whether the message is for it
 */
const listenToShell = (
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

/**
 * Hides the page as browsers do when the person leaves (6): `document.hidden` and `visibilityState` change, then the page
 * gets `visibilitychange`. Only the page around the app can ask for it, and a page that the browser hides stays hidden.
 */
export const followVisibility = (app: Window & typeof globalThis): void => {
  // Kept before the app's own code can replace it.
  const { document, parent: shell, Event, Document } = app
  if (shell === app) return
  const { apply } = Reflect
  const { dispatchEvent } = document
  const isHidden = getterOf<boolean>(Document.prototype, 'hidden')
  const state = getterOf<DocumentVisibilityState>(Document.prototype, 'visibilityState')
  let isAway = false
  redefine(Document.prototype, 'hidden', function (this: Document) {
    return (isAway && this === document) || apply(isHidden, this, [])
  })
  redefine(Document.prototype, 'visibilityState', function (this: Document) {
    return isAway && this === document ? 'hidden' : apply(state, this, [])
  })
  listenToShell(app, ({ visible }) => {
    if (typeof visible !== 'boolean') return false
    const wasHidden = document.hidden
    isAway = !visible
    if (document.hidden !== wasHidden)
      apply(dispatchEvent, document, [new Event('visibilitychange', { bubbles: true })])
    return true
  })
}

const getterOf = <Value>(owner: object, name: string): (() => Value) =>
  Object.getOwnPropertyDescriptor(owner, name)?.get as () => Value

const redefine = (owner: object, name: string, get: () => unknown): void => {
  Object.defineProperty(owner, name, { ...Object.getOwnPropertyDescriptor(owner, name), get })
}

/** Loads the page's style sheets again after the developer saved one, so that the app keeps its state. */
export const renewStyles = (app: Window & typeof globalThis): void => {
  const { document } = app
  /** Sheets that stay until the new one has loaded: without any, the page would flash. */
  const leaving = new WeakSet<Element>()
  let saves = 0
  const renew = (old: Element): void => {
    if (leaving.has(old)) return
    const fresh = old.cloneNode(true)
    if (!(old instanceof HTMLLinkElement && fresh instanceof HTMLLinkElement)) {
      // What it imports is requested again.
      if (old.textContent?.includes('@import') === true) old.replaceWith(fresh)
      return
    }
    // Of a `data:` or `blob:` URL, nothing was saved.
    if (!old.href.startsWith('http')) return
    // The browser keeps a sheet of the same address as long as the page.
    const url = new URL(old.href)
    url.searchParams.set('saved', String(saves))
    fresh.href = url.href
    leaving.add(old)
    for (const end of ['load', 'error']) fresh.addEventListener(end, () => old.remove(), { once: true })
    old.after(fresh)
  }
  const renewIn = (root: Document | ShadowRoot): void => {
    for (const sheet of root.querySelectorAll('link[rel~="stylesheet" i], style')) renew(sheet)
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot !== null) renewIn(shadowRoot)
  }
  listenToShell(app, ({ styles }) => {
    if (styles !== 'changed') return false
    saves++
    renewIn(document)
    return true
  })
}
