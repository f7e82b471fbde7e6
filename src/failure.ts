/**
 * An expected failure: something the user can act on. Anything else that is thrown is a bug and keeps its
 * stack. The command line turns the kind into an exit code.
 */
export type FailureKind =
  /** Problems were found, or the service refused. */
  | 'refused'
  /** Wrong usage: a flag, a path that does not exist, a file that cannot be read or written. */
  | 'usage'
  /** The user must sign in first. */
  | 'sign-in'
  /** The service has no such post or conversation. */
  | 'not-found'
  /** The service could not be reached, or its answer was invalid. */
  | 'network'
  | 'rate-limited'
  | 'interrupted'

export class Failure extends Error {
  override readonly name = 'Failure'
  readonly kind: FailureKind
  /** What the user should do: one imperative sentence. */
  readonly remedy: string | undefined
  /** The HTTP status that the service answered with; null if there was no answer, or none is to blame. */
  readonly status: number | null

  /**
   * @param kind decides the exit code
   * @param message what went wrong and where: one sentence
   * @param remedy what to do about it: one imperative sentence
   * @param cause the error underneath, shown with `--debug`
   * @param status the HTTP status of the answer that failed
   */
  constructor(
    kind: FailureKind,
    message: string,
    remedy?: string,
    cause?: unknown,
    status: number | null = null,
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.kind = kind
    this.remedy = remedy
    this.status = status
  }
}

/** A wrong use: see `FailureKind`. @param remedy what to do about it: one imperative sentence */
export const usageFailure = (message: string, remedy?: string, cause?: unknown): Failure =>
  new Failure('usage', message, remedy, cause)

/** The system's error code of a thrown value (`ENOENT`, `EADDRINUSE` …), or undefined. */
export const systemErrorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** For the `catch` of what reads a file: null where there is none. @throws every other error */
export const nullIfMissing = (error: unknown): null => {
  if (systemErrorCode(error) === 'ENOENT') return null
  throw error
}

/** The same, also where a part of the path is a file. @throws every other error */
export const nullIfNoPath = (error: unknown): null =>
  systemErrorCode(error) === 'ENOTDIR' ? null : nullIfMissing(error)

/** What the system's error codes mean, as messages word it. */
const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  ENOENT: 'no such file or folder',
  EEXIST: 'it already exists',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENOTEMPTY: 'the folder is not empty',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file is too large for the file system',
  EROFS: 'the file system is read-only',
  EMFILE: 'too many open files',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the name is too long',
  EBUSY: 'it is in use by another program',
  EIO: 'the disk reported an error',
}

/** A system error in plain words, or undefined for an unknown code. */
export const describeSystemError = (error: unknown): string | undefined => {
  const code = systemErrorCode(error)
  return code === undefined ? undefined : SYSTEM_ERRORS[code]
}

/** Turns a file-system error into a Failure that names the path; anything else is returned as it is. */
export const fileFailure = (action: string, path: string, error: unknown): unknown => {
  const words = describeSystemError(error)
  if (words === undefined) return error
  const code = systemErrorCode(error)
  const remedy =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? 'Free some disk space and try again. No partial file was written.'
      : code === 'ENOENT'
        ? 'Check the path.'
        : 'Check the path and its permissions.'
  return usageFailure(`Cannot ${action} ${path}: ${words}.`, remedy, error)
}

/** Throws such a failure, for the end of a promise: `readFile(path).catch(cannot('read', path))`. */
export const cannot =
  (action: string, path: string) =>
  (error: unknown): never => {
    throw fileFailure(action, path, error)
  }
