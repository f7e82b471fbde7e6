import { isSandboxed, replace } from './sandbox.js'

/*! In phone apps only the host says that the person has left (6): `visibilitychange` and `document.hidden` follow it. */
export const shimVisibility = (): void => {
  const service = window.Service as typeof window.Service | undefined
  if (service === undefined || !isSandboxed()) return
  const native = (name: 'hidden' | 'visibilityState'): unknown => {
    const found = Object.getOwnPropertyDescriptor(Document.prototype, name)
    return found === undefined || found.get === undefined ? undefined : Reflect.apply(found.get, document, [])
  }
  let isAway = false
  let isNative = false
  let own: Event | null = null
  replace(document, 'hidden', { get: () => isAway || native('hidden') })
  replace(document, 'visibilityState', { get: () => (isAway ? 'hidden' : native('visibilityState')) })
  // Where the browser sends the event itself, that is enough.
  addEventListener(
    'visibilitychange',
    (event) => {
      if (event === own) return
      isNative = true
      isAway = false
    },
    true,
  )
  service.on('visibility', ({ visible }) => {
    const before = document.hidden
    isAway = !visible && !isNative
    if (document.hidden === before) return
    own = new Event('visibilitychange', { bubbles: true })
    document.dispatchEvent(own)
  })
}
