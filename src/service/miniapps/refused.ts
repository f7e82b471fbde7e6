/** Why a request was refused: the input is wrong, nothing has that ID, or the rules do not allow it now. */
type RefusalKind = 'invalid' | 'not-found' | 'conflict'

/** An expected refusal. Nothing was changed. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly kind: RefusalKind

  /** @param message one sentence for the developer or the admin; it names the field of wrong input */
  constructor(kind: RefusalKind, message: string) {
    super(message)
    this.kind = kind
  }
}
