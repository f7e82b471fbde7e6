/** A picture of an ICO file. */
export type IcoPicture =
  | { readonly kind: 'png'; readonly bytes: Uint8Array }
  /** From the top, four bytes a pixel: red, green, blue, alpha. */
  | { readonly kind: 'pixels'; readonly width: number; readonly height: number; readonly bytes: Uint8Array }

/**
 * The largest picture of an ICO file: a PNG as it stands, or a bitmap of 24 or 32 bits, which is what favicons are made
 * of; null where there is neither.
 */
export const largestOfIco = (bytes: Uint8Array): IcoPicture | null => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (file.length < HEADER_BYTES || file.readUInt32LE(0) !== ICO_MAGIC) return null
  const count = file.readUInt16LE(4)
  let largest: IcoPicture | null = null
  let most = 0
  for (let index = 0; index < count; index++) {
    const entry = HEADER_BYTES + index * ENTRY_BYTES
    if (entry + ENTRY_BYTES > file.length) return largest
    // 0 stands for 256.
    const side = file.readUInt8(entry) || 256
    const start = file.readUInt32LE(entry + 12)
    const picture =
      side > most ? readPicture(file.subarray(start, start + file.readUInt32LE(entry + 8))) : null
    if (picture === null) continue
    largest = picture
    most = side
  }
  return largest
}

const HEADER_BYTES = 6
const ENTRY_BYTES = 16
const ICO_MAGIC = 0x0001_0000
const PNG_MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47])
const MAX_SIDE = 1_024

const readPicture = (data: Buffer): IcoPicture | null => {
  if (data.subarray(0, PNG_MAGIC.length).equals(PNG_MAGIC)) return { kind: 'png', bytes: data }
  return data.length < BITMAP_HEADER_BYTES ? null : readBitmap(data)
}

const BITMAP_HEADER_BYTES = 40

/** A bitmap from the bottom, blue first, its rows filled up to four bytes; its height counts a mask that follows. */
const readBitmap = (data: Buffer): IcoPicture | null => {
  const start = data.readUInt32LE(0)
  const width = data.readInt32LE(4)
  const height = data.readInt32LE(8) / 2
  const bits = data.readUInt16LE(14)
  if ((bits !== 24 && bits !== 32) || data.readUInt32LE(16) !== 0) return null
  if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE || !Number.isInteger(height))
    return null
  const step = bits / 8
  const row = Math.ceil((width * step) / 4) * 4
  const maskRow = Math.ceil(width / 32) * 4
  const mask = start + row * height
  if (data.length < mask + (bits === 24 ? maskRow * height : 0)) return null
  const pixels = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = start + y * row + x * step
      const to = ((height - 1 - y) * width + x) * 4
      const hidden = bits === 24 && (data.readUInt8(mask + y * maskRow + (x >> 3)) >> (7 - (x & 7))) & 1
      pixels[to] = data.readUInt8(from + 2)
      pixels[to + 1] = data.readUInt8(from + 1)
      pixels[to + 2] = data.readUInt8(from)
      pixels[to + 3] = bits === 32 ? data.readUInt8(from + 3) : hidden ? 0 : 255
    }
  return { kind: 'pixels', width, height, bytes: pixels }
}
