import type { HostMessage } from '../../platform/envelope.js'

/** The pictures, sounds and videos that apps were answered, to look at beside their calls. */
export interface AnswerMedia {
  /** Keeps what an answer holds. */
  keep(seat: number, message: HostMessage): void
  /** What a call of a seat was answered; empty where there was none, or it is no longer kept. */
  of(seat: number, id: string): readonly Blob[]
}

/** Enough to look back over a while; a window that is open for a day must not fill up. */
const MOST_KEPT = 50
const MOST_BYTES = 64 * 1_048_576

export const createAnswerMedia = (): AnswerMedia => {
  const kept = new Map<string, readonly Blob[]>()
  let bytes = 0
  return {
    keep: (seat, message) => {
      if (!('result' in message)) return
      const blobs = blobsIn(message.result)
      const size = sizeOf(blobs)
      if (size === 0 || size > MOST_BYTES) return
      kept.set(keyOf(seat, message.id), blobs)
      bytes += size
      for (const [oldest, old] of kept) {
        if (kept.size <= MOST_KEPT && bytes <= MOST_BYTES) break
        kept.delete(oldest)
        bytes -= sizeOf(old)
      }
    },
    of: (seat, id) => kept.get(keyOf(seat, id)) ?? [],
  }
}

const keyOf = (seat: number, id: string): string => `${seat} ${id}`

const sizeOf = (blobs: readonly Blob[]): number => blobs.reduce((sum, { size }) => sum + size, 0)

const blobsIn = (result: unknown): readonly Blob[] =>
  typeof result === 'object' && result !== null
    ? Object.values(result).filter((field) => field instanceof Blob)
    : []
