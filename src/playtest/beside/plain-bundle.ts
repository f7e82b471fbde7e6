import { type Bundle, BundleReadError } from '../../bundle/bundle.js'
import { openBundle } from '../../bundle/open.js'
import type { LogEntry } from '../../host/log/call-log.js'
import { decoded, type Original } from './original.js'

/**
 * The app's own files, on a plain server at `/`: what plays there and not in the frame is because of the frame.
 * @param entry the path of the entry page in the bundle
 */
export const plainBundle = (path: string, cwd: string, entry: string): Original => {
  let opened: Promise<Bundle> | null = null
  return {
    name: 'a plain server',
    isOwn: true,
    entry: entry === 'index.html' ? '/' : `/${encodeURI(entry)}`,
    read: async (target) => {
      opened ??= openBundle(path, cwd)
      const bundle = await opened
      const place = decoded(new URL(target, 'http://localhost').pathname)?.slice(1)
      const file = bundle.files.find((one) => one.path === (place === '' ? entry : place))
      if (file === undefined) return null
      try {
        return { bytes: await bundle.read(file.path), type: file.path.slice(file.path.lastIndexOf('/') + 1) }
      } catch (error) {
        if (error instanceof BundleReadError) return null
        throw error
      }
    },
    close: async () => {
      await (await opened)?.close()
    },
  }
}

/** Whether an app needs no host to draw: it has only said that it is ready. */
export const needsNoHost = (log: readonly LogEntry[]): boolean =>
  log.every((entry) => (entry.kind !== 'call' && entry.kind !== 'dropped') || entry.method === 'ready')
