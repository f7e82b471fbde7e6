/** What a person overrules of what is taken along. */
export interface Overrules {
  /** Files, folders and addresses of elements that stay in the game. */
  readonly keep: readonly string[]
  /** Those that go. */
  readonly drop: readonly string[]
}

export const NOTHING_OVERRULED: Overrules = { keep: [], drop: [] }

/** Whether one of some names is a file, a folder around it, or the address as it is written. */
export const isAmong = (names: readonly string[], path: string): boolean =>
  names.some((name) => {
    const plain = name.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/$/, '')
    return path === name || path === plain || path.startsWith(`${plain}/`)
  })

/** The first name to overrule something that is nowhere in a game; null where all are. */
export const unknownName = (
  { keep, drop }: Overrules,
  paths: readonly string[],
  pages: readonly string[],
): string | null =>
  [...keep, ...drop].find(
    (name) => !paths.some((path) => isAmong([name], path)) && !pages.some((page) => page.includes(name)),
  ) ?? null
