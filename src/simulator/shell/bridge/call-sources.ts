import { isRecord } from '../../../rpc/host-message.js'
import { type CallSource, REPORT_MARKER } from '../../injected-messages.js'

const MAX_SOURCE_CHARACTERS = 4_000

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
    source.length <= MAX_SOURCE_CHARACTERS &&
    isPosition(line) &&
    isPosition(column)
    ? { source, line, column }
    : null
}

const isPosition = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0
