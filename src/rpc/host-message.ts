import { PROTOCOL_VERSION } from '../platform/envelope.js'

/** A host's message, by kind. The values inside are as the host sent them. */
export type ReadMessage =
  | { readonly kind: 'result'; readonly id: string; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: string; readonly code: string; readonly message: string }
  | { readonly kind: 'event'; readonly event: string; readonly data: unknown }

/** Reads what a host posted (section 4). Null for anything that is not a message of this protocol. */
export const readHostMessage = (data: unknown): ReadMessage | null => {
  if (!isRecord(data) || data['service'] !== PROTOCOL_VERSION) return null
  const { id, event, error } = data
  if (typeof id === 'string') {
    if (error === undefined || error === null) return { kind: 'result', id, result: data['result'] }
    const { code, message } = isRecord(error) ? error : { code: error, message: undefined }
    return {
      kind: 'error',
      id,
      code: String(code),
      message: typeof message === 'string' ? message : String(code),
    }
  }
  if (typeof event === 'string') return { kind: 'event', event, data: data['data'] }
  return null
}

/** Whether the value is an object, so that its fields can be read. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
