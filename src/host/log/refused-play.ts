/**
 * Whether an error says that `play()` of a sound or video did not begin: before the first tap, or stopped by the app itself. By the
 * texts of Chromium and Firefox; WebKit's text is that of every refusal.
 */
export const isRefusedPlay = (message: string): boolean => isPlayBeforeTap(message) || STOPPED.test(message)

/** Whether an error says that a sound or video was played before the user had touched the app. */
export const isPlayBeforeTap = (message: string): boolean => BEFORE_TAP.test(message)

const BEFORE_TAP =
  /play\(\) failed because the user didn't interact|play method is not allowed by the user agent/

const STOPPED = /play\(\) request was interrupted/
