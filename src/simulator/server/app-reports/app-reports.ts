import type { NewEntry, ReportEntry } from '../../../host/log/call-log.js'
import type { ReadAppReport } from '../windows/shell-message-schema.js'

/** What the injected script saw in the app, as the log tells it: where in the bundle, and what to do. */
export const reportEntry = (
  report: ReadAppReport,
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
  return match?.[1] ?? null
}

/** How the app may have written the URL that was blocked. */
export const namesOfBlocked = ({ blocked = '' }: ReadAppReport, bundleOrigin: string): readonly string[] => {
  if (!URL.canParse(blocked)) return []
  const { protocol, host, pathname, search } = new URL(blocked)
  const path = `${pathname}${search}`
  return [
    blocked,
    // Browsers put the slash after a host that was written without one, or tell of the origin alone.
    ...(path === '/' ? [`${protocol}//${host}`, `${protocol}//${host}/`] : []),
    `//${host}${path}`,
    ...(isOutsideFolder(blocked, bundleOrigin) ? [path] : []),
  ]
}

/** Whether a URL that was blocked is the app's own origin outside its folder: where a path from the root leads. */
const isOutsideFolder = (url: string, bundleOrigin: string): boolean =>
  url.startsWith(`${bundleOrigin}/`) && bundlePathOf(url) === null

const adviceFor = (report: ReadAppReport, bundleOrigin: string): string | undefined => {
  switch (report.kind) {
    case 'violation':
      if (isOutsideFolder(report.blocked ?? '', bundleOrigin) && report.directive !== 'frame-src')
        return 'A path that starts with / leaves the app’s own folder: write it relative, without the slash (2.8).'
      return VIOLATION_ADVICE.get(report.directive ?? '') ?? 'The sandbox does not allow this (2.10).'
    case 'error':
      return errorAdvice(report.message)
    case 'rejection':
      return (
        errorAdvice(report.message) ??
        'A promise was rejected and nothing caught it: add a catch, or await it in a try.'
      )
    case 'failed-file':
      return report.message.startsWith('<script>')
        ? 'The file is there, but it could not be run: a module fails as a whole where one that it imports is missing or blocked.'
        : 'The file is there, but the browser can make nothing of it: is it damaged, or of another kind than its name says?'
    default:
      return undefined
  }
}

/** What to do, by the directive that was violated (2.10). */
const VIOLATION_ADVICE: ReadonlyMap<string, string> = new Map([
  [
    'connect-src',
    'Mini apps have no network: fetch files of the bundle by relative path, and keep data with Service.storage or Service.db (2.10).',
  ],
  [
    'img-src',
    'Pictures come from the bundle, data: or blob: URLs alone. Put the file into the bundle (2.10).',
  ],
  [
    'media-src',
    'Sound and video come from the bundle, data: or blob: URLs alone. Put the file into the bundle (2.10).',
  ],
  ['font-src', 'Fonts come from the bundle or a data: URL. Put the font file into the bundle (2.10).'],
  ['style-src', 'Style sheets come from the bundle. Put the file into the bundle (2.10).'],
  ['style-src-elem', 'Style sheets come from the bundle. Put the file into the bundle (2.10).'],
  ['script-src', 'Scripts come from the bundle or the page itself. Put the file into the bundle (2.10).'],
  [
    'script-src-elem',
    'Scripts come from the bundle or the page itself. Put the file into the bundle (2.10).',
  ],
  [
    'worker-src',
    'Workers start from a blob: URL alone: fetch the script’s text, wrap it in a Blob, and use its URL (2.10).',
  ],
  ['frame-src', 'Frames are not allowed in a mini app, and it cannot leave its own pages (2.10).'],
  ['child-src', 'Frames are not allowed in a mini app (2.10).'],
  ['object-src', 'object and embed are not allowed in a mini app (2.10).'],
  [
    'form-action',
    'A form cannot be sent anywhere: handle its submit event and call preventDefault() (2.10).',
  ],
  ['base-uri', 'The base element is not allowed in a mini app (2.8, 2.10).'],
  [
    'file-input',
    'File inputs do not work in a mini app: ask for a photo or a video by Service.pickImage or Service.pickVideo (2.10, 4.5).',
  ],
  [
    'dropped-file',
    'Files cannot be dropped on a mini app: ask for a photo or a video by Service.pickImage or Service.pickVideo (2.10, 4.5).',
  ],
  [
    'pasted-file',
    'Files cannot be pasted into a mini app: ask for a photo or a video by Service.pickImage or Service.pickVideo (2.10, 4.5).',
  ],
  ['manifest-src', 'A web app manifest has no use in a mini app: remove the link (2.10).'],
])

/** What to do about errors that the sandbox causes, told by the browser's own words. */
const errorAdvice = (message: string): string | undefined =>
  ERROR_ADVICE.find(([pattern]) => pattern.test(message))?.[1]

const ERROR_ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /^Script error\.?$/,
    'The browser hides what happened in a script that is loaded without CORS: add crossorigin to its script element, and file, line and message are told here.',
  ],
  [
    /localStorage|sessionStorage|indexedDB|IDBFactory|'cookie'|caches|CacheStorage/i,
    'The sandbox has no storage of the browser’s: use Service.storage (2.10, 4.1).',
  ],
  [
    /RTCPeerConnection|RTCDataChannel|RTCSessionDescription|RTCIceCandidate/,
    'WebRTC is removed in a mini app: play together through Service.multiplayer (2.10, 4.8).',
  ],
  [
    /tainted|cross-origin data|insecure operation/i,
    'The page has no origin, so that its own pictures count as foreign to a canvas: set crossOrigin = "anonymous" on the image before its src (2.10).',
  ],
  [
    /Service is not defined|reading '(ready|getContext|storage|pay|share|on|db|multiplayer|ai)'/,
    'The SDK is not there: load service-miniapp.js by a script element before your own code (4).',
  ],
  [
    /construct '(Shared)?Worker'/,
    'Workers start from a blob: URL alone: fetch the script’s text, wrap it in a Blob, and use its URL (2.10).',
  ],
  [
    /requestFullscreen|requestPointerLock|Permissions policy|permissions policy|NotAllowedError/,
    'The sandbox denies every powerful feature (2.10).',
  ],
]
