import type { StreamedBody } from './bounded-fetch.js'

/**
 * The JSON body of an upload (2.3, 2.4), whose file is encoded as Base64 while it is sent: byte for byte what
 * `JSON.stringify` would give, and never whole in memory.
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
      let carried: Buffer = Buffer.alloc(0)
      let sent = 0
      for await (const part of file.open()) {
        sent += part.byteLength
        const bytes = carried.byteLength === 0 ? asBuffer(part) : Buffer.concat([carried, part])
        // Only whole groups of three bytes are encoded, so that no padding stands within.
        const whole = bytes.byteLength - (bytes.byteLength % 3)
        if (whole > 0) yield Buffer.from(bytes.toString('base64', 0, whole), 'latin1')
        carried = Buffer.from(bytes.subarray(whole))
        onSent(sent)
      }
      if (carried.byteLength > 0) yield Buffer.from(carried.toString('base64'), 'latin1')
      yield tail
    },
  }
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
