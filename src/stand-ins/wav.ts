/** How samples are coded. Wider ones than 8 bits are signed, with the low byte first. */
export interface WavFormat {
  readonly channels: number
  /** Samples a second, in each channel. */
  readonly rate: number
  /** Of each sample. */
  readonly bits: number
}

/** The coding of plain samples in a WAV. */
export const PCM = 1

const HEADER_BYTES = 44

/** A WAV file of plain samples. */
export const wavFile = ({ channels, rate, bits }: WavFormat, samples: Uint8Array): Uint8Array => {
  const file = new Uint8Array(HEADER_BYTES + samples.length)
  const view = new DataView(file.buffer)
  const name = (at: number, text: string): void => {
    for (let i = 0; i < text.length; i++) view.setUint8(at + i, text.charCodeAt(i))
  }
  name(0, 'RIFF')
  view.setUint32(4, file.length - 8, true)
  name(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, PCM, true)
  view.setUint16(22, channels, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, (rate * channels * bits) / 8, true)
  view.setUint16(32, (channels * bits) / 8, true)
  view.setUint16(34, bits, true)
  name(36, 'data')
  view.setUint32(40, samples.length, true)
  file.set(samples, HEADER_BYTES)
  return file
}
