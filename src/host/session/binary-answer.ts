import type { Binary } from '../../platform/envelope.js'

/**
 * A picture, sound or video in an answer, which reaches the app as a Blob (4). The host does not depend on a browser, so
 * the page around the app creates the Blob. The log shows only the type and size.
 */
export class BinaryAnswer implements Binary {
  /** A media type, such as `image/png`. */
  readonly type: string
  readonly bytes: Uint8Array

  constructor(type: string, bytes: Uint8Array) {
    this.type = type
    this.bytes = bytes
  }

  /** In bytes. */
  get size(): number {
    return this.bytes.length
  }
}
