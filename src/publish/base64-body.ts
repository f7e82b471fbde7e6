import type { StreamedBody } from './bounded-fetch.js'

/**
 * The JSON body of an upload (2.3, 2.4), whose file is encoded as Base64 while it is sent: byte for byte what
 * `JSON.stringify` would give, and never whole in memory. Each part is good until the next is asked for.
 * @param fields the other fields, in order
 * @param onSent told after each part how many bytes of the file it reached
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
 * How much is encoded at once: the string that Node.js makes of more lies outside the young generation, where making
 * room for it takes six times as long as the encoding. A multiple of 3, so that no padding stands within.
 */
const PIECE_BYTES = 24 * 1_024

/** Encodes parts of a file into one buffer that is used again and again. */
class Base64Encoder {
  #output = Buffer.alloc(0)
  /** Up to two bytes that no group of three was complete with. */
  #carried = Buffer.alloc(0)

  /** @returns the characters of all whole groups of three bytes, so that no padding stands within; good until the next call */
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

  /** @returns the characters of what is left, padded */
  end(): Buffer {
    return Buffer.from(this.#carried.toString('base64'), 'latin1')
  }
}
