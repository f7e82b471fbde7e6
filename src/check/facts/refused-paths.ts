import type { Bundle } from '../../bundle/bundle.js'

/**
 * Whether a path is in the container and was refused there: as a link, as a damaged entry, or as part of a folder that
 * cannot be read. It was told of, and is not missing.
 */
export const isRefusedPath = (path: string, { faults }: Pick<Bundle, 'faults'>): boolean =>
  faults.some((fault) => fault.path !== null && (path === fault.path || path.startsWith(`${fault.path}/`)))
