import { isPage } from './sandbox.js'
import { createSavedItems } from './saved-items.js'

/** Of this script, or of the page where a bundler put it into a module. */
const folder = (): string => {
  if (!isPage()) return '/'
  const { currentScript, baseURI } = document
  const source =
    currentScript instanceof HTMLScriptElement && currentScript.src !== '' ? currentScript.src : baseURI
  return new URL('.', source).pathname
}

/** What this page keeps in `Service.storage`. */
export const saved = createSavedItems(
  (window.Service as typeof window.Service | undefined) === undefined ? null : window.Service.storage,
  {
    now: () => performance.now(),
    later: (call, milliseconds) => {
      const timer = setTimeout(call, milliseconds)
      return () => clearTimeout(timer)
    },
  },
  folder(),
)
