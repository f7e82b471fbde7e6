/*! Bytes as text for a store that counts characters: 15 bits in each, of those that JSON and UTF-8 leave as they are. */

const BITS = 15

/** Chinese characters, then Korean ones, which no normalization changes. */
const FIRST = 0x3400
const FIRST_COUNT = 0x6c00
const SECOND = 0xac00

/** How many bytes fit in so many characters. */
export const bytesIn = (characters: number): number => Math.floor((characters * BITS) / 8)

/** How many characters so many bytes take. */
export const charactersFor = (bytes: number): number => Math.ceil((bytes * 8) / BITS)

export const textOfBytes = (bytes: Uint8Array): string => {
  const characters: string[] = []
  let held = 0
  let count = 0
  const add = (value: number): void => {
    characters.push(String.fromCharCode(value < FIRST_COUNT ? FIRST + value : SECOND + value - FIRST_COUNT))
  }
  for (const byte of bytes) {
    held = (held << 8) | byte
    count += 8
    if (count < BITS) continue
    count -= BITS
    add(held >>> count)
    held &= (1 << count) - 1
  }
  if (count > 0) add(held << (BITS - count))
  return characters.join('')
}

/** The bytes of a text, which may have one more at their end, of zero. */
export const bytesOfText = (text: string): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(bytesIn(text.length))
  let held = 0
  let count = 0
  let length = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    held = (held << BITS) | (code < SECOND ? code - FIRST : code - SECOND + FIRST_COUNT)
    count += BITS
    for (; count >= 8; length++) {
      count -= 8
      bytes[length] = held >>> count
      held &= (1 << count) - 1
    }
  }
  return bytes
}
