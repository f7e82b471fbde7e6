import { listenToShell } from './from-shell.js'

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
