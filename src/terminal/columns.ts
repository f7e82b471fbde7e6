/** The width to assume where there is no terminal, or one that does not know its own. */
const DEFAULT_COLUMNS = 80

/** The width of a stream's terminal in columns. A terminal without a window, as in CI or `script`, says 0. */
export const columnsOf = (stream: { readonly columns?: number }): number => stream.columns || DEFAULT_COLUMNS
