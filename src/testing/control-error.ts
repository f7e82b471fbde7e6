// Apart from the requests, whose types are zod's: these types are published.

/** Where a simulator's control API is: what `dev --format json` prints in its `ready` line. */
export interface ControlAddress {
  /** The address of the control API, ending in a slash. */
  readonly control: string
  readonly token: string
}

/** The control API refused a request, or did not answer. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  /** The HTTP status; 0 if nothing answered. */
  readonly status: number

  constructor(status: number, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.status = status
  }
}
