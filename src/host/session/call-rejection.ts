import type { CallFault } from '../../platform/calls/faults.js'
import type { ErrorCode } from '../../platform/error-codes.js'
import type { SwitchName } from '../control/switches.js'

/**
 * A call that rejects. The message is part of the answer, as on the real host. `why` is only in the simulator's log.
 */
export class CallRejection extends Error {
  override readonly name = 'CallRejection'
  readonly code: ErrorCode
  /** The cause and the fix. */
  readonly why: string
  /** The switch that it comes from; absent where none does. */
  readonly by?: SwitchName

  constructor(code: ErrorCode, message: string, why: string, by?: SwitchName) {
    super(message)
    this.code = code
    this.why = why
    if (by !== undefined) this.by = by
  }
}

/** Rejects a call if its parameters have a fault. @throws {CallRejection} */
export const refuseFault = (fault: CallFault | null): void => {
  if (fault !== null) throw new CallRejection(fault.code, fault.message, fault.why)
}
