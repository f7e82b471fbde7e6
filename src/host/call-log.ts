import type { ErrorCode } from '../platform/error-codes.js'

/**
 * The log of everything that passes between an app and its host, for the developer. What the app is never told
 * (why a call failed, what was dropped) is told here. The shapes are those of `control/calls` and of
 * `dev --format json` (stable interfaces).
 */
export type LogEntry = CallEntry | EventEntry | DroppedEntry | ReportEntry | NoteEntry

interface Common {
  /** From 1, rising by one with every entry of a simulator. */
  readonly seq: number
  /** When, by the host's clock, as an ISO 8601 time in UTC. */
  readonly at: string
  /** The seat, from 1. */
  readonly seat: number
  /** Why it came out so and how to mend it, for the developer; absent where there is nothing to say. */
  readonly why?: string
}

/** A call and its answer. */
export interface CallEntry extends Common {
  readonly kind: 'call'
  readonly id: string
  readonly method: string
  readonly params: unknown
  readonly result?: unknown
  readonly error?: { readonly code: ErrorCode; readonly message: string }
  /** How long the host took, in milliseconds. */
  readonly ms: number
  /** The request's size in bytes of JSON. */
  readonly bytes: number
  /** Whether the browser reported a user activation. */
  readonly gesture: boolean
}

/** An event that the app was sent. */
export interface EventEntry extends Common {
  readonly kind: 'event'
  readonly event: string
  readonly data: unknown
}

/** A request that gets no answer, ever: too large, or no request at all. */
export interface DroppedEntry extends Common {
  readonly kind: 'dropped'
  readonly method: string | null
  readonly bytes: number
  readonly why: string
}

/** What went wrong inside the app: the browser's own reports. */
export interface ReportEntry extends Common {
  readonly kind: 'violation' | 'error' | 'rejection' | 'failed-file' | 'console'
  readonly message: string
  /** The bundle path, where it is known. */
  readonly file: string | null
  readonly line: number | null
  readonly column: number | null
  readonly stack?: string
}

/** What the simulator itself has to say: opened, reloaded, switched, reset. */
export interface NoteEntry extends Common {
  readonly kind: 'note'
  readonly message: string
}
