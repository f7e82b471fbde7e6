import { replaceMethod } from './sandbox.js'

/*! Fullscreen: asking for it does nothing and does not fail. The app fills its frame as it is. */
export const shimFullscreen = (): void => {
  if (document.fullscreenEnabled === true) return
  const resolved = (): Promise<void> => Promise.resolve()
  const nothing = (): void => {}
  replaceMethod(Element.prototype, 'requestFullscreen', resolved)
  replaceMethod(document, 'exitFullscreen', resolved)
  for (const name of ['webkitRequestFullscreen', 'webkitRequestFullScreen', 'mozRequestFullScreen'])
    if (name in Element.prototype) replaceMethod(Element.prototype, name, nothing)
  for (const name of ['webkitExitFullscreen', 'webkitCancelFullScreen', 'mozCancelFullScreen'])
    if (name in document) replaceMethod(document, name, nothing)
}
