import { CALL_TABLE, isMethod, type Method } from '../../platform/calls/table.js'
import { PROTOCOL_VERSION } from '../../platform/envelope.js'
import {
  MESSAGE_MAX_BYTES,
  REQUEST_ID_MAX_CHARACTERS,
  REQUEST_MAX_BYTES,
  SHARE_REQUEST_MAX_BYTES,
} from '../../platform/limits.js'
import { utf8Bytes } from '../../platform/text.js'

/** A request as it reached the host: the JSON text that the app posted, unparsed, so that it is measured first. */
export interface ReceivedRequest {
  /** Null where the message has no JSON form, or is too large for any method. */
  readonly json: string | null
  /** The size in bytes, where the text was left out for its size. */
  readonly bytes?: number
  /** The user activation that the browser reported. */
  readonly gesture: boolean
}

/** What the host makes of a request before it looks at its parameters. */
export type ReadRequest =
  /** No answer, ever (4): too large, or no request. */
  | {
      readonly outcome: 'dropped'
      readonly method: string | null
      readonly bytes: number
      readonly why: string
    }
  /** It can be answered, but no call can be made of it. */
  | {
      readonly outcome: 'malformed'
      readonly id: string
      readonly method: string
      readonly params: unknown
      readonly bytes: number
      readonly why: string
    }
  | {
      readonly outcome: 'request'
      readonly id: string
      /** As the app wrote it; it may be none of 4.1. */
      readonly method: string
      readonly params: unknown
      readonly bytes: number
    }

/** Longer than every method's name: what is longer is none of them, and goes into the log cut. */
const LONGEST_NAME = 100

/**
 * A message of a match can be nothing but brackets (4.8), and what it comes in nests a little, too. Deeper ones could
 * exhaust the stack of whatever walks them.
 */
const MAX_DEPTH = MESSAGE_MAX_BYTES / 2 + 8

/** Reads a request's envelope (4): its size first, then its shape. */
export const readRequest = (received: ReceivedRequest): ReadRequest => {
  const { json } = received
  if (json === null) {
    const bytes = received.bytes ?? 0
    return dropped(
      null,
      bytes,
      bytes > 0
        ? tooLarge(bytes)
        : 'The message has no JSON form: parameters are plain data, without functions, Blobs or cycles.',
    )
  }
  const bytes = utf8Bytes(json)
  if (bytes > SHARE_REQUEST_MAX_BYTES) return dropped(null, bytes, tooLarge(bytes))
  const depth = json.length > MAX_DEPTH ? nesting(json) : 0
  let message: unknown
  try {
    message = JSON.parse(json)
  } catch {
    return dropped(null, bytes, 'The message is no JSON.')
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    return dropped(null, bytes, 'The message is no request: requests are objects (section 4).')
  // What JSON.parse makes has its fields as its own, `__proto__` included.
  const { service, id, method, params } = message as Readonly<Record<string, unknown>>
  const name = typeof method === 'string' ? method.slice(0, LONGEST_NAME) : null
  if (bytes > maxBytesOf(name)) return dropped(name, bytes, tooLarge(bytes))
  if (service !== PROTOCOL_VERSION)
    return dropped(
      name,
      bytes,
      'The message is not marked `service: 1`, so that it is none of the protocol (section 4).',
    )
  if (typeof id !== 'string' || id === '' || id.length > REQUEST_ID_MAX_CHARACTERS)
    return dropped(
      name,
      bytes,
      `The request's id is not a text of 1 to ${REQUEST_ID_MAX_CHARACTERS} characters (section 4).`,
    )
  const malformed = (why: string): ReadRequest => ({
    outcome: 'malformed',
    id,
    method: name ?? '',
    params: depth > MAX_DEPTH ? null : params,
    bytes,
    why,
  })
  if (name === null) return malformed('The request names no method.')
  if (depth > MAX_DEPTH) return malformed(`The parameters nest deeper than ${MAX_DEPTH} levels.`)
  return { outcome: 'request', id, method: name, params, bytes }
}

/** The method of 4.1 that a name stands for, or null. */
export const methodNamed = (name: string): Method | null => (isMethod(name) ? name : null)

/** What is no method may be as large as most methods' requests. */
const maxBytesOf = (name: string | null): number =>
  name !== null && isMethod(name) ? CALL_TABLE[name].maxRequestBytes : REQUEST_MAX_BYTES

const dropped = (method: string | null, bytes: number, why: string): ReadRequest => ({
  outcome: 'dropped',
  method,
  bytes,
  why,
})

const tooLarge = (bytes: number): string =>
  `The request has ${bytes.toLocaleString('en')} bytes as JSON; ${REQUEST_MAX_BYTES.toLocaleString('en')} are allowed, ` +
  `and ${SHARE_REQUEST_MAX_BYTES.toLocaleString('en')} for share (8.2). Send less.`

/** How deep a JSON text nests, found without parsing it. */
const nesting = (json: string): number => {
  let depth = 0
  let deepest = 0
  let inText = false
  for (let i = 0; i < json.length; i++) {
    const character = json.charCodeAt(i)
    if (inText) {
      if (character === BACKSLASH) i++
      else if (character === QUOTE) inText = false
    } else if (character === QUOTE) inText = true
    else if (character === OPEN_BRACE || character === OPEN_BRACKET) {
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (character === CLOSE_BRACE || character === CLOSE_BRACKET) depth -= 1
  }
  return deepest
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
