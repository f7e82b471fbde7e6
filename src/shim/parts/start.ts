import { sayOnce } from './log.js'
import { isSandboxed } from './sandbox.js'
import { saved } from './saved.js'

/*! The page's other scripts run once the saved values are there, or when the host has been silent for a second. */

/** How long the page waits for an answer of the host, and how long for all of them where they do come. */
const ANSWER_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 5_000

/** By this the file finds out that it runs again, and that this is only to wait. */
const AGAIN = Symbol.for('browser-shim')

let needed = false
let reading: Promise<void> | null = null

/** Some part has values that are kept, and that the app may ask for with its first script. */
export const needValues = (): void => {
  needed = true
}

/** Reads the saved values, if that was not done. @returns resolves when they are there, or cannot be had */
export const whenRead = (): Promise<void> => {
  if (reading === null) reading = readValues()
  return reading
}

/** Reads the saved values, if some part needs them before the app's first script. */
export const whenNeeded = (): Promise<void> => (needed ? whenRead() : Promise.resolve())

const readValues = (): Promise<void> => {
  addEventListener('pagehide', () => saved.hurry())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') saved.hurry()
  })
  // Phone apps report it only by the host's event (6).
  const service = window.Service as typeof window.Service | undefined
  if (service !== undefined)
    service.on('visibility', ({ visible }) => {
      if (!visible) saved.hurry()
    })
  return saved.read()
}

/**
 * Reads the saved values, and holds the page's parser until they are there: everything after this script, be it
 * `defer`, `async` or a module, then runs as the browser always runs it.
 */
export const start = (): void => {
  if (!needed) return
  let isThere = false
  whenRead().then(() => {
    isThere = true
  })
  hold(() => isThere)
}

/**
 * The parser waits for a script that it has met, and while it waits messages of the host arrive. So this file writes one
 * more script element for itself after its own, and does so again each time that it runs, until there is no need.
 */
const hold = (isThere: () => boolean): void => {
  const script = document.currentScript
  if (!isSandboxed() || document.readyState !== 'loading') return
  // Only a script that the parser waits for can write into the page.
  if (!(script instanceof HTMLScriptElement) || script.src === '' || script.async || script.defer) return
  const began = performance.now()
  const source = script.src.replace(/[?#].*$/, '')
  let count = 0
  const wait = (): void => {
    if (document.currentScript !== null && document.currentScript !== script) document.currentScript.remove()
    if (isThere()) return
    const now = performance.now()
    if (now - Math.max(began, saved.lastAnswer()) >= ANSWER_WAIT_MS || now - began >= LONGEST_WAIT_MS) {
      sayOnce('The host has not answered within a second: the app starts without its saved values.')
      return
    }
    count += 1
    // The number makes it another file to the browser, so that it is fetched, which takes the time that is needed.
    document.write(`<script src="${source.replace(/"/g, '&quot;')}?wait=${count}"></script>`)
  }
  Reflect.set(window, AGAIN, wait)
  wait()
}
