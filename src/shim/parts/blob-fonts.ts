import { startWorkersWith } from './blob-workers.js'
import { isSandboxed } from './sandbox.js'

/*! Fonts from blob: URLs, which the sandbox blocks: FontFace gets their bytes, in workers too. */
export const shimBlobFonts = (): void => {
  if (!isSandboxed()) return
  readFonts()
  startWorkersWith(() => `(${readFonts})()`)
}

/** Runs in the page, and in workers. */
const readFonts = (): void => {
  if (typeof FontFace !== 'function') return
  const bytesOf = (source: string): unknown => {
    const url = /^\s*url\(\s*(["']?)(blob:[^"')]+)\1\s*\)/i.exec(source)
    if (url === null) return source
    const request = new XMLHttpRequest()
    try {
      // Synchronously: the URL is often revoked right after this. Each byte is a character.
      request.open('GET', url[2] || '', false)
      request.overrideMimeType('text/plain; charset=x-user-defined')
      request.send()
    } catch {
      return source
    }
    return Uint8Array.from(request.responseText, (character) => character.charCodeAt(0) & 0xff)
  }
  self.FontFace = new Proxy(FontFace, {
    construct: (target, [family, source, ...more]: unknown[]): object =>
      Reflect.construct(target, [family, typeof source === 'string' ? bytesOf(source) : source, ...more]),
  })
}
