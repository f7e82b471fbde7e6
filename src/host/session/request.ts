import { CALL_TABLE, isMethod, type Method } from '../../platform/calls/table.js'
import { type NotJson, PROTOCOL_VERSION } from '../../platform/envelope.js'
import {
  MESSAGE_MAX_BYTES,
  REQUEST_ID_MAX_CHARACTERS,
  REQUEST_MAX_BYTES,
  SHARE_REQUEST_MAX_BYTES,
} from '../../platform/limits.js'
import { utf8Bytes } from '../../platform/text.js'
import type { CallPlace } from '../log/call-log.js'

/** A request as it reached the host: the unparsed JSON text, so that its size is checked first. */
export interface ReceivedRequest {
  /** Null if the message has no JSON form, or is too large for any method. */
  readonly json: string | null
  /**
   * The picture of a `share`, set apart: the text has an empty one in its place, since these are megabytes that nobody needs
   * to escape and parse. It is ASCII that JSON does not escape.
   */
  readonly image?: string
  /** The size in bytes, if the text was left out because of its size. */
  readonly bytes?: number
  /** Whether the browser reported a user activation. */
  readonly gesture: boolean
  /** What the parameters had that JSON has no form for: the text has names in its place. */
  readonly notJson?: readonly NotJson[]
  /** Where the app made the call, if the browser said so. */
  readonly calledFrom?: CallPlace
}

/** The result of reading a request, before its parameters are checked. */
export type ReadRequest =
  /** Never answered (4): too large, or not a request. */
  | {
      readonly outcome: 'dropped'
      readonly method: string | null
      readonly bytes: number
      readonly why: string
    }
  /** It can be answered, but is not a valid call. */
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
      /** As the app sent it. It may not be a method of 4.1. */
      readonly method: string
      readonly params: unknown
      readonly notJson: readonly NotJson[]
      readonly bytes: number
    }

/** Longer than every method's name. Longer names are cut in the log. */
const LONGEST_NAME = 100

/**
 * A message of a match can consist of nested brackets only (4.8), and its request adds a few levels. Deeper requests could
 * exhaust the stack of recursive code.
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
      bytes > 0 ? tooLarge(bytes) : 'The message has no JSON form: it must be plain data.',
    )
  }
  const bytes = utf8Bytes(json) + (received.image?.length ?? 0)
  if (bytes > SHARE_REQUEST_MAX_BYTES) return dropped(null, bytes, tooLarge(bytes))
  const depth = json.length > MAX_DEPTH ? nesting(json) : 0
  let message: unknown
  try {
    message = JSON.parse(json)
  } catch {
    return dropped(null, bytes, 'The message is not JSON.')
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    return dropped(null, bytes, 'The message is not a request: requests are objects (section 4).')
  // All fields are own properties after JSON.parse, even `__proto__`.
  const { service, id, method, params: sent } = message as Readonly<Record<string, unknown>>
  const params = withImage(sent, received.image)
  const name = typeof method === 'string' ? method.slice(0, LONGEST_NAME) : null
  if (bytes > maxBytesOf(name)) return dropped(name, bytes, tooLarge(bytes))
  if (service !== PROTOCOL_VERSION)
    return dropped(
      name,
      bytes,
      'The message does not have `service: 1`, so it does not belong to the protocol (section 4).',
    )
  if (typeof id !== 'string' || id === '' || id.length > REQUEST_ID_MAX_CHARACTERS)
    return dropped(
      name,
      bytes,
      `The request's id is not a string of 1 to ${REQUEST_ID_MAX_CHARACTERS} characters (section 4).`,
    )
  const malformed = (why: string): ReadRequest => ({
    outcome: 'malformed',
    id,
    method: name ?? '',
    params: depth > MAX_DEPTH ? null : params,
    bytes,
    why,
  })
  if (name === null) return malformed('The request has no method.')
  if (depth > MAX_DEPTH) return malformed(`The parameters are nested deeper than ${MAX_DEPTH} levels.`)
  return { outcome: 'request', id, method: name, params, notJson: received.notJson ?? [], bytes }
}

/** The parameters of a `share`, with the picture that was set apart. */
const withImage = (params: unknown, image: string | undefined): unknown =>
  image === undefined || typeof params !== 'object' || params === null ? params : { ...params, image }

/** The method of 4.1 with this name, or null. */
export const methodNamed = (name: string): Method | null => (isMethod(name) ? name : null)

/** Requests of unknown methods may be as large as those of most methods. */
const maxBytesOf = (name: string | null): number =>
  name !== null && isMethod(name) ? CALL_TABLE[name].maxRequestBytes : REQUEST_MAX_BYTES

const dropped = (method: string | null, bytes: number, why: string): ReadRequest => ({
  outcome: 'dropped',
  method,
  bytes,
  why,
})

const tooLarge = (bytes: number): string =>
  `The request has ${bytes.toLocaleString('en')} bytes of JSON. The limit is ${REQUEST_MAX_BYTES.toLocaleString('en')}, ` +
  `or ${SHARE_REQUEST_MAX_BYTES.toLocaleString('en')} for \`share\` (8.2). Send less.`

/** How deeply a JSON text is nested, without parsing it. Texts in it are skipped whole: a shared picture is one of megabytes. */
const nesting = (json: string): number => {
  let depth = 0
  let deepest = 0
  for (let i = 0; i < json.length; i++) {
    const character = json.charCodeAt(i)
    if (character === QUOTE) i = endOfText(json, i)
    else if (character === OPEN_BRACE || character === OPEN_BRACKET) {
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (character === CLOSE_BRACE || character === CLOSE_BRACKET) depth -= 1
  }
  return deepest
}

/**
 * @param begin the position of the opening quote
 * @returns the position of the closing quote; the end of the JSON text if there is none
 */
const endOfText = (json: string, begin: number): number => {
  for (let from = begin + 1; ; ) {
    const quote = json.indexOf('"', from)
    if (quote === -1) return json.length
    let backslashes = 0
    while (quote - backslashes > from && json.charCodeAt(quote - backslashes - 1) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return quote
    from = quote + 1
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
