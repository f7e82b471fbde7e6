import type { StreamedBody } from '../requests/bounded-fetch.js'

/**
 * The JSON body of an upload (2.3, 2.4), whose file is encoded as Base64 while it is sent: byte for byte the
 * output of `JSON.stringify`, but never entirely in memory. Each part is valid until the next is requested.
 * @param fields the other fields, in order
 * @param onSent called after each part with the number of file bytes sent so far
 */
export const base64Body = (
  fields: Readonly<Record<string, string>>,
  file: { readonly size: number; readonly open: () => AsyncIterable<Uint8Array> },
  onSent: (bytes: number) => void,
): StreamedBody => {
  const head = Buffer.from(`${JSON.stringify(fields).slice(0, -1)},"data_base64":"`)
  const tail = Buffer.from('"}')
  return {
    byteLength: head.byteLength + Math.ceil(file.size / 3) * 4 + tail.byteLength,
    open: async function* () {
      yield head
      const encoder = new Base64Encoder()
      let sent = 0
      for await (const part of file.open()) {
        sent += part.byteLength
        const encoded = encoder.encode(part)
        if (encoded.byteLength > 0) yield encoded
        onSent(sent)
      }
      const rest = encoder.end()
      if (rest.byteLength > 0) yield rest
      yield tail
    },
  }
}

/**
 * The size of a part: Node.js allocates larger strings outside the young generation, which takes six times as
 * long as the encoding. A multiple of 3, so that there is no padding in between.
 */
const PIECE_BYTES = 24 * 1_024

/** Encodes parts of a file into one reused buffer. */
class Base64Encoder {
  #output = Buffer.alloc(0)
  /** Up to two bytes that do not yet make a group of three. */
  #carried = Buffer.alloc(0)

  /** @returns the characters of all complete groups of three bytes, without padding; valid until the next call */
  encode(part: Uint8Array): Buffer {
    const missing = this.#carried.byteLength === 0 ? 0 : 3 - this.#carried.byteLength
    const first = Buffer.concat([this.#carried, part.subarray(0, missing)])
    const rest = Buffer.from(part.buffer, part.byteOffset, part.byteLength).subarray(missing)
    if (first.byteLength % 3 !== 0) {
      this.#carried = first
      return this.#output.subarray(0, 0)
    }
    const whole = rest.byteLength - (rest.byteLength % 3)
    const characters = ((first.byteLength + whole) / 3) * 4
    if (this.#output.byteLength < characters) this.#output = Buffer.allocUnsafeSlow(characters)
    let written = this.#output.write(first.toString('base64'), 'latin1')
    for (let at = 0; at < whole; at += PIECE_BYTES) {
      const piece = rest.toString('base64', at, Math.min(at + PIECE_BYTES, whole))
      written += this.#output.write(piece, written, 'latin1')
    }
    this.#carried = Buffer.from(rest.subarray(whole))
    return this.#output.subarray(0, written)
  }

  /** @returns the characters of the remaining bytes, padded */
  end(): Buffer {
    return Buffer.from(this.#carried.toString('base64'), 'latin1')
  }
}
