import type { CheckResult } from '../check/problem.js'
import type { AiStrip } from '../host/ai/ai-strip.js'
import type { SwitchChanges, Switches } from '../host/control/switches.js'
import type { LogEntry } from '../host/log/call-log.js'
import type { MatchView } from '../host/matches/match-view.js'
import type { HeldOpening } from '../host/opening/held-opening.js'
import type { SheetKind, SheetKinds } from '../host/session/sheets.js'
import type { HostMessage } from '../platform/envelope.js'

/**
 * All that the simulator's server and its shell (the page around the app) say to each other over WebSockets, every
 * message a JSON text. The server's host is the only authority; the shell draws, and brings back what the browser saw
 * and what the person chose. A window has a connection for each seat in it, and one more for the developer's panels, which
 * observe all seats and take none.
 */

/** Where the server takes the shell's WebSocket, on the shell's own origin. */
export const SOCKET_PATH = '/socket'

/** The `name` of the `<meta>` element by which the server gives the shell's page its token. */
export const TOKEN_META = 'miniapp-token'

/**
 * The path on the shell's own origin under which it fetches, with its token, what an answer holds beside its JSON.
 * Each id answers once.
 */
export const ANSWER_BYTES_PATH = '/answers/'

/**
 * The path on the shell's own origin under which it puts, with its token, the file that the person chose on a sheet:
 * `SEAT/SHEET`, the file's bytes as the body.
 */
export const PICKED_FILES_PATH = '/picked'

/** A picture, sound or video that belongs into an answer, which the shell hands to the app as a Blob (4). */
export interface AnswerBinary {
  /** Where in the message it belongs, by keys; in its place the JSON has null. */
  readonly path: readonly string[]
  readonly id: string
  /** The Blob's media type. */
  readonly type: string
}

/**
 * The marker of what the injected script posts to the shell. The app's own protocol is marked `service` (section 4),
 * so that neither can be taken for the other.
 */
export const REPORT_MARKER = 'miniapp_simulator'

/**
 * The `crossorigin` of a script that its page loads without one: browsers take any word as `anonymous`. The script's
 * errors then have a text and a place, which are for the developer alone.
 */
export const MUTED_CROSSORIGIN = 'simulator'

/** What the injected script posts to the shell; the app could post the same, so it goes to the log and nowhere else. */
export interface ReportMessage {
  readonly [REPORT_MARKER]: 1
  readonly report: AppReport
}

/**
 * What the injected script says of the page it runs in: it started, a person's input reached it, it is going away. Browsers
 * report input only for a whole window, in which the host's own buttons and other apps are, too.
 */
export interface PageMessage {
  readonly [REPORT_MARKER]: 1
  readonly page: 'started' | 'tapped' | 'leaving'
  /** Drawn when the page starts and never shown to the app, so that the app cannot claim a tap. */
  readonly key: string
}

/** From the shell to the server. */
export type ShellMessage =
  /** The first message on a seat's connection: which one it is, and the token that the page was given. */
  | {
      readonly type: 'hello'
      readonly seat: number
      readonly token: string
      /** The sheets that this shell can draw; a call whose sheet it cannot draw is unknown to its app. */
      readonly sheets?: readonly SheetKind[]
    }
  /** The first message, and the only one, on the connection of a window's panels. */
  | { readonly type: 'observe'; readonly token: string }
  /** The app's frame starts loading a page: a new session begins, and the old one's answers go nowhere. */
  | {
      readonly type: 'frame-opened'
      readonly frame: number
      /** The app itself put this page in the place of the one before. */
      readonly replaced?: true
    }
  /** The frame's load event. */
  | { readonly type: 'frame-loaded'; readonly frame: number }
  /**
   * A request as the app posted it. `json` is its JSON text, so that the host measures it before it is parsed;
   * null where it has none (a Blob, a cycle), or where it is so large that no method takes it: then `bytes` says
   * how large, and the text stays where it is.
   */
  | {
      readonly type: 'request'
      readonly frame: number
      readonly json: string | null
      /** The size in bytes of JSON, where `json` is left out for its size. */
      readonly bytes?: number
      /** The user activation that the browser reported when the message arrived. */
      readonly gesture: boolean
    }
  /** What the injected script saw inside the app. */
  | { readonly type: 'app-report'; readonly frame: number; readonly report: AppReport }
  /** The shell's page became visible or hidden. */
  | { readonly type: 'page-visibility'; readonly visible: boolean }
  /** The developer flipped switches: of this seat, or of every one. */
  | { readonly type: 'set-switches'; readonly switches: SwitchChanges; readonly everyone?: boolean }
  /** What the person chose on a sheet. The server judges it: `sheet-fault` or `sheet-closed` follows. */
  | { readonly type: 'sheet-choice'; readonly sheet: number; readonly choice: unknown }
  /** The person pressed Cancel on the AI strip (4.7). */
  | { readonly type: 'cancel-ai'; readonly frame: number }
  /** The person wants another nickname, from the host menu (4.6). */
  | { readonly type: 'change-nickname' }
  /** The bytes of an answer could not be fetched: the app was told so by `TIMEOUT`. */
  | { readonly type: 'answer-lost'; readonly frame: number; readonly reason: string }
  /** The developer cuts the connection of a seat's match (3.4: `connection_lost`). */
  | { readonly type: 'drop-connection'; readonly seat: number }
  /** The person wants to buy access to the app, on its page: the host opens the payment sheet (5). */
  | { readonly type: 'buy-access' }
  /** The developer runs the app without buying it, as its owner may (5). */
  | { readonly type: 'open-without-buying' }
  /** The person pressed Close in the host's bar; or the page stopped an app that posts messages without end. */
  | { readonly type: 'close-app'; readonly flooding?: true }
  /** The person opened the app again. */
  | { readonly type: 'open-app' }

/** Who closed the app: itself, the person, or the page, since it posted messages without end. */
export type ClosedBy = 'app' | 'person' | 'flood'

/** What the injected script reports from inside the app's frame. */
export interface AppReport {
  readonly kind: 'violation' | 'error' | 'rejection' | 'failed-file' | 'console'
  readonly message: string
  /** The full URL of the source, where the browser gave one; the server turns it into a bundle path. */
  readonly source: string | null
  readonly line: number | null
  readonly column: number | null
  readonly stack?: string
  /** For a violation: the directive, and what was blocked. */
  readonly directive?: string
  readonly blocked?: string
}

/** A sheet to draw, by its kind; what is chosen on it has the shape that `SheetKinds` gives. */
export type SheetContent = {
  [Kind in SheetKind]: { readonly kind: Kind; readonly offer: SheetKinds[Kind]['offer'] }
}[SheetKind]

/** What a shell must know of the app, from its manifest. */
export interface AppInfo {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly orientation: 'portrait' | 'landscape' | 'any'
  /** The icon's URL on the bundle's origin. */
  readonly iconUrl: string | null
}

/** From the server to a window: to one of its seats, or to its panels. */
export type ServerMessage = SeatMessage | ObserverMessage

/** The server will not go on with a connection: a bad token, a seat that is taken, a second process. */
interface Refused {
  readonly type: 'refused'
  readonly message: string
  /** The seat went to another window, which may give it back. */
  readonly elsewhere?: true
}

/** Files changed, or all was forgotten: load the app again. */
interface Reload {
  readonly type: 'reload'
  readonly app: AppInfo
  readonly frameUrl: string | null
}

interface ProblemsFound {
  readonly type: 'problems'
  readonly problems: CheckResult
}

/** How a phone on the network gets in (`--host`). */
export interface PhoneLinks {
  /** The shell's addresses as a phone knows them, the likeliest first, with the pairing code; without a seat. */
  readonly urls: readonly string[]
}

/** From the server to the panels of a window, once however many seats are in it. */
export type ObserverMessage =
  | {
      readonly type: 'observing'
      readonly app: AppInfo
      readonly frameUrl: string | null
      readonly problems: CheckResult | null
      /** The seats that are open, in this window or in another. */
      readonly taken: readonly number[]
      /** Null where only this machine gets in. */
      readonly phoneLinks: PhoneLinks | null
      /** The latest entries of the log, oldest first. */
      readonly log: readonly LogEntry[]
    }
  | { readonly type: 'seats-taken'; readonly taken: readonly number[] }
  | { readonly type: 'log'; readonly entries: readonly LogEntry[] }
  /** The live matches as they are now, a few times a second while they change; at first only where there are any. */
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
      /** What the check found; null while the first one runs. */
      readonly problems: CheckResult | null
    }
  /** The next page opens in a frame without a size, which gets one after a moment. */
  | { readonly type: 'squeeze' }
  /** The app is not opened: its page is shown instead of this frame, with what is in the way. Told again as that changes. */
  | {
      readonly type: 'held'
      readonly frame: number
      /** What the app's page says of it; empty where the manifest says nothing. */
      readonly summary: string
      readonly opening: HeldOpening
    }
  /** What was in the way is gone: open the app. */
  | { readonly type: 'admitted' }
  /** A session began in this frame: what the log says of it comes after the entry of this number. */
  | { readonly type: 'session-opened'; readonly frame: number; readonly after: number }
  /**
   * An answer or event for the app in this frame; a message for an older frame is thrown away. One with `binaries` is
   * posted once they were fetched: what the host said before it comes before it, what the host says later may come
   * first. No call depends on that order (progress comes before its answer), and a large video must not hold up the
   * answers of a store or the messages of a match.
   */
  | {
      readonly type: 'to-app'
      readonly frame: number
      readonly message: HostMessage
      readonly binaries?: readonly AnswerBinary[]
    }
  /** The app called `ready`: the loading cover goes. */
  | { readonly type: 'app-ready'; readonly frame: number }
  /** The app is closed (by `close`, or by the person). */
  | { readonly type: 'app-closed'; readonly by: ClosedBy }
  /** Draw a sheet over the app, which runs on and gets no input. */
  | { readonly type: 'sheet-opened'; readonly sheet: number; readonly content: SheetContent }
  /** The choice was not taken: say why, and leave the sheet open. */
  | { readonly type: 'sheet-fault'; readonly sheet: number; readonly message: string }
  /** Take the sheet away: its choice was taken, or the app's page is gone. */
  | { readonly type: 'sheet-closed'; readonly sheet: number }
  /** Draw the strip of the AI request that runs, or take it away (4.7). */
  | { readonly type: 'ai-strip'; readonly frame: number; readonly strip: AiStrip | null }
  /** Tell the person something that asks for no choice. */
  | { readonly type: 'notice'; readonly frame: number; readonly words: string }
  | { readonly type: 'switches'; readonly switches: Switches }
  /** What the person in the seat goes by in this app (4.6). */
  | { readonly type: 'nickname'; readonly nickname: string | null }
  | Reload
  | ProblemsFound
  | Refused
