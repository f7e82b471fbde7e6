import { isAllowedPathPart } from '../../../platform/file-types.js'

/** The app, version and path of a request. */
export interface BundleAddress {
  readonly appId: string
  readonly version: string
  /** Parts separated by `/`; empty for the folder itself. */
  readonly path: string
}

/**
 * Reads a request's target, `/<app_id>/<version>/<path>`. Every part is decoded once and must then be allowed in a bundle
 * path: encoded traversal, NUL, backslashes, drives and streams (`::$DATA`) never reach the disk.
 * @returns null if it is not such a target
 */
export const readBundleAddress = (target: string): BundleAddress | null => {
  const [path = ''] = target.split(/[?#]/, 1)
  const [empty, appId, version, ...rest] = path.split('/')
  if (empty !== '' || appId === undefined || version === undefined || rest.length === 0) return null
  const parts: string[] = []
  for (const encoded of rest) {
    const part = decode(encoded)
    if (part === null || (part !== '' && !isAllowedPathPart(part))) return null
    parts.push(part)
  }
  const file = parts.join('/')
  if (file !== '' && parts.includes('')) return null
  return { appId, version, path: file }
}

/**
 * A bundle path for a URL. A manifest may name any text, even with lone surrogates: an invalid path becomes the URL of a
 * file that does not exist.
 */
export const bundleUrlPath = (path: string): string =>
  path
    .split('/')
    .map((part) => encodeURIComponent(part.replace(LONE_SURROGATES, '\ufffd')))
    .join('/')

const LONE_SURROGATES = /\p{Surrogate}/gu

const decode = (encoded: string): string | null => {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}
