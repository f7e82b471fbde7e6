import { isTextFile } from '../platform/file-types.js'
import { decodedPath } from '../platform/text.js'
import type { Change } from './change.js'
import { addressEdits, applyEdits, type Edit } from './edits.js'
import type { GameFiles } from './selection.js'

/**
 * Lets addresses of the game's files on the site where it is published begin at its root:
 * `https://raw.githubusercontent.com/me/game/main/img/a.png` becomes `/img/a.png`, if the game has that file.
 * @returns the files that changed, and the changes
 */
export const withoutOwnSite = (
  files: GameFiles,
): { readonly files: GameFiles; readonly changes: readonly Change[] } => {
  const written = new Map<string, Uint8Array>()
  const found: Change[] = []
  const isThere = (path: string): boolean =>
    path.endsWith('/') ? [...files.keys()].some((file) => file.startsWith(path)) : files.has(path)
  for (const [path, bytes] of files) {
    if (!isTextFile(path)) continue
    // Addresses are ASCII in every encoding that a game is written in.
    const before = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
    const { text, changes } = applyEdits(before, editsOf(before, isThere), path)
    if (changes.length === 0) continue
    written.set(path, Buffer.from(text, 'latin1'))
    found.push(...changes)
  }
  return { files: written, changes: found }
}

const editsOf = (text: string, isThere: (path: string) => boolean): readonly Edit[] =>
  [...text.matchAll(PUBLISHED)].flatMap((match) => {
    const { raw, site = '' } = match.groups ?? {}
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(raw ?? site) ?? []
    // The pages of a user are at the top; those of a repository, in a folder of its name.
    const below = path.slice(path.indexOf('/') + 1)
    const candidates = raw === undefined ? [below, path] : [path]
    const own = candidates.find((one) => one !== '' && isThere(decodedPath(one)))
    const url = `/${own}${/^\?raw=true$/.test(rest) ? '' : rest}`
    return own === undefined
      ? []
      : addressEdits(match[0], match.index, {
          url,
          why: 'the game has the file, and a mini app has no network',
        })
  })

/** A repository's files as they are, and the pages of a user. */
const PUBLISHED =
  /https?:\/\/(?:(?:(?:raw\.githubusercontent\.com|(?:cdn\.)?rawgit\.com|raw(?:cdn)?\.githack\.com)\/[\w.-]+\/[\w.-]+\/(?:refs\/heads\/)?[\w.-]+|cdn\.jsdelivr\.net\/gh\/[\w.-]+\/[\w.@-]+|github\.com\/[\w.-]+\/[\w.-]+\/(?:raw|blob)\/(?:refs\/heads\/)?[\w.-]+)\/(?<raw>[^\s"'`<>()\\]+)|[\w-]+\.(?:github|gitlab)\.io\/(?<site>[^\s"'`<>()\\]+))/g
