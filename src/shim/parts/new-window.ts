import { say } from './log.js'
import { isSandboxed, replaceMethod } from './sandbox.js'

/*! window.open writes to the log, and gives a window that is closed. */
export const shimNewWindow = (): void => {
  if (!isSandboxed()) return
  const nothing = (): void => {}
  replaceMethod(window, 'open', (...[url]: unknown[]): unknown => {
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
