import { say } from './log.js'
import { appFolder, isSandboxed, replaceMethod } from './sandbox.js'

/*! window.open opens pages of the app in the same window, if it is asked for that; else it writes to the log, and gives a closed window. */
export const shimNewWindow = (): void => {
  if (!isSandboxed()) return
  const folder = appFolder()
  const nothing = (): void => {}
  replaceMethod(window, 'open', (...[url, name]: unknown[]): unknown => {
    const page = SAME_WINDOW.test(`${name}`) ? new URL(`${url}`, document.baseURI).href : ''
    if (page.startsWith(folder)) {
      location.href = page
      return window
    }
    say(`window.open: ${url === undefined ? '' : url}`)
    return Object.assign(new EventTarget(), {
      closed: true,
      opener: null,
      document: document.implementation.createHTMLDocument(),
      location: { href: 'about:blank', assign: nothing, replace: nothing, reload: nothing },
      close: nothing,
      focus: nothing,
      blur: nothing,
      postMessage: nothing,
      print: nothing,
      moveTo: nothing,
      resizeTo: nothing,
    })
  })
}

/** The app's own window, and those around it, which it would replace without a frame. */
const SAME_WINDOW = /^_(?:self|top|parent)$/i
