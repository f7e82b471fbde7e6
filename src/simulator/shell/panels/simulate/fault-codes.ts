import { ERROR_CODES, type ErrorCode } from '../../../../platform/error-codes.js'

/** The codes with which a fault can reject a call: all but the one that only the SDK itself produces. */
export const FAULT_CODES: readonly ErrorCode[] = (Object.keys(ERROR_CODES) as ErrorCode[]).filter(
  (code) => code !== 'NO_HOST',
)
