import { isSandboxed, replace, replaceMethod } from './sandbox.js'

/*! Pointer lock: the app is told that it has the pointer, and gets its movements within the frame. Escape gives it back. */
export const shimPointerLock = (): void => {
  if (!isSandboxed()) return
  let locked: Element | null = null
  const lock = (element: Element | null): void => {
    if (locked === element) return
    locked = element
    setTimeout(() => document.dispatchEvent(new Event('pointerlockchange', { bubbles: true })))
  }
  replace(Document.prototype, 'pointerLockElement', { get: () => locked })
  replaceMethod(Element.prototype, 'requestPointerLock', function (this: Element): Promise<void> {
    lock(this)
    return Promise.resolve()
  })
  replaceMethod(Document.prototype, 'exitPointerLock', () => lock(null))
  addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Escape') lock(null)
    },
    true,
  )
}
