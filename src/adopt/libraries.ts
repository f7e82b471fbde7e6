import { fileName } from '../check/facts/bundle/paths.js'
/** A library as a page asks a network for it. */
export interface LibraryAddress {
  /** Its likely names on npm, the likeliest first. */
  readonly names: readonly [string, ...string[]]
  /** As the address says it, without a leading `v`, `^` or `~`; empty where it says none. */
  readonly version: string
  /** The file within the package, or only its name where the network has folders of its own; empty for the main one. */
  readonly file: string
  /** Whether the network makes a module of the package where no file is named. */
  readonly module?: true
}

/** Libraries that pages add for a single use, by their files: the package of each on npm. */
const ADDED: ReadonlyMap<string, string> = new Map([
  ['canvas2image', 'canvas2image'],
  ['clipboard', 'clipboard'],
  ['confetti.browser', 'canvas-confetti'],
  ['dat.gui', 'dat.gui'],
  ['eruda', 'eruda'],
  ['filesaver', 'file-saver'],
  ['gif', 'gif.js'],
  ['html2canvas', 'html2canvas'],
  ['jszip', 'jszip'],
  ['nosleep', 'nosleep.js'],
  ['qrcode', 'qrcode'],
  ['screenfull', 'screenfull'],
  ['stats', 'stats.js'],
  ['sweetalert', 'sweetalert'],
  ['sweetalert2.all', 'sweetalert2'],
  ['toastr', 'toastr'],
  ['vconsole', 'vconsole'],
])

/** The library that an address of one of the well-known networks names; null for any other address. */
export const libraryAt = (url: string): LibraryAddress | null => {
  const read = url.trim().startsWith('//') ? `https:${url.trim()}` : url.trim()
  if (!URL.canParse(read)) return null
  const { host, pathname } = new URL(read)
  const path = pathname.replace(/^\//, '')
  for (const { hosts, form, name, hasNpmNames, makesModules } of NETWORKS) {
    const groups = hosts.test(host) ? form.exec(path)?.groups : undefined
    if (groups === undefined) continue
    const { library = '', version = '', file = '' } = groups
    const names = hasNpmNames === true ? ([library] as const) : namesLike(library, version)
    const address = {
      names: name === undefined ? names : ([name] as const),
      version: plainVersion(library, version) || (LAST_VERSIONS.get(libraryNameOf(file)) ?? ''),
    }
    return makesModules === true || file === '+esm'
      ? { ...address, file: file === '+esm' ? '' : file, module: true }
      : { ...address, file }
  }
  const added = ADDED.get(libraryNameOf(path))
  return host === 'cdn.jsdelivr.net' && added !== undefined
    ? { names: [added], version: '', file: fileName(path) }
    : null
}

/** A network, or the site of a library, that serves files of packages. */
interface Network {
  readonly hosts: RegExp
  /** The paths of files: `library` where it has more than one, `version` and `file` where they are said. */
  readonly form: RegExp
  /** The package of a site that serves just one. */
  readonly name?: string
  /** Whether it calls libraries as npm does. */
  readonly hasNpmNames?: true
  readonly makesModules?: true
}

/** `@scope/name@1.2.3/dist/file.js`. */
const PACKAGE_PATH = '(?<library>(?:@[\\w.-]+/)?[\\w.-]+)(?:@(?<version>[^/]+))?(?:/(?<file>.*))?$'

const NETWORKS: readonly Network[] = [
  { hosts: /^cdn\.jsdelivr\.net$/, form: new RegExp(`^npm/${PACKAGE_PATH}`), hasNpmNames: true },
  { hosts: /^cdn\.jsdelivr\.net$/, form: /^(?<library>[\w.-]+)\/(?<version>\d[\w.-]*)\/(?<file>.+)$/ },
  { hosts: /^(?:www\.)?unpkg\.com$/, form: new RegExp(`^${PACKAGE_PATH}`), hasNpmNames: true },
  {
    hosts: /^(?:esm\.(?:sh|run)|cdn\.skypack\.dev)$/,
    form: new RegExp(`^(?:v\\d+/|stable/|-/)?\\*?${PACKAGE_PATH}`),
    hasNpmNames: true,
    makesModules: true,
  },
  { hosts: /^(?:ga\.)?jspm\.io$/, form: new RegExp(`^npm:${PACKAGE_PATH}`), hasNpmNames: true },
  {
    hosts: /^(?:cdnjs\.cloudflare|ajax\.googleapis)\.com$/,
    form: /^ajax\/libs\/(?<library>[^/]+)\/(?<version>[^/]+)\/(?:.*\/)?(?<file>[^/]+)$/,
  },
  {
    hosts: /^(?:maxcdn|netdna|stackpath|cdn)\.bootstrapcdn\.com$/,
    form: /^(?<library>bootstrap|font-awesome)\/(?<version>\d[^/]*)\/(?<file>.+)$/,
  },
  {
    hosts: /^use\.fontawesome\.com$/,
    form: /^releases\/(?<version>v\d[^/]*)\/(?<file>.+)$/,
    name: '@fortawesome/fontawesome-free',
  },
  {
    hosts: /^code\.jquery\.com$/,
    form: /^(?<file>jquery-(?<version>\d[\d.]*\d)(?:\.slim)?(?:\.min)?\.js)$/,
    name: 'jquery',
  },
  {
    hosts: /^code\.jquery\.com$/,
    form: /^ui\/(?<version>\d[^/]*)\/(?<file>.+)$/,
    name: 'jquery-ui-dist',
  },
  {
    hosts: /^code\.createjs\.com$/,
    form: /^(?:(?<version>1\.[\d.]+)\/)?(?<file>createjs(?:\.min)?\.js)$/,
    name: 'createjs',
  },
  { hosts: /^pixijs\.download$/, form: /^(?<version>v\d[^/]*)\/(?<file>.+)$/, name: 'pixi.js' },
  { hosts: /^cdn\.babylonjs\.com$/, form: /^(?<file>babylon(?:\.max)?\.js)$/, name: 'babylonjs' },
  { hosts: /^aframe\.io$/, form: /^releases\/(?<version>\d[^/]*)\/(?<file>.+)$/, name: 'aframe' },
  { hosts: /^d3js\.org$/, form: /^(?<file>d3\.(?<version>v\d+)(?:\.min)?\.js)$/, name: 'd3' },
  { hosts: /^kaboomjs\.com$/, form: /^lib\/(?<version>\d[^/]*)\/(?<file>.+)$/, name: 'kaboom' },
  // The script for the browser has another name there than on npm.
  { hosts: /^cdn\.tailwindcss\.com$/, form: /^(?<file>)/, name: '@tailwindcss/browser' },
]

/** Libraries that networks call otherwise than npm does. */
const NPM_NAMES: ReadonlyMap<string, string> = new Map([
  ['ace', 'ace-builds'],
  ['angularjs', 'angular'],
  ['babel-standalone', '@babel/standalone'],
  ['d3js', 'd3'],
  ['dat-gui', 'dat.gui'],
  ['fancybox', '@fancyapps/fancybox'],
  ['filesaver.js', 'file-saver'],
  ['hammer.js', 'hammerjs'],
  ['highlight.js', '@highlightjs/cdn-assets'],
  ['jquery-easing', 'jquery.easing'],
  ['jquery-validate', 'jquery-validation'],
  ['jquery.mask', 'jquery-mask-plugin'],
  ['jqueryui', 'jquery-ui-dist'],
  ['limonte-sweetalert2', 'sweetalert2'],
  ['materialize', 'materialize-css'],
  ['math.js', 'mathjs'],
  ['normalize', 'normalize.css'],
  ['owlcarousel2', 'owl.carousel'],
  ['pdf.js', 'pdfjs-dist'],
  ['prism', 'prismjs'],
  ['require.js', 'requirejs'],
  ['snap.svg', 'snapsvg'],
  ['socket.io', 'socket.io-client'],
  ['threejs', 'three'],
  ['twitter-bootstrap', 'bootstrap'],
  ['uri.js', 'urijs'],
  ['velocity', 'velocity-animate'],
  ['wow', 'wowjs'],
])

/** Libraries whose `.js` is a part of their names on npm: `pixi.js` is not `pixi`, but `three.js` is `three`. */
const NAMED_JS: ReadonlySet<string> = new Set(
  'big bignumber chart decimal intro particles pixi popper reveal sql stats tween two typed video'
    .split(' ')
    .map((name) => `${name}.js`),
)

const namesLike = (library: string, version: string): LibraryAddress['names'] => {
  const name = library.toLowerCase()
  if (name === 'font-awesome' && /^v?[5-9]/.test(version)) return ['@fortawesome/fontawesome-free']
  const known = NPM_NAMES.get(name)
  if (known !== undefined) return [known]
  if (!name.endsWith('.js')) return [name, `${name}.js`]
  const plain = name.slice(0, -'.js'.length)
  return NAMED_JS.has(name) ? [name, plain] : [plain, name]
}

/** `3.55.2` of `^3.55.2`, and three.js's `r128` or `99` as npm has it; empty for `latest`. */
const plainVersion = (library: string, version: string): string =>
  /^three\b/i.test(library) && /^r?\d{2,}$/.test(version)
    ? `0.${version.replace('r', '')}`
    : (/^[v^~]?(\d[\w.+-]*)$/.exec(version)?.[1] ?? '')

/** Files that the newest version of their library lacks, by the last version that has them. */
const LAST_VERSIONS: ReadonlyMap<string, string> = new Map(
  ['tweenmax', 'tweenlite', 'timelinemax', 'timelinelite'].map((name) => [name, '2']),
)

/** The name under which npm has a package in a second version beside the first. */
export const otherVersionOf = (name: string, version: string): string => `${name}-${version}`

/** `jquery` of `lib/jquery-1.10.1.min.js`, and of any address that ends so. */
export const libraryNameOf = (address: string): string =>
  fileName(address.replace(/[?#].*$/s, ''))
    .replace(/(?:[.-](?:min|slim|v?\d+(?:\.\d+)*))*\.(?:m?js|css)$/i, '')
    .toLowerCase()

/** Whether an installed version is what was asked for: the same, or one that the shorter text stands for. */
export const isVersion = (installed: string, wanted: string): boolean =>
  wanted === '' || installed === wanted || installed.startsWith(`${wanted}.`)

/** Whether a version has the same first two numbers as the wanted one, of which npm lacks some. */
export const isNearVersion = (found: string, wanted: string): boolean => {
  const [major, minor] = wanted.split('.')
  return minor !== undefined && found.startsWith(`${major}.${minor}.`)
}

/** The files that may be meant by a name, the likeliest first: the readable one does as well as the small one. */
export const namesOfFile = (file: string): readonly string[] => {
  const name = fileName(file)
  const plain = name.replace(/[-.]v?\d+(?:\.\d+)+|\.v\d+/, '')
  const both = [name, plain].flatMap((one) => [
    one,
    one.includes('.min.') ? one.replace('.min.', '.') : one.replace(/\.(js|mjs|css)$/, '.min.$1'),
  ])
  return [...new Set(both)]
}
