import express, { type Express, type Request, type Response } from 'express'
import { answerError } from '../../local-server/answer-error.js'
import { hostGuard, LOOPBACK_HOSTS } from '../../local-server/host-guard.js'
import { listen } from '../../local-server/listen.js'
import { sendRange } from '../../simulator/server/bundle-origin/bundle-origin.js'
import { attendOriginal } from '../page/prepare.js'
import type { Original } from './original.js'

/** Where the original's frame is in its window, in CSS pixels: where the mini app's is. */
export interface FramePlace {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** How much smaller the page in it is shown than it is: below 1 for a page of a fixed size that is larger than the frame. */
  readonly scale: number
  /** The device's pixels of a CSS pixel there. */
  readonly pixelRatio: number
}

/** An original that is served on this machine, and a page that shows it in a frame. */
export interface ServedOriginal {
  /** The page with the frame. */
  readonly url: string
  /** The original's own. */
  readonly origin: string
  /** The paths that were requested and do not exist. */
  readonly missing: ReadonlySet<string>
  /** The messages of errors and rejections that nothing caught. */
  readonly errors: ReadonlySet<string>
  /** The origins of other hosts that it asked for something without an answer. */
  readonly unreached: ReadonlySet<string>
  /** From now on, pages can load nothing from the internet: a request without an answer would keep them from showing. */
  readonly cutInternet: () => void
  /** Stops both servers. */
  readonly stop: () => Promise<void>
}

/**
 * Serves an original at `/`, as any static server does: no sandbox and no policy. It is shown in a frame, as the mini app is,
 * from another origin, so that both are driven in the same way and neither can reach the page around it.
 * @throws what a request of the original failed with, from `stop`
 */
export const serveOriginal = async (original: Original, place: FramePlace): Promise<ServedOriginal> => {
  const missing = new Set<string>()
  const errors = new Set<string>()
  const defects: unknown[] = []
  let policy: string | null = null
  const unreached = new Set<string>()
  const own = await listen(
    originalApp(
      original,
      () => policy,
      (path) => missing.add(path),
      (message) => errors.add(message),
      (origin) => unreached.add(origin),
      (error) => defects.push(error),
    ),
    0,
  )
  const origin = `http://localhost:${own.port}`
  const stage = await listen(
    stageApp(`${origin}${original.entry}`, place, (error) => defects.push(error)),
    0,
  ).catch(async (error: unknown) => {
    await own.stop()
    throw error
  })
  return {
    url: `http://localhost:${stage.port}/`,
    origin,
    missing,
    errors,
    unreached,
    cutInternet: () => {
      policy = OWN_FILES_ONLY
    },
    stop: async () => {
      await Promise.all([own.stop(), stage.stop()])
      if (defects.length > 0) throw defects[0]
    },
  }
}

const OWN_FILES_ONLY = "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'"

const plainApp = (): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.use(hostGuard(LOOPBACK_HOSTS))
  return app
}

/** The page around the original, with the frame at the place of the mini app's. */
const stageApp = (
  source: string,
  { x, y, width, height, scale }: FramePlace,
  onDefect: (error: unknown) => void,
): Express => {
  const app = plainApp()
  app.get('/', (_request, response) => {
    const style = `position: absolute; left: ${x}px; top: ${y}px; width: ${width / scale}px; height: ${height / scale}px; border: 0; transform: scale(${scale}); transform-origin: 0 0`
    response
      .type('html')
      .send(
        `<!doctype html><html lang="en" style="overscroll-behavior-x: none"><title>The original</title><body style="margin: 0; overflow: hidden">` +
          `<iframe title="Mini app" src="${source.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" style="${style}" allow="${ALLOWED}" sandbox="${SANDBOX}"></iframe>`,
      )
  })
  app.use(answerError(onDefect))
  return app
}

/** Everything but a page of its own, which would cover this one: a page that is covered draws nothing. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-modals allow-pointer-lock allow-orientation-lock allow-downloads'

/** What a page that is not in a frame may do, but for fullscreen: a picture of that cannot be compared. */
const ALLOWED = 'autoplay; gamepad; accelerometer; gyroscope; clipboard-write; pointer-lock'

const originalApp = (
  original: Original,
  policy: () => string | null,
  onMissing: (path: string) => void,
  onError: (message: string) => void,
  onUnreached: (origin: string) => void,
  onDefect: (error: unknown) => void,
): Express => {
  const app = plainApp()
  for (const [path, onText] of [
    [ERRORS_PATH, onError],
    [UNREACHED_PATH, onUnreached],
  ] as const)
    app.post(path, express.text({ type: () => true, limit: '10kb' }), (request, response) => {
      onText(String(request.body))
      response.status(204).end()
    })
  app.use((request, response, next) => {
    sendFile(original, policy(), request, response, onMissing).catch(next)
  })
  app.use(answerError(onDefect))
  return app
}

/** Where the original's page sends its errors; no game has a file of this name. */
const ERRORS_PATH = '/__miniapp_playtest_errors__'
/** And here, it reports what could not be loaded from other hosts. */
const UNREACHED_PATH = '/__miniapp_playtest_unreached__'

const sendFile = async (
  original: Original,
  policy: string | null,
  request: Request,
  response: Response,
  onMissing: (path: string) => void,
): Promise<void> => {
  const file = await original.read(request.url)
  if (file === null) {
    const [path = ''] = request.url.split(/[?#]/, 1)
    // Browsers ask for it by themselves.
    if (path !== '/favicon.ico') onMissing(path)
    response.status(404).type('text/plain').send('404 Not Found\n')
    return
  }
  if ('location' in file) {
    response.redirect(file.location)
    return
  }
  response.set('Cache-Control', 'no-store')
  response.type(file.type.includes('/') ? file.type : (/\.[^.]*$/.exec(file.type)?.[0] ?? 'bin'))
  if (policy !== null) response.set('Content-Security-Policy', policy)
  const isPage = String(response.get('content-type')).startsWith('text/html')
  sendRange(request, response, isPage ? attended(file.bytes) : file.bytes)
}

/** Adds a script to a page, before its own, that reports its errors and keeps it from leaving. */
const attended = (page: Uint8Array): Uint8Array => {
  // One character per byte: all markup is ASCII in UTF-8.
  const text = Buffer.from(page).toString('latin1')
  // UTF-16 cannot be added to in this way.
  if (/^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(text)) return page
  const at = START.exec(text)?.[0].length ?? 0
  const script = `<script>(${String(attendOriginal)})(${JSON.stringify(ERRORS_PATH)}, ${JSON.stringify(UNREACHED_PATH)})</script>`
  return Buffer.from(`${text.slice(0, at)}${script}${text.slice(at)}`, 'latin1')
}

/** What comes before a page's first element that is not `html` or `head`: the doctype decides the page's mode. */
const START =
  /^(?:\u00ef\u00bb\u00bf)?(?:\s|<!--[\s\S]*?-->|<!doctype[^>]*>)*(?:<html\b[^>]*>)?(?:\s|<!--[\s\S]*?-->)*(?:<head\b[^>]*>)?/i
