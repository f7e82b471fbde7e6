/** A file that is read where it is needed, so that a large one need not be in memory. */
export interface RandomAccessFile {
  readonly size: number
  /** The bytes from `start` to before `end`. */
  readonly read: (start: number, end: number) => Promise<Uint8Array>
}
