/** The order of paths in a bundle: by UTF-16 units, the same on every system and in every locale. */
export const comparePaths = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
