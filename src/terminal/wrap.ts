export interface WrapOptions {
  /** The width in columns, indents included. */
  readonly columns: number
  /** Stands before every line but the first. */
  readonly indent: string
}

/**
 * Breaks a text between words, where a terminal would break it inside them. A word that is wider than a line stays
 * whole, so that an address can still be clicked. The text may be styled; East Asian characters count as two columns.
 */
export const wrap = async (text: string, { columns, indent }: WrapOptions): Promise<string> => {
  const { wrapAnsi } = await import('fast-wrap-ansi')
  return wrapAnsi(text, Math.max(NARROWEST, columns - indent.length)).replaceAll('\n', `\n${indent}`)
}

/** Narrower, most lines would be a word each. */
const NARROWEST = 20
