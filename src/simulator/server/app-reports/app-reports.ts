import type { NewEntry, ReportEntry } from '../../../host/log/call-log.js'
import { isPlayBeforeTap, isRefusedPlay } from '../../../host/log/refused-play.js'
import { decodedPath } from '../../../platform/text.js'
import type { AppReport } from '../../injected-messages.js'

/** A report of the injected script as a log entry, with its position in the bundle and advice. */
export const reportEntry = (
  report: AppReport,
  seat: number,
  bundleOrigin: string,
): Extract<NewEntry, { readonly kind: ReportEntry['kind'] }> => {
  const why = adviceFor(report, bundleOrigin)
  return {
    kind: report.kind,
    seat,
    message: report.message,
    file: bundlePathOf(report.source),
    line: report.line,
    column: report.column,
    ...(report.stack === undefined ? {} : { stack: report.stack }),
    ...(why === undefined ? {} : { why }),
  }
}

/** The bundle path in a URL such as `http://localhost:4849/ma_abcdefghij/1.0.0/js/game.js`, else null. */
export const bundlePathOf = (source: string | null): string | null => {
  const match = /^http:\/\/[^/]+\/ma_[a-z2-7]{10}\/[0-9.]+\/([^?#]+)/.exec(source ?? '')
  return match?.[1] === undefined ? null : decodedPath(match[1])
}

/** How the app may have written a blocked URL, or did write that of a file that failed. */
export const namesOfBlocked = ({ blocked = '' }: AppReport, bundleOrigin: string): readonly string[] => {
  if (!URL.canParse(blocked)) return blocked === '' ? [] : [blocked]
  const { protocol, host, pathname, search } = new URL(blocked)
  const path = `${pathname}${search}`
  return [
    blocked,
    // Browsers add a slash after a host, or report only the origin.
    ...(path === '/' ? [`${protocol}//${host}`, `${protocol}//${host}/`] : []),
    `//${host}${path}`,
    ...(isOutsideFolder(blocked, bundleOrigin) ? [path] : []),
  ]
}

/** Whether a blocked URL is on the app's origin but outside its folder, where a path from the root leads. */
const isOutsideFolder = (url: string, bundleOrigin: string): boolean =>
  url.startsWith(`${bundleOrigin}/`) && bundlePathOf(url) === null

const adviceFor = (report: AppReport, bundleOrigin: string): string | undefined => {
  switch (report.kind) {
    case 'violation':
      if (isOutsideFolder(report.blocked ?? '', bundleOrigin) && report.directive !== 'frame-src')
        return 'A path that starts with / leaves the app’s folder. Use a relative path without the slash (2.8).'
      return VIOLATION_ADVICE.get(report.directive ?? '') ?? 'The sandbox does not allow this (2.10).'
    case 'error':
      return errorAdvice(report)
    case 'rejection':
      return (
        errorAdvice(report) ??
        'A rejected promise was not handled. Add a `catch`, or await it in `try … catch`.'
      )
    case 'failed-file':
      return (
        FAILED_FILE_ADVICE.find(([start]) => report.message.startsWith(start))?.[1] ??
        'The file exists, but the browser cannot read it. It may be damaged, or its extension may be wrong.'
      )
    default:
      return undefined
  }
}

/** Advice by what could not load its file. */
const FAILED_FILE_ADVICE: readonly (readonly [string, string])[] = [
  [
    '<script>',
    'The file exists, but could not run. A module fails if one of its imports is missing or blocked.',
  ],
  [
    '<use>',
    'A page without an origin cannot use the symbols of another file. Put the symbols into the page, and refer to them as `#name`, or add the browser shim with `miniapp init --shim` (2.10).',
  ],
]

const STYLES = 'Stylesheets can come only from the bundle. Add the file to the bundle (2.10).'
const SCRIPTS = 'Scripts can come only from the bundle or the page itself. Add the file to the bundle (2.10).'

/** Advice by violated directive (2.10). */
const VIOLATION_ADVICE: ReadonlyMap<string, string> = new Map([
  [
    'connect-src',
    'Mini apps have no network access. Fetch files of the bundle by relative path, and save data with `Service.storage` or `Service.db` (2.10).',
  ],
  [
    'img-src',
    'Pictures can come only from the bundle, or from data: and blob: URLs. Add the file to the bundle (2.10).',
  ],
  [
    'media-src',
    'Sound and video can come only from the bundle, or from data: and blob: URLs. Add the file to the bundle (2.10).',
  ],
  ['font-src', 'Fonts can come only from the bundle, or from data: URLs. Add the file to the bundle (2.10).'],
  ['style-src', STYLES],
  ['style-src-elem', STYLES],
  ['script-src', SCRIPTS],
  ['script-src-elem', SCRIPTS],
  [
    'worker-src',
    'Workers can start only from a blob: URL. Fetch the script’s text, wrap it in a Blob, and use its URL (2.10).',
  ],
  ['frame-src', 'A mini app cannot use frames, and cannot leave its own pages (2.10).'],
  ['child-src', 'A mini app cannot use frames (2.10).'],
  ['object-src', 'A mini app cannot use `object` and `embed` (2.10).'],
  [
    'form-action',
    'A mini app cannot submit forms. Handle the `submit` event and call `preventDefault()` (2.10).',
  ],
  ['base-uri', 'A mini app cannot use the `base` element (2.8, 2.10).'],
  [
    'file-input',
    'File inputs do not work in a mini app. Use `Service.pickImage()` or `Service.pickVideo()` (2.10, 4.5).',
  ],
  [
    'dropped-file',
    'A mini app cannot accept dropped files. Use `Service.pickImage()` or `Service.pickVideo()` (2.10, 4.5).',
  ],
  [
    'pasted-file',
    'A mini app cannot accept pasted files. Use `Service.pickImage()` or `Service.pickVideo()` (2.10, 4.5).',
  ],
  ['manifest-src', 'A mini app cannot use a web app manifest. Remove the link (2.10).'],
])

/** Advice for errors that the sandbox causes, by the browser's message. */
const errorAdvice = (error: Pick<AppReport, 'message' | 'stack'>): string | undefined => {
  if (isPlayBeforeTap(error))
    return 'Browsers play sound only once the user has touched the app. Start it in a handler of the first tap, and catch the promise of `play()`.'
  if (isRefusedPlay(error))
    return 'The app paused or reloaded a sound that had not begun. Catch the promise of `play()`.'
  return ERROR_ADVICE.find(([pattern]) => pattern.test(error.message))?.[1]
}

const ERROR_ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /^Script error\.?$/,
    'The browser hides errors of scripts that are loaded without CORS: add `crossorigin` to the script element. WebKit also hides errors in callbacks: run the app in another browser to see the file, line and message.',
  ],
  [
    /localStorage|sessionStorage|indexedDB|IDBFactory|'cookie'|caches|CacheStorage/i,
    'The sandbox has no browser storage. Use `Service.storage` (2.10, 4.1).',
  ],
  [
    /RTCPeerConnection|RTCDataChannel|RTCSessionDescription|RTCIceCandidate/,
    'A mini app has no WebRTC. Use `Service.multiplayer` to play together (2.10, 4.8).',
  ],
  [
    /tainted|cross-origin data|insecure operation/i,
    'The page has no origin, so a canvas treats even its own pictures as cross-origin. Set `crossOrigin = "anonymous"` on the image before its `src` (2.10).',
  ],
  [
    /Service is not defined|reading '(ready|getContext|storage|pay|share|on|db|multiplayer|ai)'/,
    'The SDK is not loaded. Load service-miniapp.js with a script element before your own code (4).',
  ],
  [
    /construct '(Shared)?Worker'/,
    'Workers can start only from a blob: URL. Fetch the script’s text, wrap it in a Blob, and use its URL (2.10).',
  ],
  [
    /requestFullscreen|requestPointerLock|Permissions policy|permissions policy|NotAllowedError/,
    'The sandbox denies every powerful feature (2.10).',
  ],
]
