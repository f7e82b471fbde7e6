import { type Bundle, BundleReadError } from '../../bundle/bundle.js'
import { CARRIAGE_RETURN, LINE_FEED } from '../facts/text/characters.js'

/** Looks lines up in a bundle's files; keeps the last file, since problems come file by file. */
export const sourceLines = (bundle: Bundle): ((file: string, line: number) => Promise<string | null>) => {
  let last: { readonly file: string; readonly lines: Lines } | null = null
  return async (file, line) => {
    if (last?.file !== file) {
      // Most problems are near the start, and reading a file costs its length.
      const start = await bytesOf(bundle, file, START_BYTES)
      last = { file, lines: new Lines(start, start.length === START_BYTES) }
    }
    if (last.lines.mayBeCut(line)) last = { file, lines: new Lines(await bytesOf(bundle, file), false) }
    return last.lines.at(line)
  }
}

/** How much of a file is read at first. */
const START_BYTES = 16_384

const bytesOf = async (bundle: Bundle, file: string, needed?: number): Promise<Buffer> => {
  try {
    const bytes = await bundle.read(file, needed)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  } catch (error) {
    if (error instanceof BundleReadError) return Buffer.alloc(0)
    throw error
  }
}

/** The lines of a file, found as far as they are asked for. CR, LF and CRLF end a line. */
class Lines {
  readonly #bytes: Buffer
  readonly #isCut: boolean
  /** Where the lines start that were found so far. */
  readonly #starts = [0]

  /** @param isCut whether the file may go on after these bytes */
  constructor(bytes: Buffer, isCut: boolean) {
    this.#bytes = bytes
    this.#isCut = isCut
  }

  /** Whether a line, from 1, is not here, or perhaps not to its end. */
  mayBeCut(line: number): boolean {
    this.#find(line)
    return this.#isCut && (this.#starts[line] ?? this.#bytes.length) === this.#bytes.length
  }

  /** A line, from 1; null where the file has fewer. */
  at(line: number): string | null {
    this.#find(line)
    const start = this.#starts[line - 1]
    if (start === undefined || this.#bytes.length === 0) return null
    const end = this.#starts[line] ?? this.#bytes.length
    return this.#bytes.toString('utf8', start, end).replace(/(?:\r\n?|\n)$/, '')
  }

  /** Finds where a line starts and, since that is where it ends, the next one. */
  #find(line: number): void {
    while (this.#starts.length <= line && this.#findStart());
  }

  #findStart(): boolean {
    const bytes = this.#bytes
    for (let at = this.#starts.at(-1) ?? 0; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN) continue
      this.#starts.push(byte === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED ? at + 2 : at + 1)
      return true
    }
    return false
  }
}
