/** An edit that cannot be made, with the reason in words for the developer. */
export class EditRefusedError extends Error {
  override readonly name = 'EditRefusedError'
}
