import { urlSetters } from './addresses.js'
import { isSandboxed } from './sandbox.js'

/*! Pictures and videos that scripts load get `crossorigin`: else a canvas on which they are drawn cannot be read, and WebGL refuses them. */
export const shimPictures = (): void => {
  if (!isSandboxed()) return
  urlSetters((address, element) => {
    const isPicture = element instanceof HTMLImageElement || element instanceof HTMLVideoElement
    if (isPicture && !element.hasAttribute('crossorigin') && !/^\s*(?:data|blob):/i.test(address))
      element.setAttribute('crossorigin', 'anonymous')
    return address
  })
}
