import type { NotJson } from '../../../platform/envelope.js'
import { jsonForm, TOO_LARGE } from '../../../platform/json-form.js'
import { SHARE_REQUEST_MAX_BYTES } from '../../../platform/limits.js'
import { utf8Bytes } from '../../../platform/text.js'
import { isRecord } from '../../../rpc/host-message.js'
import {
  type AppReport,
  type CallSource,
  MAX_STATE_CHARACTERS,
  REPORT_MARKER,
} from '../../injected-messages.js'
import type { ShellMessage } from '../../shell-messages.js'
import { withoutImage } from './share-pictures.js'

/** The maximum length of each text in a forwarded report: an app can throw an error of any size. */
const MAX_REPORT_CHARACTERS = 4_000

/**
 * Turns a message from the app's frame into a message to the server. The shell makes no decisions: it only
 * measures and adds what only the browser knows.
 * @param data the data of the message event
 * @param gesture whether the browser reported a user activation at that moment
 * @param sourceOf returns where the app made a request, if that is known
 */
export const readFrameMessage = (
  data: unknown,
  frame: number,
  gesture: boolean,
  sourceOf: (request: unknown) => CallSource | null = () => null,
): ShellMessage => {
  if (isRecord(data)) {
    if (data[REPORT_MARKER] === 1) {
      const report = readReport(data['report'])
      if (report !== null) return { type: 'app-report', frame, report }
      const { state } = data
      if (typeof state === 'string')
        return { type: 'app-state', frame, text: state.slice(0, MAX_STATE_CHARACTERS) }
    }
    // The host would refuse what the SDK refused, for the same reason, and logs it.
    const { refused, request: kept } = data
    if ((refused === 'NEEDS_TAP' || refused === 'INVALID') && isRecord(kept))
      return request(
        kept,
        frame,
        gesture && refused === 'INVALID',
        sourceOf(kept),
        readNotJson(data['notJson']),
      )
  }
  return request(data, frame, gesture, sourceOf(data))
}

/** The approximate length of a message in characters of JSON. */
export const lengthOf = (message: ShellMessage): number => {
  if (message.type === 'request')
    return (message.json?.length ?? message.bytes ?? 0) + (message.image?.bytes.length ?? 0)
  if (message.type === 'app-state') return message.text.length
  return message.type === 'app-report' ? message.report.message.length : 0
}

const request = (
  data: unknown,
  frame: number,
  gesture: boolean,
  source: CallSource | null,
  foundBySdk: readonly NotJson[] = [],
): ShellMessage => {
  const from = source === null ? {} : { from: source }
  const apart = withoutImage(data)
  const apartBytes = apart?.length ?? 0
  const { json, notJson } = toJson(apart?.data ?? data)
  if (isTooLarge(notJson))
    return { type: 'request', frame, json: null, bytes: SHARE_REQUEST_MAX_BYTES + 1, gesture, ...from }
  // A text has at least as many bytes as UTF-16 units, so most need no exact measurement.
  if (json !== null && json.length * 3 + apartBytes > SHARE_REQUEST_MAX_BYTES) {
    const bytes = utf8Bytes(json) + apartBytes
    if (bytes > SHARE_REQUEST_MAX_BYTES)
      return { type: 'request', frame, json: null, bytes, gesture, ...from }
  }
  const found = [...foundBySdk, ...notJson]
  return {
    type: 'request',
    frame,
    json,
    gesture,
    ...(found.length === 0 ? {} : { notJson: found }),
    ...(apart === null ? {} : { image: apart.image }),
    ...from,
  }
}

/**
 * JSON would turn a date into a string and NaN into null, which the host would accept instead of refusing them as bad
 * parameters (7). So what is not JSON in the parameters is named, and the text has its name in its place. Elsewhere in a
 * request it is null: no text of it may pass for an id or a method.
 */
const toJson = (data: unknown): { readonly json: string | null; readonly notJson: readonly NotJson[] } => {
  try {
    if (!isRecord(data) || Array.isArray(data) || data['service'] === undefined)
      return { json: JSON.stringify(data) ?? null, notJson: [] }
    const { params, ...envelope } = data
    const { value, notJson } = params === undefined ? { value: params, notJson: [] } : jsonForm(params)
    if (isTooLarge(notJson)) return { json: null, notJson }
    const plain = Object.entries(envelope).map(([name, one]) => [
      name,
      jsonForm(one).notJson.length === 0 ? one : null,
    ])
    return { json: JSON.stringify({ ...Object.fromEntries(plain), params: value }), notJson }
  } catch {
    return { json: null, notJson: [] }
  }
}

const isTooLarge = (notJson: readonly NotJson[]): boolean => notJson.some(({ is }) => is === TOO_LARGE)

/** The SDK says what it could not post. An app can forge it, to be refused. */
const readNotJson = (value: unknown): readonly NotJson[] =>
  (Array.isArray(value) ? value : []).slice(0, MAX_NOT_JSON).flatMap((one) => {
    const { path, is } = isRecord(one) ? one : {}
    return typeof path === 'string' && typeof is === 'string'
      ? [{ path: path.slice(0, MAX_REPORT_CHARACTERS), is: is.slice(0, MAX_REPORT_CHARACTERS) }]
      : []
  })

/** The SDK names no more. */
const MAX_NOT_JSON = 10

const KINDS: readonly AppReport['kind'][] = ['violation', 'error', 'rejection', 'failed-file', 'console']

/** An app can forge a report, so each field is validated. */
const readReport = (value: unknown): AppReport | null => {
  if (!isRecord(value)) return null
  const kind = KINDS.find((known) => known === value['kind'])
  if (kind === undefined) return null
  const { stack, directive, blocked } = value
  return {
    kind,
    message: text(value['message']) ?? '',
    source: text(value['source']),
    line: position(value['line']),
    column: position(value['column']),
    ...(typeof stack === 'string' ? { stack: stack.slice(0, MAX_REPORT_CHARACTERS) } : {}),
    ...(typeof directive === 'string' ? { directive: directive.slice(0, MAX_REPORT_CHARACTERS) } : {}),
    ...(typeof blocked === 'string' ? { blocked: blocked.slice(0, MAX_REPORT_CHARACTERS) } : {}),
  }
}

const text = (value: unknown): string | null =>
  typeof value === 'string' ? value.slice(0, MAX_REPORT_CHARACTERS) : null

const position = (value: unknown): number | null => (isPosition(value) ? value : null)

/** Where the app makes its calls. The injected script says it immediately before each request. */
export class CallSources {
  #latest: { readonly call: string; readonly from: CallSource } | null = null

  /** @returns whether a message from the app's frame says where a call is made; an app can forge it */
  hear(data: unknown): boolean {
    if (!isRecord(data) || data[REPORT_MARKER] !== 1 || typeof data['call'] !== 'string') return false
    const from = readSource(data['from'])
    this.#latest = from === null ? null : { call: data['call'], from }
    return true
  }

  /** @param request a message with the id of a call, or anything else */
  of(request: unknown): CallSource | null {
    if (this.#latest === null || !isRecord(request)) return null
    return request['id'] === this.#latest.call ? this.#latest.from : null
  }
}

const readSource = (value: unknown): CallSource | null => {
  if (!isRecord(value)) return null
  const { source, line, column } = value
  return typeof source === 'string' &&
    source.length <= MAX_REPORT_CHARACTERS &&
    isPosition(line) &&
    isPosition(column)
    ? { source, line, column }
    : null
}

const isPosition = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0
