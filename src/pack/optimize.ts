import type { ZipInput } from '../bundle/zip-writer.js'
import { extensionOf } from '../platform/file-types.js'
import { optimizePng } from './optimize-png.js'

/** A file that goes into the zip smaller than it is in the folder, and looks the same. */
export interface OptimizedFile {
  readonly path: string
  /** In bytes. */
  readonly before: number
  readonly after: number
}

/** Re-encodes PNGs where that makes them smaller, one after the other, since decoded pictures are large. */
export const optimizeInputs = async (
  inputs: readonly ZipInput[],
  {
    signal,
    onFile,
  }: {
    readonly signal?: AbortSignal | undefined
    /** Called before each picture. */
    readonly onFile?: (done: number, total: number) => void
  } = {},
): Promise<{ readonly inputs: readonly ZipInput[]; readonly optimized: readonly OptimizedFile[] }> => {
  const result: ZipInput[] = []
  const optimized: OptimizedFile[] = []
  const total = inputs.filter(isPng).length
  let done = 0
  for (const input of inputs) {
    signal?.throwIfAborted()
    let smaller: Uint8Array | null = null
    if (isPng(input)) {
      onFile?.(done, total)
      smaller = await optimizePng(input.bytes)
      done += 1
    }
    result.push(smaller === null ? input : { path: input.path, bytes: smaller })
    if (smaller !== null)
      optimized.push({ path: input.path, before: input.bytes.length, after: smaller.length })
  }
  return { inputs: result, optimized }
}

const isPng = ({ path }: ZipInput): boolean => extensionOf(path) === 'png'
