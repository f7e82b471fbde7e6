/** A part of the shim: what it stands in for, and what that means for `check`. */
export interface ShimPart {
  /** As it is called in the head of the file, in the report and in the README. */
  readonly title: string
  /**
   * What a script may use once the part is loaded: paths from the global object, and methods of any object (`*.`). What
   * lies below a path is included.
   */
  readonly supplies: readonly string[]
  /** Whether the API answers and does less than in a browser, so that `check` still reports it. */
  readonly limited?: true
}

const KEPT = 'up to 6 MB'

/** How much of its databases an app finds again. */
export const KEPT_DATABASES = `${KEPT}, and records of up to 700 KB, compressed`

/** The parts of `browser-shim.js`, in the order in which they run. */
export const SHIM_PARTS = {
  'local-storage': { title: 'localStorage', supplies: ['localStorage'] },
  cookies: { title: 'document.cookie', supplies: ['document.cookie'] },
  'session-storage': { title: 'sessionStorage', supplies: ['sessionStorage'] },
  'indexed-db': {
    title: `indexedDB (${KEPT} are kept)`,
    supplies: ['indexedDB'],
  },
  caches: { title: 'caches (nothing is kept)', supplies: ['caches'], limited: true },
  gamepads: {
    title: 'gamepads (none)',
    supplies: ['navigator.getGamepads', 'navigator.webkitGetGamepads'],
  },
  sensors: {
    title: 'motion sensors (none)',
    supplies: [
      'Accelerometer',
      'LinearAccelerationSensor',
      'GravitySensor',
      'Gyroscope',
      'Magnetometer',
      'AmbientLightSensor',
      'AbsoluteOrientationSensor',
      'RelativeOrientationSensor',
    ],
  },
  'service-worker': { title: 'navigator.serviceWorker (inert)', supplies: ['navigator.serviceWorker'] },
  notifications: { title: 'Notification (denied)', supplies: ['Notification'] },
  dialogs: {
    title: 'alert, confirm, prompt and print (in the log)',
    supplies: ['alert', 'confirm', 'prompt', 'print'],
  },
  'new-window': { title: 'window.open (in the log)', supplies: ['open'] },
  fullscreen: {
    title: 'fullscreen (does nothing)',
    supplies: [
      '*.requestFullscreen',
      '*.webkitRequestFullscreen',
      '*.webkitRequestFullScreen',
      '*.mozRequestFullScreen',
    ],
  },
  'pointer-lock': { title: 'pointer lock (within the frame)', supplies: ['*.requestPointerLock'] },
  orientation: {
    title: 'screen.orientation.lock (does nothing)',
    supplies: ['screen.orientation.lock', 'screen.lockOrientation'],
  },
  visibility: { title: "visibilitychange (the host's event)", supplies: [] },
  'blob-scripts': { title: 'scripts from blob: and data: URLs', supplies: [] },
  'blob-fonts': { title: 'fonts from blob: URLs', supplies: [] },
  workers: { title: 'workers by path', supplies: ['Worker'] },
  pictures: { title: 'pictures on a canvas that scripts can read', supplies: [] },
  symbols: { title: 'symbols of other SVG files', supplies: [] },
  forms: { title: 'forms that open a page of the app', supplies: [] },
  'web-fonts': { title: 'WebFont.load (fonts of the app)', supplies: [] },
  'request-headers': { title: 'requests with custom headers (sent without them)', supplies: [] },
  'fixed-layout': { title: 'a fixed-size page (scaled down in a smaller frame)', supplies: [] },
  names: { title: 'renamed files', supplies: [] },
  'stable-address': { title: 'document.URL without the version', supplies: [] },
  routes: { title: 'the path that a router reads', supplies: [] },
  'root-addresses': { title: 'addresses from the root of the site', supplies: [] },
  'parent-window': { title: "window.parent (the app's own window)", supplies: [] },
} as const satisfies Readonly<Record<string, ShimPart>>

export type ShimPartName = keyof typeof SHIM_PARTS

/** Every part, in order. */
export const SHIM_PART_NAMES = Object.keys(SHIM_PARTS) as readonly ShimPartName[]

/** The shim's own file in a bundle. */
export const SHIM_FILE_NAME = 'browser-shim.js'

/** Ends the name of a file that `init --from` compressed with gzip, and that the shim unpacks where a script fetches it. */
export const PACKED_ENDING = '.packed.bin'

/** Precedes the names of the shim's parts, even after bundling and minifying. */
const SHIM_MARK = 'browser-shim parts: '

/** The text by which a composed shim tells its parts. */
export const markOf = (parts: readonly ShimPartName[]): string => `${SHIM_MARK}${parts.join(' ')}`

/** The parts of the shim in a script, be it the shim's own file or one that it was bundled into; null where it is not in it. */
export const partsIn = (script: string): readonly ShimPartName[] | null => {
  const at = script.indexOf(SHIM_MARK)
  if (at === -1) return null
  const [names = ''] = /^[a-z -]*/.exec(script.slice(at + SHIM_MARK.length)) ?? []
  const words = new Set(names.split(' '))
  return SHIM_PART_NAMES.filter((name) => words.has(name))
}

/** The files that a composed shim finds by their old names: new paths by old ones, from the bundle's folder. */
export const renamedIn = (script: string): Readonly<Record<string, string>> => {
  const written = /^shimNames\((\{.*\})\);$/m.exec(script)?.[1]
  if (written === undefined) return {}
  const renamed: Record<string, string> = {}
  try {
    const names: unknown = JSON.parse(written)
    for (const [from, to] of Object.entries(names ?? {})) if (typeof to === 'string') renamed[from] = to
  } catch {
    return {}
  }
  return renamed
}

/**
 * The part that stands in for a use of a browser's API.
 * @param names the path of the use, as `['navigator', 'getGamepads']`
 * @param global whether it begins at the global object
 */
export const partFor = (names: readonly string[], global: boolean): ShimPartName | null => {
  const path = names.join('.')
  const supplies = (supplied: string): boolean =>
    supplied.startsWith('*.')
      ? names.length > 1 && names[names.length - 1] === supplied.slice(2)
      : global && (path === supplied || path.startsWith(`${supplied}.`))
  return SHIM_PART_NAMES.find((name) => SHIM_PARTS[name].supplies.some(supplies)) ?? null
}
