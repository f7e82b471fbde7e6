import type { CheckResult } from '../check/problem.js'
import type { AiStrip } from '../host/ai/ai-strip.js'
import type { Switches } from '../host/control/switches.js'
import type { LogEntry } from '../host/log/call-log.js'
import type { MatchView } from '../host/matches/match-view.js'
import type { HeldOpening } from '../host/opening/held-opening.js'
import type { ShareOffer, SheetKind, SheetKinds } from '../host/session/sheets.js'
import type { SharePicture } from '../host/sharing/pictures.js'
import type { HostMessage } from '../platform/envelope.js'

/**
 * The messages from the simulator's server to its shell (the page around the app) over WebSockets, as JSON; those of the
 * shell are in `shell-messages.ts`. The server's host is the only authority: the shell draws, and reports what the browser
 * saw and what the person chose. A window has a connection for each of its seats, and one for the developer's panels, which
 * observe all seats and take none.
 */

/** The path of the shell's WebSocket, on the shell's origin. */
export const SOCKET_PATH = '/socket'

/** The `name` of the `<meta>` element with the token of the shell's page. */
export const TOKEN_META = 'miniapp-token'

/**
 * The `name` of the `<meta>` element that identifies the server that the page fits. After a restart it may be another one:
 * then the page loads again.
 */
export const EDITION_META = 'miniapp-edition'

/**
 * The path on the shell's origin where it fetches, with its token, the binary parts of an answer. Each id works once.
 */
export const ANSWER_BYTES_PATH = '/answers/'

/**
 * The path on the shell's origin where it puts, with its token, the file that the person chose on a sheet: `SEAT/SHEET`,
 * with the file's bytes as the body.
 */
export const PICKED_FILES_PATH = '/picked'

/** The path of the reference of the SDK, as JSON, among the files of the shell. */
export const REFERENCE_PATH = '/shell/reference.json'

/** The `name` of the `<meta>` element of a real run's page, which has no developer panels. */
export const REAL_RUN_META = 'miniapp-real-run'

/** A picture, sound or video in an answer, which the shell passes to the app as a Blob (4). */
export interface AnswerBinary {
  /** Its position in the message, as keys. The JSON has null there. */
  readonly path: readonly string[]
  readonly id: string
  /** The Blob's media type. */
  readonly type: string
}

/** What a window of a real run shows, in place of what it shows the developer of a test run. */
export interface RealRunInfo {
  /** The person's name, or that nobody is signed in. */
  readonly person: string
  /** The address of the app's page in the catalogue. */
  readonly home: string
}

/** Who closed the app: the app, the person, or the page because of endless messages or of a blocked address. */
export type ClosedBy = 'app' | 'person' | 'flood' | 'leaving'

/** A sheet to draw. The choice on it has the shape in `SheetKinds`. */
export type SheetContent = {
  [Kind in SheetKind]: { readonly kind: Kind; readonly offer: SheetKinds[Kind]['offer'] }
}[SheetKind]

/** A picture that the shell keeps from the app's request. */
export interface KeptPicture extends Omit<SharePicture, 'base64'> {
  /** Its number in the shell. */
  readonly kept: number
}

/** A sheet to draw, as it is sent. */
export type SentSheetContent =
  | Exclude<SheetContent, { readonly kind: 'share' }>
  | {
      readonly kind: 'share'
      readonly offer: Omit<ShareOffer, 'picture'> & { readonly picture: SharePicture | KeptPicture | null }
    }

/** What a shell needs to know about the app, from its manifest. */
export interface AppInfo {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly orientation: 'portrait' | 'landscape' | 'any'
  /** The icon's URL on the bundle's origin. */
  readonly iconUrl: string | null
}

/** What the developer has to fix: the app's build failed, or the app threw something while it started. */
export interface AppFailure {
  readonly of: 'build' | 'start'
  readonly message: string
  /** The path of the source, from the project's folder, or that in the bundle. */
  readonly file: string | null
  readonly line: number | null
  readonly column: number | null
  /** The lines around the place; empty if they are not known. */
  readonly excerpt: readonly { readonly line: number; readonly text: string }[]
  /** What may help; empty if nothing is known. */
  readonly advice: string
}

/** From the server to a window's seats or panels. */
export type ServerMessage = SeatMessage | ObserverMessage

/** The server ends a connection: an invalid token, a taken seat, a second process. */
interface Refused {
  readonly type: 'refused'
  readonly message: string
  /** Another window has the seat, and may give it back. */
  readonly elsewhere?: true
  /** A program closed the seat: this window gives it up. */
  readonly closed?: true
  /** The page belongs to an earlier start or to another version: loading it again helps. */
  readonly outdated?: true
}

/** Files changed, or all data were reset: load the app again. */
interface Reload {
  readonly type: 'reload'
  readonly app: AppInfo
  readonly frameUrl: string | null
}

interface ProblemsFound {
  readonly type: 'problems'
  readonly problems: CheckResult
}

/** The links for phones on the network (`--host`). */
export interface PhoneLinks {
  /** The shell's URLs for phones, the most likely first, with the pairing code and without a seat. */
  readonly urls: readonly string[]
}

/** From the server to the panels of a window, sent once for all its seats. */
export type ObserverMessage =
  | {
      readonly type: 'observing'
      readonly app: AppInfo
      readonly frameUrl: string | null
      /** Identifies pages that fit this server. */
      readonly edition?: string
      readonly problems: CheckResult | null
      /** The seats that are open, in this window, another or none. */
      readonly taken: readonly number[]
      /** Null if only this machine can connect. */
      readonly phoneLinks: PhoneLinks | null
      /** The host's time, ISO 8601. */
      readonly now: string
      /** The latest entries of the log, oldest first. */
      readonly log: readonly LogEntry[]
    }
  | { readonly type: 'seats-taken'; readonly taken: readonly number[] }
  /** Open these seats in this window. They were opened without a window, and no other window is asked to. */
  | { readonly type: 'seats-offered'; readonly seats: readonly number[] }
  | { readonly type: 'log'; readonly entries: readonly LogEntry[] }
  /** The live matches, a few times a second while they change. At the start only if there are any. */
  | { readonly type: 'matches'; readonly matches: readonly MatchView[] }
  | { readonly type: 'log-cleared' }
  | Reload
  | ProblemsFound
  | Refused

/** From the server to a seat. */
export type SeatMessage =
  | {
      readonly type: 'welcome'
      readonly seat: number
      readonly app: AppInfo
      readonly switches: Switches
      /** The entry page's URL on the bundle's origin; null while the manifest cannot be read. */
      readonly frameUrl: string | null
      /** Identifies pages that fit this server. */
      readonly edition?: string
      /** The result of the latest check; null during the first one. */
      readonly problems: CheckResult | null
      /** Absent in a test run. */
      readonly realRun?: RealRunInfo
      /** Why the latest build failed; absent if it did not. */
      readonly buildFailure?: AppFailure
    }
  /** The latest build of the app failed; null if it is repaired. */
  | { readonly type: 'build-failure'; readonly failure: AppFailure | null }
  /** The app threw something while it started. */
  | { readonly type: 'start-failure'; readonly frame: number; readonly failure: AppFailure }
  /** Another version is live: the next page that opens is of it. The open page stays. */
  | { readonly type: 'app-updated'; readonly app: AppInfo; readonly frameUrl: string | null }
  /** The next page opens in a frame without a size, which gets its size a moment later. */
  | { readonly type: 'squeeze' }
  /** The app is not opened: its page is shown instead, with the reason. Sent again when that changes. */
  | {
      readonly type: 'held'
      readonly frame: number
      /** The app's summary; empty if the manifest has none. */
      readonly summary: string
      readonly opening: HeldOpening
    }
  /** The app can be opened now. */
  | { readonly type: 'admitted' }
  /** A session started in this frame. Its log entries come after the entry with this number. */
  | { readonly type: 'session-opened'; readonly frame: number; readonly after: number }
  /**
   * An answer or event for the app in this frame. Messages for an earlier frame are discarded. One with `binaries` is posted
   * after they were fetched: later messages may overtake it, earlier ones may not. No call depends on that order (progress
   * comes before its answer), and a large video must not delay other answers or the messages of a match.
   */
  | {
      readonly type: 'to-app'
      readonly frame: number
      readonly message: HostMessage
      readonly binaries?: readonly AnswerBinary[]
    }
  /** The person left the app's page, or is back: the page hears of it as from a browser (6). */
  | { readonly type: 'page-visibility'; readonly frame: number; readonly visible: boolean }
  /** Style sheets of the app were saved: the page loads them again, and keeps running. */
  | { readonly type: 'styles-changed' }
  /** The app called `ready`: remove the loading cover. */
  | { readonly type: 'app-ready'; readonly frame: number }
  /** The app was closed. */
  | { readonly type: 'app-closed'; readonly by: ClosedBy }
  /** Draw a sheet over the app, which keeps running without input. */
  | { readonly type: 'sheet-opened'; readonly sheet: number; readonly content: SentSheetContent }
  /** Show something else on an open sheet: the picture of a share was redrawn (4.4). */
  | { readonly type: 'sheet-changed'; readonly sheet: number; readonly content: SheetContent }
  /** The choice was not accepted: show why, and keep the sheet open. */
  | { readonly type: 'sheet-fault'; readonly sheet: number; readonly message: string }
  /** Close the sheet: its choice was accepted, or the app's page was closed. */
  | { readonly type: 'sheet-closed'; readonly sheet: number }
  /** Draw the strip of the running AI request, or hide it for null (4.7). */
  | { readonly type: 'ai-strip'; readonly frame: number; readonly strip: AiStrip | null }
  /** Show the person a notice that needs no choice. */
  | { readonly type: 'notice'; readonly frame: number; readonly words: string }
  | { readonly type: 'switches'; readonly switches: Switches }
  /** The nickname of the person in the seat (4.6). */
  | { readonly type: 'nickname'; readonly nickname: string | null }
  | Reload
  | ProblemsFound
  | Refused
