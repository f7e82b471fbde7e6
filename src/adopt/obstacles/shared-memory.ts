/**
 * Whether a WebAssembly module needs memory that threads share, which browsers give only to pages with an origin and
 * special headers: what it says of the memory that it imports, or has. Source: WebAssembly threads proposal, "Limits".
 */
export const needsSharedMemory = (bytes: Uint8Array): boolean => {
  if (bytes.length < 8 || Buffer.from(bytes.subarray(0, 4)).toString('latin1') !== '\0asm') return false
  const reader = new Reader(bytes, 8)
  try {
    while (!reader.isAtEnd) {
      const id = reader.byte()
      const size = reader.unsigned()
      const end = reader.at + size
      if (id === IMPORTS && hasSharedImport(reader)) return true
      if (id === MEMORIES)
        for (let count = reader.unsigned(); count > 0; count--) if (limits(reader)) return true
      // Code and data are large, and come after both.
      if (id > MEMORIES && id < CUSTOM_LIMIT) return false
      reader.at = end
    }
    return false
  } catch (error) {
    // A damaged module runs nowhere: it says nothing of threads.
    if (error instanceof RangeError) return false
    throw error
  }
}

const IMPORTS = 2
const MEMORIES = 5
const CUSTOM_LIMIT = 13

const hasSharedImport = (reader: Reader): boolean => {
  for (let count = reader.unsigned(); count > 0; count--) {
    reader.skip(reader.unsigned())
    reader.skip(reader.unsigned())
    switch (reader.byte()) {
      case 0: // a function's type
        reader.unsigned()
        break
      case 1: // a table: the type of its elements, and its size
        reader.byte()
        limits(reader)
        break
      case 2:
        if (limits(reader)) return true
        break
      case 3: // a global: its type, and whether it changes
        reader.skip(2)
        break
      case 4: // a tag: its attribute, and its type
        reader.byte()
        reader.unsigned()
        break
      default:
        return false
    }
  }
  return false
}

/** Reads the limits of a table or a memory. @returns whether it is shared */
const limits = (reader: Reader): boolean => {
  const flags = reader.byte()
  reader.unsigned()
  if ((flags & 1) !== 0) reader.unsigned()
  return (flags & 2) !== 0
}

class Reader {
  at: number
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.at = at
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length
  }

  /** @throws {RangeError} behind the end */
  byte(): number {
    const value = this.#bytes[this.at++]
    if (value === undefined) throw new RangeError('The module ends early.')
    return value
  }

  skip(count: number): void {
    this.at += count
  }

  /** An unsigned LEB128 number. */
  unsigned(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const next = this.byte()
      value += (next & 0x7f) * factor
      if (next < 0x80) return value
    }
  }
}
