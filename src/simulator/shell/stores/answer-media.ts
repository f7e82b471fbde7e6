import type { HostMessage } from '../../../platform/envelope.js'

/** Enough for recent history without filling up a window that stays open all day. */
const MOST_KEPT = 50
const MOST_BYTES = 64 * 1_048_576

/** The media in answers to apps, shown with their calls. */
export type AnswerMedia = ReturnType<typeof createAnswerMedia>

export const createAnswerMedia = () => {
  const kept = new Map<string, readonly Blob[]>()
  let bytes = 0
  return {
    /** Stores the media of an answer. */
    keep: (seat: number, message: HostMessage): void => {
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
    /** The media in the answer to a seat's call; empty if there was none, or it was dropped. */
    of: (seat: number, id: string): readonly Blob[] => kept.get(keyOf(seat, id)) ?? [],
  }
}

const keyOf = (seat: number, id: string): string => `${seat} ${id}`

const sizeOf = (blobs: readonly Blob[]): number => blobs.reduce((sum, { size }) => sum + size, 0)

const blobsIn = (result: unknown): readonly Blob[] =>
  typeof result === 'object' && result !== null
    ? Object.values(result).filter((field) => field instanceof Blob)
    : []
