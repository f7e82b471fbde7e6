import { listenToShell } from './from-shell.js'

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
