import { replaceMethod } from './sandbox.js'

/*! Gamepads: none, where the browser throws or cannot tell. */
export const shimGamepads = (): void => {
  for (const name of ['getGamepads', 'webkitGetGamepads']) {
    const native: unknown = Reflect.get(navigator, name)
    if (name === 'webkitGetGamepads' && native === undefined) continue
    replaceMethod(navigator, name, (): unknown => {
      try {
        return typeof native === 'function' ? Reflect.apply(native, navigator, []) : []
      } catch {
        return []
      }
    })
  }
}
