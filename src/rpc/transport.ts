/**
 * What carries messages between two sides. The protocol above knows no window, no socket: tests pass pairs of
 * functions, the browser passes `postMessage`.
 */
export interface Transport<Outgoing, Incoming> {
  /** Sends one message. Throws where the message cannot be carried at all (a function in it, say). */
  send(message: Outgoing): void
  /** Hands every message from the other side, and from nobody else, to `receive`. Returns how to stop that. */
  listen(receive: (message: Incoming) => void): () => void
}

/** Calls `fire` once after that many milliseconds, unless the returned function is called before. */
export type StartTimer = (fire: () => void, milliseconds: number) => () => void
