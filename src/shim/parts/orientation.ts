import { isSandboxed, replaceMethod } from './sandbox.js'

/*! Locking the screen's orientation does nothing and does not fail: the manifest says how the app is shown. */
export const shimOrientation = (): void => {
  if (!isSandboxed()) return
  const { orientation } = screen as { orientation?: ScreenOrientation }
  if (orientation !== undefined) {
    replaceMethod(orientation, 'lock', () => Promise.resolve())
    replaceMethod(orientation, 'unlock', () => {})
  }
  for (const name of ['lockOrientation', 'mozLockOrientation', 'msLockOrientation'])
    replaceMethod(screen, name, () => false)
}
