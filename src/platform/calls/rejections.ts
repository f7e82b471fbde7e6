import { ERROR_CODES, type ErrorCode } from '../error-codes.js'
import { CALL_TABLE, type Method } from './table.js'

/** The codes that every call can reject with (5, 7; readings, "SDK and host"). */
export const EVERY_CALL_REJECTS = [
  'NO_HOST',
  'LAUNCH_INVALID',
  'MINI_APP_UNAVAILABLE',
  'MINI_APP_DELETED',
] as const satisfies readonly ErrorCode[]

/** The codes that a call can reject with besides those of every call (7), in the document's order. */
export const rejectionsOf = (method: Method): readonly ErrorCode[] => {
  const call = CALL_TABLE[method]
  const codes = new Set<ErrorCode>([...call.mayFailWith, ...call.mistakes])
  if (call.arguments.length > 0) codes.add('INVALID')
  if (call.gesture !== 'no') codes.add('NEEDS_TAP')
  if (call.declaredIn !== null) codes.add('NOT_DECLARED')
  if (call.timeoutMs !== null) codes.add('TIMEOUT')
  if (call.offline !== 'works') codes.add('OFFLINE')
  if (call.since === 'current') codes.add('UNKNOWN_METHOD')
  return (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => codes.has(code))
}
