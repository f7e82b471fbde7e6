/** An edit that cannot be applied. The message says why, for the developer. */
export class EditRefusedError extends Error {
  override readonly name = 'EditRefusedError'
}
