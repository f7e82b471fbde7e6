import { type Bundle, BundleReadError } from '../../bundle/bundle.js'

/** Looks lines up in a bundle's files; keeps the last file, since problems come file by file. */
export const sourceLines = (bundle: Bundle): ((file: string, line: number) => Promise<string | null>) => {
  let last: { readonly file: string; readonly lines: Lines } | null = null
  return async (file, line) => {
    if (last?.file !== file) last = { file, lines: new Lines(await bytesOf(bundle, file)) }
    return last.lines.at(line)
  }
}

const bytesOf = async (bundle: Bundle, file: string): Promise<Buffer> => {
  try {
    const bytes = await bundle.read(file)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  } catch (error) {
    if (error instanceof BundleReadError) return Buffer.alloc(0)
    throw error
  }
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/** The lines of a file, found as far as they are asked for. CR, LF and CRLF end a line. */
class Lines {
  readonly #bytes: Buffer
  /** Where the lines start that were found so far. */
  readonly #starts = [0]

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** A line, from 1; null where the file has fewer. */
  at(line: number): string | null {
    // The start of the next line is where this one ends.
    while (this.#starts.length <= line && this.#findStart());
    const start = this.#starts[line - 1]
    if (start === undefined || this.#bytes.length === 0) return null
    const end = this.#starts[line] ?? this.#bytes.length
    return this.#bytes.toString('utf8', start, end).replace(/(?:\r\n?|\n)$/, '')
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
