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

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const LOW_6_BITS = 0b11_1111

/** The two characters that stand for each 12 bits, as one little-endian number. */
const PAIRS = Uint16Array.from({ length: 4_096 }, (_, bits) => {
  const first = ALPHABET.charCodeAt(bits >> 6)
  const second = ALPHABET.charCodeAt(bits & LOW_6_BITS)
  return first | (second << 8)
})

/**
 * Encodes parts of a file into one buffer that is used again and again: Node.js's own encoder makes a string and a
 * buffer of every part, which pile up as fast as a file can be read.
 */
class Base64Encoder {
  #output = Buffer.alloc(0)
  /** Up to two bytes that no group of three was complete with. */
  #carried: readonly number[] = []

  /** @returns the characters of all whole groups of three bytes, so that no padding stands within; good until the next call */
  encode(part: Uint8Array): Buffer {
    const total = this.#carried.length + part.byteLength
    const groups = Math.floor(total / 3)
    if (this.#output.byteLength < groups * 4) this.#output = Buffer.allocUnsafeSlow(groups * 4)
    const output = this.#output
    let read = 0
    let written = 0
    if (this.#carried.length > 0 && groups > 0) {
      const first = this.#carried[0] ?? 0
      const second = this.#carried[1] ?? part[read++] ?? 0
      writeGroup(output, written, first, second, part[read++] ?? 0)
      written += 4
    }
    for (; written < groups * 4; written += 4, read += 3)
      writeGroup(output, written, part[read] ?? 0, part[read + 1] ?? 0, part[read + 2] ?? 0)
    this.#carried = groups === 0 ? [...this.#carried, ...part] : [...part.subarray(read)]
    return output.subarray(0, written)
  }

  /** @returns the characters of what is left, padded */
  end(): Buffer {
    return Buffer.from(Buffer.from(this.#carried).toString('base64'), 'latin1')
  }
}

const writeGroup = (output: Buffer, at: number, first: number, second: number, third: number): void => {
  const left = PAIRS[(first << 4) | (second >> 4)] ?? 0
  const right = PAIRS[((second & 0b1111) << 8) | third] ?? 0
  output[at] = left & 0xff
  output[at + 1] = left >> 8
  output[at + 2] = right & 0xff
  output[at + 3] = right >> 8
}
