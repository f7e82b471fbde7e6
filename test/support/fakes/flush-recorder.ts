import type { Flush } from '../../../src/durable/flush.js'

/** A flush: what was flushed, the path of a folder, and what was on the disk at that moment. */
export interface RecordedFlush<Seen> {
  readonly kind: keyof Flush
  readonly path?: string
  readonly seen: Seen
}

/**
 * Records flushes instead of making them, so that a test sees what comes before each and what after it.
 * @param look reads what is on the disk; a flush takes as long as this
 */
export const flushRecorder = <Seen>(
  look: () => Promise<Seen>,
): { readonly flushes: RecordedFlush<Seen>[]; readonly flush: Flush } => {
  const flushes: RecordedFlush<Seen>[] = []
  const record = async (kind: keyof Flush, path?: string): Promise<void> => {
    flushes.push({ kind, ...(path === undefined ? {} : { path }), seen: await look() })
  }
  return {
    flushes,
    flush: {
      file: () => record('file'),
      data: () => record('data'),
      folder: (path) => record('folder', path),
    },
  }
}
