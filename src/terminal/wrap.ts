export interface WrapOptions {
  /** The width in columns, indents included. */
  readonly columns: number
  /** Starts every line but the first. */
  readonly indent: string
}

/**
 * Wraps text between words, where a terminal would break inside them. A word wider than a line stays whole,
 * so that a URL can still be clicked. The text may be styled; East Asian characters count as two columns.
 */
export const wrap = async (text: string, { columns, indent }: WrapOptions): Promise<string> => {
  const { wrapAnsi } = await import('fast-wrap-ansi')
  return wrapAnsi(text, Math.max(NARROWEST, columns - indent.length)).replaceAll('\n', `\n${indent}`)
}

/** In narrower columns most lines would be a single word. */
const NARROWEST = 20

/** The width to assume where there is no terminal, or one that does not know its own. */
const DEFAULT_COLUMNS = 80

/** The width of a stream's terminal in columns. A terminal without a window, as in CI or `script`, says 0. */
export const columnsOf = (stream: { readonly columns?: number }): number => stream.columns || DEFAULT_COLUMNS
