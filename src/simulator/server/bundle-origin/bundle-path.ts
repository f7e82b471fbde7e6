import { isAllowedPathPart } from '../../../platform/path-parts.js'

/** Which version of which app a request is for, and the path within it. */
export interface BundleAddress {
  readonly appId: string
  readonly version: string
  /** With `/` between the parts; empty for the folder itself. */
  readonly path: string
}

/**
 * Reads a request's target, `/<app_id>/<version>/<path>`. Every part is decoded once and must then be a part that a
 * bundle may have: encoded traversal, NUL, backslashes, drives and streams (`::$DATA`) never get as far as a disk.
 * @returns null where it is no such address
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
 * A bundle path as it stands in a URL. A manifest may name anything, half a surrogate pair too: what is no path of a
 * bundle becomes the address of a file that is not there.
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
