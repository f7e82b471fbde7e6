import { createSavedItems } from './saved-items.js'

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
)
