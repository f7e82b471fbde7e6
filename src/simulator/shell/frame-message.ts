import { SHARE_REQUEST_MAX_BYTES } from '../../platform/limits.js'
import { utf8Bytes } from '../../platform/text.js'
import { isRecord } from '../../rpc/host-message.js'
import type { AppReport, ShellMessage } from '../messages.js'
import { REPORT_MARKER } from '../messages.js'

/** The longest text of a report that is passed on: an app can throw an error of any size. */
const MAX_REPORT_CHARACTERS = 4_000

/**
 * Turns what the app's frame posted into what the server is told. The shell judges nothing: it adds what only the
 * browser knows, and measures.
 * @param data as it came with the message event
 * @param gesture whether the browser reported a user activation at that moment
 */
export const readFrameMessage = (data: unknown, frame: number, gesture: boolean): ShellMessage => {
  if (isRecord(data)) {
    if (data[REPORT_MARKER] === 1) {
      const report = readReport(data['report'])
      if (report !== null) return { type: 'app-report', frame, report }
    }
    // The SDK refused the call for want of a tap; the host, which sees none either, says the same to the log.
    if (data['refused'] === 'NEEDS_TAP' && isRecord(data['request']))
      return request(data['request'], frame, false)
  }
  return request(data, frame, gesture)
}

/** How long a message is, in characters of JSON or thereabouts. */
export const lengthOf = (message: ShellMessage): number => {
  if (message.type === 'request') return message.json?.length ?? message.bytes ?? 0
  return message.type === 'app-report' ? message.report.message.length : 0
}

const request = (data: unknown, frame: number, gesture: boolean): ShellMessage => {
  const json = toJson(data)
  // A text has at least as many bytes as UTF-16 units, so most are measured at a glance.
  if (json !== null && json.length * 3 > SHARE_REQUEST_MAX_BYTES) {
    const bytes = utf8Bytes(json)
    if (bytes > SHARE_REQUEST_MAX_BYTES) return { type: 'request', frame, json: null, bytes, gesture }
  }
  return { type: 'request', frame, json, gesture }
}

const toJson = (data: unknown): string | null => {
  try {
    return JSON.stringify(withTrueParams(data)) ?? null
  } catch {
    return null
  }
}

/**
 * JSON makes a text of a date and null of NaN, and a host would take them for a text and for nothing, where they are bad
 * parameters (7). So each is told as what it is: an object, or the name of what is no number. The data of a message may be
 * any JSON (4.8), and are what JSON makes of them.
 */
const withTrueParams = (data: unknown): unknown => {
  const params = isRecord(data) ? data['params'] : undefined
  if (!isRecord(params) || Array.isArray(params)) return data
  const untrue = Object.entries(params).filter(
    ([name, value]) => name !== 'data' && (isWrapped(value) || isNoNumber(value)),
  )
  if (untrue.length === 0) return data
  const told = untrue.map(([name, value]) => [name, isWrapped(value) ? {} : String(value)] as const)
  return { ...(data as object), params: { ...params, ...Object.fromEntries(told) } }
}

const isWrapped = (value: unknown): boolean =>
  value instanceof Date || value instanceof String || value instanceof Number || value instanceof Boolean

const isNoNumber = (value: unknown): boolean => typeof value === 'number' && !Number.isFinite(value)

const KINDS: readonly AppReport['kind'][] = ['violation', 'error', 'rejection', 'failed-file', 'console']

/** An app can forge a report, so its fields are taken only as what they should be. */
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

const position = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null
