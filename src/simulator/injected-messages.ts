/**
 * What the script that the simulator injects into the app's page posts to the shell around it, and the marks that it and
 * the server leave for each other in the page. The app could post the same: only a message with its page's key is trusted.
 */

/**
 * The marker of messages from the injected script to the shell. The app's own protocol has the marker `service`
 * (section 4), so the two cannot be confused.
 */
export const REPORT_MARKER = 'miniapp_simulator'

/** A report of the injected script from inside the app's frame. */
export interface AppReport {
  readonly kind: 'violation' | 'error' | 'rejection' | 'failed-file' | 'console'
  readonly message: string
  /** The full URL of the source, if the browser gave one. The server converts it into a bundle path. */
  readonly source: string | null
  readonly line: number | null
  readonly column: number | null
  readonly stack?: string | undefined
  /** For a violation: the directive. */
  readonly directive?: string | undefined
  /** What was blocked; for a failed file its URL, as it is written. */
  readonly blocked?: string | undefined
}

/** A report of the injected script. The app could post the same message, so it is only logged. */
export interface ReportMessage {
  readonly [REPORT_MARKER]: 1
  readonly report: AppReport
}

/** The start of what an app writes to the console to have its state compared with that of other players. */
export const STATE_PREFIX = 'miniapp:state'

/** Longer posts are cut off, and so have no valid form. */
export const MAX_STATE_CHARACTERS = 200

/** The hash of its state that an app posted to the console. Also only what the app says. */
export interface StateMessage {
  readonly [REPORT_MARKER]: 1
  readonly state: string
}

/**
 * What the injected script says about its page: it started, a person's input reached it, it is going away. Browsers report
 * input only for a whole window, which also holds the host's buttons and other apps.
 */
export interface PageMessage {
  readonly [REPORT_MARKER]: 1
  readonly page: 'started' | 'tapped' | 'leaving'
  /** Drawn when the page starts and never shown to the app, so that the app cannot claim a tap. */
  readonly key: string
}

/**
 * What the shell tells the injected script: whether the person sees the page, as browsers say it (6). It arrives before the
 * SDK's event of the same change. The app never sees the message.
 */
export interface VisibilityMessage {
  readonly [REPORT_MARKER]: 1
  readonly visible: boolean
}

/** What the shell tells the injected script after style sheets were saved. */
export interface StylesMessage {
  readonly [REPORT_MARKER]: 1
  readonly styles: 'changed'
}

/** Where the app made a call, as the browser names it. The app could post the same message, so it is only logged. */
export interface CallSource {
  readonly source: string
  readonly line: number
  readonly column: number
}

/** What the injected script says before a request of the SDK: where the app makes it. */
export interface CallSourceMessage {
  readonly [REPORT_MARKER]: 1
  /** The id of the request. */
  readonly call: string
  readonly from: CallSource
}

/**
 * The `crossorigin` that is added to scripts without one. Browsers treat any value as `anonymous`. The script's errors
 * then have a message and a position, which only the developer sees.
 */
export const MUTED_CROSSORIGIN = 'simulator'

/** The attribute of a script that the server puts at the start of a declared shadow root. */
export const ROOT_MARK = 'data-simulator'

/** The function of the injected script that it calls. */
export const ROOT_STARTED = 'miniappSimulatorRootStarted'
