import { fileName } from '../check/facts/bundle/paths.js'
/** A library as a page asks a network for it. */
export interface LibraryAddress {
  /** Its likely names on npm, the likeliest first. */
  readonly names: readonly [string, ...string[]]
  /** As the address says it, without a leading `v`, `^` or `~`; empty where it says none. */
  readonly version: string
  /** The file within the package, or only its name where the network has folders of its own; empty for the main one. */
  readonly file: string
}

/** Libraries that pages add for a single use, by their files: the package of each on npm, and what it makes global. */
const ADDED: ReadonlyMap<string, { readonly npm: string; readonly globals: readonly string[] }> = new Map([
  ['canvas2image', { npm: 'canvas2image', globals: ['Canvas2Image'] }],
  ['clipboard', { npm: 'clipboard', globals: ['ClipboardJS'] }],
  ['confetti.browser', { npm: 'canvas-confetti', globals: ['confetti'] }],
  ['dat.gui', { npm: 'dat.gui', globals: ['dat'] }],
  ['eruda', { npm: 'eruda', globals: ['eruda'] }],
  ['filesaver', { npm: 'file-saver', globals: ['saveAs'] }],
  ['gif', { npm: 'gif.js', globals: ['GIF'] }],
  ['html2canvas', { npm: 'html2canvas', globals: ['html2canvas'] }],
  ['jszip', { npm: 'jszip', globals: ['JSZip'] }],
  ['nosleep', { npm: 'nosleep.js', globals: ['NoSleep'] }],
  ['qrcode', { npm: 'qrcode', globals: ['QRCode'] }],
  ['screenfull', { npm: 'screenfull', globals: ['screenfull'] }],
  ['stats', { npm: 'stats.js', globals: ['Stats'] }],
  ['sweetalert', { npm: 'sweetalert', globals: ['swal', 'sweetAlert'] }],
  ['sweetalert2.all', { npm: 'sweetalert2', globals: ['Swal', 'Sweetalert2'] }],
  ['toastr', { npm: 'toastr', globals: ['toastr'] }],
  ['vconsole', { npm: 'vconsole', globals: ['VConsole'] }],
])

/** What a script of another host makes global, where that is known and a game may do without; null where it is not. */
export const globalsOf = (url: string): readonly string[] | null =>
  ADDED.get(libraryNameOf(url))?.globals ?? null

/** The library that an address of one of the well-known networks names; null for any other address. */
export const libraryAt = (url: string): LibraryAddress | null => {
  const read = url.trim().startsWith('//') ? `https:${url.trim()}` : url.trim()
  if (!URL.canParse(read)) return null
  const { host, pathname } = new URL(read)
  const path = pathname.replace(/^\//, '')
  const added = ADDED.get(libraryNameOf(path))
  switch (host) {
    case 'cdn.jsdelivr.net':
      if (path.startsWith('npm/')) return packagePath(path.slice('npm/'.length))
      return added === undefined ? null : { names: [added.npm], version: '', file: fileName(path) }
    case 'unpkg.com':
    case 'www.unpkg.com':
      return packagePath(path)
    case 'cdnjs.cloudflare.com':
    case 'ajax.googleapis.com': {
      const [, name, version, file] = /^ajax\/libs\/([^/]+)\/([^/]+)\/(.+)$/.exec(path) ?? []
      if (name === undefined || version === undefined || file === undefined) return null
      return { names: namesLike(name), version: plainVersion(version), file: fileName(file) }
    }
    case 'code.jquery.com': {
      const [, version, kind] = /^jquery-(\d[\d.]*\d)((?:\.slim)?(?:\.min)?)\.js$/.exec(path) ?? []
      return version === undefined
        ? null
        : { names: ['jquery'], version, file: `dist/jquery${kind ?? ''}.js` }
    }
    default:
      return null
  }
}

/** `@scope/name@1.2.3/dist/file.js`. */
const packagePath = (path: string): LibraryAddress | null => {
  const [, name, version = '', file = ''] =
    /^((?:@[\w.-]+\/)?[\w.-]+)(?:@([^/]+))?(?:\/(.*))?$/.exec(decodeURIComponent(path)) ?? []
  return name === undefined || name === '' ? null : { names: [name], version: plainVersion(version), file }
}

/** `three.js` is `three` on npm, and `pixi.js` is not `pixi`. */
const namesLike = (name: string): LibraryAddress['names'] =>
  name === 'threejs'
    ? ['three']
    : name.endsWith('.js')
      ? [name, name.slice(0, -'.js'.length)]
      : [name, `${name}.js`]

const plainVersion = (version: string): string => (/^[v^~]?(\d[\w.+-]*)$/.exec(version)?.[1] ?? '').trim()

/** `jquery` of `lib/jquery-1.10.1.min.js`, and of any address that ends so. */
export const libraryNameOf = (address: string): string =>
  fileName(address.replace(/[?#].*$/s, ''))
    .replace(/(?:[.-](?:min|slim|v?\d+(?:\.\d+)*))*\.(?:m?js|css)$/i, '')
    .toLowerCase()

/** Whether an installed version is what was asked for: the same, or one that the shorter text stands for. */
export const isVersion = (installed: string, wanted: string): boolean =>
  wanted === '' || installed === wanted || installed.startsWith(`${wanted}.`)

/** The files that may be meant by a name, the likeliest first: the readable one does as well as the small one. */
export const namesOfFile = (file: string): readonly string[] => {
  const name = fileName(file)
  const plain = name.replace(/[-.]v?\d+(?:\.\d+)+/, '')
  const both = [name, plain].flatMap((one) => [
    one,
    one.includes('.min.') ? one.replace('.min.', '.') : one.replace(/\.(js|mjs|css)$/, '.min.$1'),
  ])
  return [...new Set(both)]
}
