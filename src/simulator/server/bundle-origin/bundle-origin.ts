import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import type { Bundle } from '../../../bundle/bundle.js'
import { BundleReadError } from '../../../bundle/bundle.js'
import { answerError } from '../../../local-server/answer-error.js'
import { hostGuard } from '../../../local-server/host-guard.js'
import { contentSecurityPolicy } from '../../../platform/csp.js'
import { extensionOf, FILE_TYPES } from '../../../platform/file-types.js'
import type { Pairing } from '../access/pairing.js'
import { readBundleAddress } from './bundle-path.js'
import { injectIntoDrawing } from './inject-into-drawing.js'
import { injectScript } from './inject-script.js'
import type { KnownFeatures } from './known-features.js'

/** A bundle that is served from its own folder, `/<app_id>/<version>/` (2.10). */
export interface ServedBundle {
  readonly appId: string
  readonly version: string
  readonly bundle: Bundle
}

export interface BundleOriginOptions {
  /** Decides who may read the app's files. */
  readonly pairing: Pairing
  readonly allowedHosts: readonly string[]
  /** The bundle of an app's version; null if it is not served. */
  readonly served: (appId: string, version: string) => ServedBundle | null
  /** The features that each browser knows. */
  readonly features: KnownFeatures
  /** The script that runs before the app's own code, on one line. */
  readonly injectedScript: string
  /** Called before a page is sent that a browser opens in a frame or a tab. */
  readonly onPage: () => void
  /** Called before a style sheet is sent that a browser does not request as one. */
  readonly onSheetAsData: (path: string) => void
  /** Called when the app requests a missing file. */
  readonly onMissing: (bundle: Bundle, path: string, why: string) => void
  /** Called when a browser asks whether the app may request a file with headers of its own: it fails. */
  readonly onPreflight: (bundle: Bundle, path: string, headers: string) => void
  /** A defect of the simulator itself. */
  readonly onDefect: (error: unknown) => void
}

/** The origin of an app: serves only its bundle's files, with the headers of 2.10. */
export const bundleOrigin = (options: BundleOriginOptions): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(hostGuard(options.allowedHosts))
  app.use(pairedOnly(options.pairing))
  app.use(readingOnly(options))
  app.use((request, response, next) => {
    serveFile(options, request, response).catch(next)
  })
  app.use(answerError(options.onDefect))
  return app
}

/**
 * Allows only this machine, and addresses that have given the pairing code: the app's own requests have no cookie or header
 * that would distinguish them from others.
 */
const pairedOnly =
  (pairing: Pairing) =>
  (request: Request, response: Response, next: NextFunction): void => {
    if (pairing.admits(request.socket)) next()
    else plain(response, 403, 'First open the simulator with its pairing code.')
  }

const readingOnly =
  (options: BundleOriginOptions) =>
  (request: Request, response: Response, next: NextFunction): void => {
    if (request.method === 'GET' || request.method === 'HEAD') {
      next()
      return
    }
    const address = readBundleAddress(request.url)
    const served = address === null ? null : options.served(address.appId, address.version)
    // The document says nothing of preflights. A host of files answers none, and so fails what needs one.
    const headers = request.method === 'OPTIONS' ? request.get('access-control-request-headers') : undefined
    if (address !== null && served !== null && headers !== undefined)
      options.onPreflight(served.bundle, address.path, headers)
    plain(response.set('Allow', 'GET, HEAD'), 405, 'The files of a mini app can only be read.')
  }

const serveFile = async (
  options: BundleOriginOptions,
  request: Request,
  response: Response,
): Promise<void> => {
  const address = readBundleAddress(request.url)
  const served = address === null ? null : options.served(address.appId, address.version)
  if (served === null || address === null) {
    plain(response, 404, 'This file does not exist. Open the simulator to see the app.')
    return
  }
  setHeaders(
    response,
    `http://${request.headers.host}/${served.appId}/${served.version}/`,
    options.features.policyFor(request.headers['user-agent']),
  )
  const bytes = await readFile(served.bundle, address.path, options.onMissing)
  const extension = extensionOf(address.path)
  if (bytes === null || extension === null) {
    plain(response, 404, `The bundle has no file ${address.path}.`)
    return
  }
  const { contentType } = FILE_TYPES[extension]
  response.set('Content-Type', contentType)
  if (extension === 'html' || extension === 'htm') {
    if (isUtf16(bytes)) plain(response, 415, `${address.path} is UTF-16. Text files must be UTF-8 (2.9).`)
    else {
      if (request.method === 'GET' && isOpenedAsPage(request)) options.onPage()
      send(response, 200, injectScript(bytes, options.injectedScript))
    }
  } else if (extension === 'svg' && isOpenedAsPage(request)) {
    const injected = isUtf16(bytes) ? null : injectIntoDrawing(bytes, options.injectedScript)
    if (injected === null) plain(response, 415, `${address.path} is not a valid SVG.`)
    else {
      if (request.method === 'GET') options.onPage()
      send(response, 200, injected)
    }
  } else {
    // Browsers omit the header without HTTPS or a loopback name (`--host`).
    if (extension === 'css' && request.get('sec-fetch-dest') !== 'style') options.onSheetAsData(address.path)
    sendRange(request, response, bytes)
  }
}

/** Whether a file is opened as a page, where its scripts run: not fetched, and not shown as a picture. */
const isOpenedAsPage = (request: Request): boolean => {
  const destination = request.get('sec-fetch-dest')
  // Browsers omit the header without HTTPS or a loopback name (`--host`).
  if (destination === undefined) return (request.get('accept') ?? '').includes('text/html')
  return ['document', 'iframe', 'frame', 'object', 'embed'].includes(destination)
}

/** @param base the version's own folder, the `BASE` of 2.10 */
const setHeaders = (response: Response, base: string, permissionsPolicy: string): void => {
  response.set({
    'Content-Security-Policy': contentSecurityPolicy(base),
    'Permissions-Policy': permissionsPolicy,
    // Beyond the real host, where a browser has it: no WebRTC in any frame of the page, and no connection to another host,
    // not even one opened ahead of a navigation that is then blocked. Others ignore it.
    'Connection-Allowlist': '(response-origin)',
    // A sandboxed page has no origin of its own: it needs these for fetch, modules and fonts.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  })
}

/** The bytes of the bundle's file with exactly this path, or null. */
const readFile = async (
  bundle: Bundle,
  path: string,
  onMissing: BundleOriginOptions['onMissing'],
): Promise<Uint8Array | null> => {
  if (!bundle.files.some((file) => file.path === path)) {
    onMissing(bundle, path, whyMissing(bundle, path))
    return null
  }
  try {
    return await bundle.read(path)
  } catch (error) {
    if (!(error instanceof BundleReadError)) throw error
    onMissing(bundle, path, error.message)
    return null
  }
}

const whyMissing = (bundle: Bundle, path: string): string => {
  const sameButCase = bundle.files.find((file) => file.path.toLowerCase() === path.toLowerCase())
  if (sameButCase !== undefined)
    return `The bundle has ${sameButCase.path}. Paths are case-sensitive: use the exact name of the file.`
  const leftOut = bundle.leftOut.find((file) => file.path === path)
  if (leftOut !== undefined) return `${path} is not in the zip: ${leftOut.reason}.`
  return `The bundle has no file ${path}. Add the file or fix the path, which is relative to the page.`
}

/** UTF-16 would hide the page's code from the injected script: a byte order mark overrides the header's charset. */
const isUtf16 = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)

/** Media elements seek by byte ranges. Browsers request one range at a time. */
export const sendRange = (request: Request, response: Response, bytes: Uint8Array): void => {
  response.set('Accept-Ranges', 'bytes')
  const ranges = request.range(bytes.length)
  if (ranges === -1) {
    response.set('Content-Range', `bytes */${bytes.length}`)
    send(response, 416, new Uint8Array())
    return
  }
  const range =
    Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined
  if (range === undefined) {
    send(response, 200, bytes)
    return
  }
  response.set('Content-Range', `bytes ${range.start}-${range.end}/${bytes.length}`)
  send(response, 206, bytes.subarray(range.start, range.end + 1))
}

const send = (response: Response, status: number, body: Uint8Array): void => {
  response.status(status).set('Content-Length', String(body.length))
  if (response.req.method === 'HEAD') response.end()
  else response.end(body)
}

const plain = (response: Response, status: number, text: string): void => {
  response.set({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' })
  response.status(status).type('text/plain').send(`${text}\n`)
}
