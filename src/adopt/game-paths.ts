// Paths of a game's files, from its folder, with slashes.

/** The folder of a file with a slash behind it; empty at the top. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/** Every folder that a file is in, the outermost first, without a slash behind it. */
export const foldersOf = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, index, parts) => parts.slice(0, index + 1).join('/'))

/** A path below a folder, its dot segments resolved; what climbs out of the top stays there, as in a browser. */
export const joined = (folder: string, path: string): string => {
  const parts: string[] = []
  for (const part of joinedParts(`${folder}${path}`))
    if (part === '..') parts.pop()
    else parts.push(part)
  return parts.join('/')
}

/** As `joined`, but what climbs out of the top stays above it: `../lib/a.js`. */
export const climbed = (folder: string, path: string): string => {
  const parts: string[] = []
  for (const part of joinedParts(`${folder}${path}`))
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else parts.push(part)
  return parts.join('/')
}

/** The parts of a path that mean something; an empty one at the end is that of a folder. */
const joinedParts = (path: string): readonly string[] =>
  path.split('/').filter((part, index, all) => part !== '.' && (part !== '' || index === all.length - 1))

/** Whether a file of the game lies outside its folder, or in `node_modules`, which no bundle holds. */
export const isOutside = (path: string): boolean =>
  path.startsWith('../') || path.split('/').includes('node_modules')

/** Where a relative address leads in the new project as it stands; null where it climbs out of it. */
export const plainTarget = (path: string, file: string): string | null => {
  const folder = folderOf(file)
  const depth = folder.split('/').length - 1
  return path.split('/').filter((part) => part === '..').length > depth ? null : joined(folder, path)
}

/** How a file names another; both have but characters that need no escape. */
export const relativePath = (from: string, to: string): string => {
  const here = from.split('/').slice(0, -1)
  const there = to.split('/')
  let shared = 0
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared]) shared += 1
  return [...here.slice(shared).map(() => '..'), ...there.slice(shared)].join('/')
}
