/** The start tag that holds an offset, as it is written; null where none does. */
export const tagAt = (text: string, offset: number): string | null => {
  const start = text.lastIndexOf('<', offset)
  const tag =
    /^<[a-zA-Z][^\s/>]*(?:\s+|\/(?!>)|[^\s"'>/=]+|=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)|"[^"]*"|'[^']*')*\/?>/.exec(
      text.slice(start),
    )
  return start === -1 || tag === null ? null : tag[0]
}
