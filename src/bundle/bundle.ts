/**
 * What a bundle is, from a folder or from a zip: a list of files whose bytes can be read. The validator, the
 * packer and the simulator see this and nothing below it.
 */
export interface Bundle {
  readonly kind: 'folder' | 'zip'
  /** The path as the person gave it, for messages and reports. */
  readonly path: string
  /** The files that are (or would be) in the zip, sorted by path; dropped and left-out files are not among them. */
  readonly files: readonly BundleFile[]
  /** What is not in the bundle, and why: dropped by the platform (2.9), or left out of a folder (readings). */
  readonly leftOut: readonly LeftOut[]
  /** What is wrong with the container itself: symbolic links in a folder, damage or ambiguity in a zip. */
  readonly faults: readonly BundleFault[]
  /** The zip's own size in bytes; null for a folder. */
  readonly zipBytes: number | null
  /**
   * A file's bytes, at most `MAX_FILE_BYTES`.
   * @param needed how many from its start are needed, where that is not all: more may come
   * @param into memory that they may lie in, and that the caller may use again once they are done with
   * @throws {BundleReadError} when the file cannot be read, is damaged, or is larger than was claimed
   */
  read(path: string, needed?: number, into?: Uint8Array): Promise<Uint8Array>
  /**
   * The bytes of a file in the folder that is left out of the bundle, such as a source map.
   * @throws {BundleReadError} when there is none, or it cannot be read
   */
  readLeftOut?(path: string): Promise<Uint8Array>
  close(): Promise<void>
}

export interface BundleFile {
  /** The path within the bundle, with `/` between the parts. */
  readonly path: string
  /** The unpacked size in bytes. */
  readonly bytes: number
  /** The size within the zip; null for a folder. */
  readonly compressedBytes: number | null
  /**
   * Of a folder's file: when it last changed in any way, in milliseconds since 1970, and its number on the disk.
   * Absent where that is not known.
   */
  readonly changed?: { readonly ms: number; readonly inode: number }
}

export interface LeftOut {
  readonly path: string
  /** In plain words: "dropped by the platform", "version control", ".miniappignore line 3" … */
  readonly reason: string
}

/** A fault of the container, found while it was opened. The rules turn each kind into a problem. */
export interface BundleFault {
  readonly kind: string
  /** The entry to blame, or null where it is the container. */
  readonly path: string | null
  /** What was found, in plain words. */
  readonly detail: string
  /** What to do about it: one imperative sentence; absent where the rule that reports it has a general fix. */
  readonly fix?: string
}

/** The fault of a folder that holds no bundle; its detail is a sentence that says what was looked for. */
export const NO_MANIFEST = 'no-manifest'
/** The fault of a project's folder whose bundle is elsewhere, or not built yet; its detail is a sentence, too. */
export const NO_BUILD = 'no-build'

/** A file of a bundle could not be read whole. */
export class BundleReadError extends Error {
  override readonly name = 'BundleReadError'
  readonly path: string

  constructor(path: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.path = path
  }
}
