import { type Bundle, BundleReadError } from '../../bundle/bundle.js'

/** Looks lines up in a bundle's files; keeps the last file, since problems come file by file. */
export const sourceLines = (bundle: Bundle): ((file: string, line: number) => Promise<string | null>) => {
  let last: { file: string; lines: readonly string[] } | null = null
  return async (file, line) => {
    if (last?.file !== file) last = { file, lines: await linesOf(bundle, file) }
    return last.lines[line - 1] ?? null
  }
}

const linesOf = async (bundle: Bundle, file: string): Promise<readonly string[]> => {
  try {
    const bytes = await bundle.read(file)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      .toString('utf8')
      .split(/\r\n?|\n/)
  } catch (error) {
    if (error instanceof BundleReadError) return []
    throw error
  }
}
