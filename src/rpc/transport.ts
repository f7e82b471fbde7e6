/**
 * Carries messages between two sides. The protocol does not depend on windows or sockets: the browser passes
 * `postMessage`, tests pass functions.
 */
export interface Transport<Outgoing, Incoming> {
  /** Sends one message. Throws if it cannot be sent (for example, because it contains a function). */
  send(message: Outgoing): void
  /** Passes every message from the other side, and only from there, to `receive`. Returns a function that stops it. */
  listen(receive: (message: Incoming) => void): () => void
}

/** Calls `fire` once after this time, unless the returned function is called first. */
export type StartTimer = (fire: () => void, milliseconds: number) => () => void
