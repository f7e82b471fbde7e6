import { changeSet, constructing, urlSetters } from './addresses.js'
import { followBlobWorkers } from './blob-workers.js'
import { replace, replaceMethod } from './sandbox.js'
import { changeUrls, watchStyles } from './styles.js'

/*! Files that were renamed are found by their old names, also where a script composes the name. */

/** New paths by old ones, both from the bundle's folder. */
export type Renamed = Readonly<Record<string, string>>

/**
 * The folder of its site in which the app was, as the sites of projects are: `/game`. Empty where it was at the top.
 * `init --from` says so on the script's element.
 */
export const SITE = document.currentScript?.getAttribute('data-site') || ''

/** The bundle's folder: that of this script. */
const ROOT = ((): string => {
  const script = document.currentScript
  const base = script instanceof HTMLScriptElement && script.src !== '' ? script.src : document.baseURI
  return new URL('.', base).href
})()

/** Where the page itself is: a router changes its address. */
const PAGE = document.baseURI

/** The page's path from the bundle's folder; null where it is not in it. */
export const pathOfPage = (): string | null => {
  const { href } = new URL(PAGE)
  return href.startsWith(ROOT) ? href.slice(ROOT.length).replace(/[?#].*$/, '') : null
}

let renamed: ReadonlyMap<string, string> = new Map()
let fromRoot = false
let isWrapped = false
let isStyled = false

/** An address with the file's new name; as it is where no renamed file is meant. */
export const newAddress = (address: string): string => {
  const path = renamed.size === 0 ? null : pathOf(address)
  const found = path === null ? undefined : renamed.get(path.path)
  if (path !== null && found !== undefined) return `${ROOT}${found}${path.rest}`
  return fromRoot ? belowRoot(address) : address
}

/**
 * What leads to the root of the site leads to the bundle's folder: nothing else there can be loaded. So does what is
 * relative, where a router has changed the page's address.
 */
const belowRoot = (address: string): string => {
  const isRelative = !/^\s*(?:[/\\]|[a-z][a-z\d+.-]*:)/i.test(address)
  if (
    isRelative
      ? document.baseURI === PAGE || /^\s*(?:#|$)/.test(address)
      : !/^\s*(?:[/\\]|https?:)/i.test(address)
  )
    return address
  try {
    const url = new URL(address, PAGE)
    const { origin } = new URL(ROOT)
    if (url.origin !== origin) return address
    if (url.href.startsWith(ROOT)) return isRelative ? url.href : address
    return ROOT + url.href.slice(topOf(url.href, origin).length)
  } catch {
    return address
  }
}

/** The part of an address that led to the game's folder, where it came from. */
const topOf = (href: string, origin: string): string =>
  href.startsWith(`${origin}${SITE}/`) ? `${origin}${SITE}/` : `${origin}/`

/** The path within the bundle that an address leads to, and what follows it. */
const pathOf = (address: string): { readonly path: string; readonly rest: string } | null => {
  // Names with these would be cut off: `level #1.json`, `what?.png`.
  const folded = address.trim()
  for (const written of [folded, folded.replace(/[?#]/g, encodeURIComponent)]) {
    try {
      const url = new URL(written, PAGE)
      const whole = url.origin + url.pathname
      // The root of the site was the game's folder, where it came from.
      const from = whole.startsWith(ROOT) ? ROOT : topOf(whole, new URL(ROOT).origin)
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
  wrapLoading()
  if (Object.values(names).some((name) => IN_STYLES.test(name))) followStyles()
}

/** Lets addresses from the root of the site lead to the bundle's folder. */
export const followRoot = (): void => {
  fromRoot = true
  wrapLoading()
  followStyles()
}

/** Changes the addresses in styles that scripts set, too. */
const followStyles = (): void => {
  if (!isStyled) watchStyles(newAddress)
  isStyled = true
}

/** Gives every address that scripts load to `newAddress`, once. */
const wrapLoading = (): void => {
  if (isWrapped) return
  isWrapped = true
  const mapped = (input: unknown): unknown =>
    typeof input === 'string' || input instanceof URL ? newAddress(`${input}`) : input
  const nativeFetch = window.fetch
  replaceMethod(window, 'fetch', async (...[input, ...more]: unknown[]): Promise<Response> => {
    const given = input instanceof Request ? input.url : `${input}`
    const moved = newAddress(given)
    const request = moved === given ? input : input instanceof Request ? new Request(moved, input) : moved
    const response: Response = await Reflect.apply(nativeFetch, window, [request, ...more])
    const answer = PACKED.test(moved) ? unpacked(response, moved) : response
    return moved === given ? answer : Object.defineProperty(answer, 'url', { value: absolute(given) })
  })
  const nativeOpen = XMLHttpRequest.prototype.open
  replaceMethod(
    XMLHttpRequest.prototype,
    'open',
    function (this: XMLHttpRequest, ...[method, url, ...more]: unknown[]): void {
      const given = `${url}`
      const moved = newAddress(given)
      Reflect.apply(nativeOpen, this, [method, moved, ...more])
      Reflect.deleteProperty(this, 'responseURL')
      if (moved === given) return
      Object.defineProperty(this, 'responseURL', {
        configurable: true,
        get: () => (this.readyState < XMLHttpRequest.HEADERS_RECEIVED ? '' : absolute(given)),
      })
      // `responseXML` goes by the type of the answer, and a renamed file is served as plain text.
      if (XML.test(given)) this.overrideMimeType('text/xml')
    },
  )
  urlSetters(newAddress)
  changeInserted()
  followLinks()
  constructing('Request', ([input, ...more]) => [mapped(input), ...more])
  constructing('Audio', (given) => (given.length === 0 ? given : [mapped(given[0])]))
  constructing('FontFace', ([family, source, ...more]) => [
    family,
    typeof source === 'string' ? changeUrls(source, newAddress) : source,
    ...more,
  ])
  retryFailed()
  followBlobWorkers(() => {
    const names: Record<string, string> = {}
    renamed.forEach((to, from) => {
      names[from] = to
    })
    return { root: ROOT, renamed: names, fromRoot, site: SITE }
  })
}

/** What an answer says of where it came from: some loaders look for the extension of the file there. */
const absolute = (given: string): string => new URL(given, PAGE).href.replace(/#.*$/, '')

const XML = /\.(?:xml|xhtml|tmx|tsx|dae|plist|scml|rss)(?:[?#]|$)/i

/** The name that `init --from` gives a file that it compressed. */
const PACKED = /\.packed\.bin$/

/** The answer with a compressed file, as it was before; a module of WebAssembly starts only with its own type. */
const unpacked = (response: Response, address: string): Response => {
  if (!response.ok || response.body === null) return response
  const type = /\.wasm\.[^/]*$/.test(address) ? 'application/wasm' : 'application/octet-stream'
  return new Response(response.body.pipeThrough(new DecompressionStream('gzip')), {
    headers: { 'content-type': type },
  })
}

/** Gives the addresses in HTML that a script inserts, writes or parses to `newAddress`. */
const changeInserted = (): void => {
  for (const [owner, name] of [
    [Element.prototype, 'innerHTML'],
    [Element.prototype, 'outerHTML'],
    [ShadowRoot.prototype, 'innerHTML'],
  ] as const) {
    const native = Object.getOwnPropertyDescriptor(owner, name)
    const set = native === undefined ? undefined : native.set
    if (set !== undefined)
      replace(owner, name, {
        ...native,
        set(this: object, html: unknown) {
          Reflect.apply(set, this, [changedHtml(html)])
        },
      })
  }
  for (const [owner, name] of [
    [Element.prototype, 'insertAdjacentHTML'],
    [Element.prototype, 'setHTMLUnsafe'],
    [ShadowRoot.prototype, 'setHTMLUnsafe'],
    [Document.prototype, 'write'],
    [Document.prototype, 'writeln'],
    [DOMParser.prototype, 'parseFromString'],
    [Range.prototype, 'createContextualFragment'],
  ] as const) {
    const native: unknown = Reflect.get(owner, name)
    if (typeof native === 'function')
      replaceMethod(owner, name, function (this: object, ...given: unknown[]): unknown {
        return Reflect.apply(native, this, given.map(changedHtml))
      })
  }
}

/** A text, or the `TrustedHTML` that lit, Vue and Angular make of one. */
const isHtml = (value: unknown): boolean =>
  typeof value === 'string' || Object.prototype.toString.call(value) === '[object TrustedHTML]'

const changedHtml = (html: unknown): unknown =>
  isHtml(html)
    ? `${html}`.replace(
        /(<(?:img|audio|video|source|track|input|script|link)\s(?:[^>]*?\s)?(?:src|poster|href)\s*=\s*)(["'])(.*?)\2/gi,
        (_, before: string, quote: string, address: string) =>
          `${before}${quote}${newAddress(address)}${quote}`,
      )
    : html

/** A link that the app leaves to the browser finds the app's page, or its file, from the root of the site. */
const followLinks = (): void =>
  addEventListener('click', (event) => {
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement)
    const href = link?.getAttribute('href')
    if (event.defaultPrevented || link === undefined || href === null || href === undefined) return
    // Within the page, wherever a router says that it is.
    if (link.hash !== '' && link.href.replace(/#.*$/, '') === location.href.replace(/#.*$/, '')) return
    const moved = newAddress(href)
    const rest = moved.startsWith(ROOT) ? moved.slice(ROOT.length) : null
    const target = rest !== null && /^(?:[?#]|$)/.test(rest) ? PAGE.replace(/[?#].*$/, '') + rest : moved
    if (target !== href) link.setAttribute('href', target)
  })

/** What styles load: pictures and fonts. */
const IN_STYLES = /\.(?:png|jpe?g|gif|webp|avif|svg|woff2?|ttf|otf)$/i

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
      const moved: (readonly [string, string])[] = []
      for (const name of ['src', 'srcset']) {
        const value = target.getAttribute(name)
        const next = value === null ? null : name === 'src' ? newAddress(value) : changeSet(value, newAddress)
        if (next !== null && next !== value) moved.push([name, next])
      }
      if (moved.length === 0) return
      event.stopImmediatePropagation()
      for (const [name, next] of moved) target.setAttribute(name, next)
      if (target instanceof HTMLSourceElement && target.parentElement instanceof HTMLMediaElement)
        target.parentElement.load()
    },
    true,
  )
