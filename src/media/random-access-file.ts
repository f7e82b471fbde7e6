import { open } from 'node:fs/promises'

/** A file that is read where it is needed, so that a large one need not be in memory. */
export interface RandomAccessFile {
  readonly size: number
  /** The bytes from `start` to before `end`. */
  readonly read: (start: number, end: number) => Promise<Uint8Array>
}

/** Bytes in memory as such a file. */
export const inMemory = (bytes: Uint8Array): RandomAccessFile => ({
  size: bytes.byteLength,
  read: async (start, end) => bytes.subarray(start, end),
})

/** Opens a file on disk, hands it on, and closes it. */
export const withFile = async <Result>(
  path: string,
  use: (file: RandomAccessFile) => Promise<Result>,
): Promise<Result> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const read = async (start: number, end: number): Promise<Uint8Array> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
      return buffer.subarray(0, bytesRead)
    }
    return await use({ size, read })
  } finally {
    await file.close()
  }
}
