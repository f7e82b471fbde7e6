import type { ErrorCode } from './error-codes.js'
import type { EventData, EventName } from './events.js'

/** The messages between an app and its host (section 4). */

/** The value of the envelope's marker field `service`. */
export const PROTOCOL_VERSION = 1

export interface Request {
  readonly service: typeof PROTOCOL_VERSION
  /** Unique among the app's open requests, up to 64 characters. */
  readonly id: string
  readonly method: string
  readonly params?: unknown
}

/** Part of a request's parameters that JSON has no form for. The request has a text in its place. */
export interface NotJson {
  /** The names and positions that lead to it, joined by dots; empty for the parameters as a whole. */
  readonly path: string
  /** What it is: `NaN`, `a Date`. */
  readonly is: string
}

interface ResultAnswer {
  readonly service: typeof PROTOCOL_VERSION
  readonly id: string
  readonly result: unknown
}

interface ErrorAnswer {
  readonly service: typeof PROTOCOL_VERSION
  readonly id: string
  readonly error: { readonly code: ErrorCode; readonly message: string }
}

export type Answer = ResultAnswer | ErrorAnswer

export interface EventMessage<Name extends EventName = EventName> {
  readonly service: typeof PROTOCOL_VERSION
  readonly event: Name
  readonly data: EventData[Name]
}

/** Everything that a host posts to an app. */
export type HostMessage = Answer | EventMessage

/** Bytes that are sent by structured clone, not as JSON (4). Without the DOM's types. */
export interface Binary {
  readonly size: number
  readonly type: string
}
