import { constructing, urlSetters } from './addresses.js'
import { replaceMethod } from './sandbox.js'

/*! Files that were renamed are found by their old names, also where a script composes the name. */

/** New paths by old ones, both from the bundle's folder. */
export type Renamed = Readonly<Record<string, string>>

/** The bundle's folder: that of this script. */
const ROOT = ((): string => {
  const script = document.currentScript
  const base = script instanceof HTMLScriptElement && script.src !== '' ? script.src : document.baseURI
  return new URL('.', base).href
})()

let renamed: ReadonlyMap<string, string> = new Map()

/** An address with the file's new name; as it is where no renamed file is meant. */
export const newAddress = (address: string): string => {
  const path = renamed.size === 0 ? null : pathOf(address)
  const found = path === null ? undefined : renamed.get(path.path)
  return path === null || found === undefined ? address : `${ROOT}${found}${path.rest}`
}

/** The path within the bundle that an address leads to, and what follows it. */
const pathOf = (address: string): { readonly path: string; readonly rest: string } | null => {
  // Names with these would be cut off: `level #1.json`, `what?.png`.
  const folded = address.trim()
  for (const written of [folded, folded.replace(/[?#]/g, encodeURIComponent)]) {
    try {
      const url = new URL(written, document.baseURI)
      const whole = url.origin + url.pathname
      // The root of the site was the game's folder, where it came from.
      const from = whole.startsWith(ROOT) ? ROOT : `${new URL(ROOT).origin}/`
      if (!whole.startsWith(from)) return null
      const path = decoded(whole.slice(from.length))
      if (renamed.has(path)) return { path, rest: url.search + url.hash }
    } catch {
      return null
    }
  }
  return null
}

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

export const shimNames = (names: Renamed): void => {
  renamed = new Map(Object.entries(names))
  const mapped = (input: unknown): unknown =>
    typeof input === 'string' || input instanceof URL ? newAddress(`${input}`) : input
  const nativeFetch = window.fetch
  replaceMethod(window, 'fetch', (...[input, ...more]: unknown[]): Promise<Response> => {
    const moved = input instanceof Request ? newAddress(input.url) : ''
    const request =
      input instanceof Request && moved !== input.url ? new Request(moved, input) : mapped(input)
    return Reflect.apply(nativeFetch, window, [request, ...more])
  })
  const nativeOpen = XMLHttpRequest.prototype.open
  replaceMethod(
    XMLHttpRequest.prototype,
    'open',
    function (this: XMLHttpRequest, ...[method, url, ...more]: unknown[]): void {
      Reflect.apply(nativeOpen, this, [method, mapped(url), ...more])
    },
  )
  urlSetters(newAddress)
  constructing('Request', ([input, ...more]) => [mapped(input), ...more])
  constructing('Audio', (given) => (given.length === 0 ? given : [mapped(given[0])]))
  constructing('FontFace', ([family, source, ...more]) => [
    family,
    typeof source === 'string' ? newFontSource(source) : source,
    ...more,
  ])
  retryFailed()
}

/** The addresses in a font's `url(…)`. */
const newFontSource = (source: string): string =>
  source.replace(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^)]*?))\s*\)/g, (whole, ...parts: unknown[]) => {
    const address = parts.slice(0, 3).find((part): part is string => typeof part === 'string')
    const moved = address === undefined ? whole : newAddress(address)
    return moved === address ? whole : `url("${moved.replace(/"/g, '%22')}")`
  })

/** Elements that the parser made, from `innerHTML` say, are fixed when their file was not found. */
const retryFailed = (): void =>
  addEventListener(
    'error',
    (event) => {
      const { target } = event
      if (
        !(
          target instanceof HTMLImageElement ||
          target instanceof HTMLMediaElement ||
          target instanceof HTMLSourceElement
        )
      )
        return
      const address = target.getAttribute('src')
      if (address === null || newAddress(address) === address) return
      event.stopImmediatePropagation()
      target.setAttribute('src', newAddress(address))
      if (target instanceof HTMLSourceElement && target.parentElement instanceof HTMLMediaElement)
        target.parentElement.load()
    },
    true,
  )
