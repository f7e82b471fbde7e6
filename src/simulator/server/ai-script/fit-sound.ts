import { PCM, wavFile } from '../../../stand-ins/wav.js'

/** The chunks of a WAV file that are used. */
interface WavParts {
  readonly format: Uint8Array
  readonly data: Uint8Array
}

/**
 * Makes a WAV of an exact length from one with PCM samples. A longer sound is cut, a shorter one ends in silence.
 * @returns null if the bytes are not such a WAV
 */
export const fitSound = (bytes: Uint8Array, seconds: number): Uint8Array | null => {
  const parts = readParts(bytes)
  if (parts === null || parts.format.length < 16) return null
  const format = new DataView(parts.format.buffer, parts.format.byteOffset, parts.format.byteLength)
  const [coding, channels, rate, bits] = [
    format.getUint16(0, true),
    format.getUint16(2, true),
    format.getUint32(4, true),
    format.getUint16(14, true),
  ]
  if (
    coding !== PCM ||
    channels < 1 ||
    channels > 2 ||
    rate < 8_000 ||
    rate > 192_000 ||
    bits % 8 !== 0 ||
    bits < 8 ||
    bits > 32
  )
    return null
  const frame = (channels * bits) / 8
  const length = seconds * rate * frame
  // Silence is the middle value for 8-bit samples, and 0 for wider ones.
  const samples = new Uint8Array(length).fill(bits === 8 ? 0x80 : 0)
  samples.set(parts.data.subarray(0, Math.min(length, parts.data.length - (parts.data.length % frame))))
  return wavFile({ channels, rate, bits }, samples)
}

const readParts = (bytes: Uint8Array): WavParts | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const name = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))
  if (bytes.length < 12 || name(0) !== 'RIFF' || name(8) !== 'WAVE') return null
  let format: Uint8Array | null = null
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true)
    const content = bytes.subarray(at + 8, at + 8 + size)
    if (name(at) === 'fmt ') format = content
    if (name(at) === 'data') return format === null ? null : { format, data: content }
    at += 8 + size + (size % 2)
  }
  return null
}
