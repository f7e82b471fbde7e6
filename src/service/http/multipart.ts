/** The longest headers of a part, in bytes. */
const MOST_HEADERS = 8_192

/** The form is not what its headers say. Express answers with the status. */
class MalformedFormError extends Error {
  readonly status = 400
}

/**
 * Reads a form of `multipart/form-data` (RFC 7578) as it arrives: nothing but a piece of it is in memory. Take the parts
 * one after the other; what is not read of a part is skipped.
 */
export class MultipartReader {
  readonly #source: AsyncIterator<Uint8Array>
  readonly #delimiter: Buffer
  /** The first delimiter has no line break before it; with one it is found as the others are. */
  #rest: Buffer = Buffer.from('\r\n')
  /** Whether what comes is a part's, or before the first. */
  #inPart = true
  /** How many bytes of the line break after the headers are still to come. */
  #breakBytes = 0

  private constructor(source: AsyncIterable<Uint8Array>, boundary: string) {
    this.#source = source[Symbol.asyncIterator]()
    this.#delimiter = Buffer.from(`\r\n--${boundary}`)
  }

  /** @returns null where the content type is not that of such a form */
  static open(source: AsyncIterable<Uint8Array>, contentType: string | undefined): MultipartReader | null {
    const match = /^multipart\/form-data;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))\s*$/i.exec(
      contentType ?? '',
    )
    const boundary = match?.[1] ?? match?.[2]
    return boundary === undefined ? null : new MultipartReader(source, boundary)
  }

  /** The name of the next part; null after the last. */
  async next(): Promise<string | null> {
    for await (const _ of this.body()) {
      // What nobody read.
    }
    while (this.#rest.byteLength < 2) await this.#more()
    if (this.#rest.subarray(0, 2).toString('latin1') === '--') return null
    let end = this.#rest.indexOf('\r\n\r\n')
    while (end < 0) {
      if (this.#rest.byteLength > MOST_HEADERS) throw new MalformedFormError('The headers are too long.')
      await this.#more()
      end = this.#rest.indexOf('\r\n\r\n')
    }
    const headers = this.#rest.subarray(0, end).toString('utf8')
    // The line break before a delimiter may be that after the headers: of an empty body nothing else is left.
    this.#rest = this.#rest.subarray(end + 2)
    this.#inPart = true
    this.#breakBytes = 2
    return /^content-disposition:\s*form-data;(?:.*;)?\s*name="([^"]*)"/im.exec(headers)?.[1] ?? ''
  }

  /** The bytes of this part, to its end. */
  async *body(): AsyncGenerator<Buffer> {
    while (this.#inPart) {
      const found = this.#rest.indexOf(this.#delimiter)
      if (found >= 0) {
        const last = this.#take(found)
        this.#rest = this.#rest.subarray(this.#delimiter.byteLength)
        this.#inPart = false
        if (last.byteLength > 0) yield last
        return
      }
      // The end of what is there may be the start of the delimiter.
      const certain = this.#rest.byteLength - this.#delimiter.byteLength
      if (certain > 0) {
        const piece = this.#take(certain)
        if (piece.byteLength > 0) yield piece
      }
      await this.#more()
    }
  }

  /** The text of this part. @param most in bytes */
  async text(most: number): Promise<string> {
    const pieces: Buffer[] = []
    let bytes = 0
    for await (const piece of this.body()) {
      bytes += piece.byteLength
      if (bytes > most) throw new MalformedFormError('A field is too long.')
      pieces.push(piece)
    }
    return Buffer.concat(pieces).toString('utf8')
  }

  /** Takes so many bytes off the front, less the line break that ended the headers. */
  #take(bytes: number): Buffer {
    const skipped = Math.min(this.#breakBytes, bytes)
    this.#breakBytes -= skipped
    const taken = this.#rest.subarray(skipped, bytes)
    this.#rest = this.#rest.subarray(bytes)
    return taken
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#source.next()
    if (done === true) throw new MalformedFormError('The form ends too early.')
    this.#rest = Buffer.concat([this.#rest, value])
  }
}
