/** What is known of an error: its name with its message, and the stack, where it has one. */
interface Thrown {
  readonly message: string
  readonly stack?: string | undefined
}

/**
 * Whether an error says that `play()` of a sound or video did not begin: before the first tap, or stopped by the app itself. By the
 * texts of Chromium and Firefox; WebKit's texts are those of every refusal, and its stack names the function.
 */
export const isRefusedPlay = (error: Thrown): boolean => isPlayBeforeTap(error) || isOf(STOPPED, error)

/** Whether an error says that a sound or video was played before the user had touched the app. */
export const isPlayBeforeTap = (error: Thrown): boolean => isOf(BEFORE_TAP, error)

interface Texts {
  /** Of an error that only `play()` has. */
  readonly own: RegExp
  /** Of an error of WebKit that other functions have too. */
  readonly shared: RegExp
}

const isOf = ({ own, shared }: Texts, { message, stack = '' }: Thrown): boolean =>
  own.test(message) || (shared.test(message) && stack.startsWith('play@[native code]'))

const BEFORE_TAP: Texts = {
  own: /play\(\) failed because the user didn't interact|play method is not allowed by the user agent/,
  shared: /^NotAllowedError: The request is not allowed by the user agent/,
}

const STOPPED: Texts = {
  own: /play\(\) request was interrupted|fetching process for the media resource was aborted/,
  shared: /^AbortError: The operation was aborted/,
}
