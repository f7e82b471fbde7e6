import path from 'node:path'

/**
 * Where a path is within a folder, in the system's own writing; empty for the folder itself, null where it lies
 * outside. Links are not followed: give real paths where they matter.
 * @param folder absolute
 * @param place absolute, or from the folder
 * @param paths the system's rules: `path.win32` has drives, two separators, and names that letter case does not tell apart
 */
export const within = (folder: string, place: string, paths: path.PlatformPath = path): string | null => {
  const inside = paths.relative(folder, paths.resolve(folder, place))
  // From one drive of Windows to another no relative path leads.
  return inside === '..' || inside.startsWith(`..${paths.sep}`) || paths.isAbsolute(inside) ? null : inside
}

/** A path of the system as bundles write it, with `/` between the parts. */
export const withSlashes = (place: string, paths: path.PlatformPath = path): string =>
  place.split(paths.sep).join('/')

/** The order of paths in a bundle: by UTF-16 units, the same on every system and in every locale. */
export const comparePaths = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
