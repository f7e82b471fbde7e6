import type { Bundle } from '../../../bundle/bundle.js'
import type { BundleFacts } from '../file-summary.js'

/**
 * Whether a path is in the container and was refused there: as a link, as a damaged entry, or as part of a folder that
 * cannot be read. It is reported already, and is not missing.
 */
export const isRefusedPath = (path: string, { faults }: Pick<Bundle, 'faults'>): boolean =>
  faults.some((fault) => {
    const refused = fault.path === null ? null : meantPath(fault.path)
    return refused !== null && (path === refused || path.startsWith(`${refused}/`))
  })

/** The path that was meant by an entry of a zip whose name is refused. */
const meantPath = (name: string): string => name.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '')

/**
 * Whether some page or script was refused, or could not be read: that something is used nowhere is not certain then.
 */
export const hasUnreadCode = ({ bundle, summaries }: Pick<BundleFacts, 'bundle' | 'summaries'>): boolean =>
  [...bundle.files, ...bundle.faults].some(
    ({ path }) => path !== null && /\.(?:html?|m?js)$/i.test(path) && !summaries.has(path),
  )
