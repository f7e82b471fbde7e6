import ignore from 'ignore'
import { LOCAL_FOLDER } from '../durable/folders.js'
import { ownOutputBecause } from './own-output.js'

/** What is not in a bundle, and why: what the platform drops (2.9), and what is left out of a folder (readings). */

const DROPPED_FILES: ReadonlySet<string> = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini'])

/** Why the platform drops a file of a zip, or null where it does not (2.9). */
export const droppedBecause = (path: string): string | null => {
  const parts = path.split('/')
  // As a path part, at any depth (readings). A file of this name is not the content of such a folder.
  if (parts.slice(0, -1).includes('__MACOSX')) return 'dropped by the platform'
  return DROPPED_FILES.has(parts.at(-1) ?? '') ? 'dropped by the platform' : null
}

const LEFT_OUT_NAMES: Readonly<Record<string, string>> = {
  '.git': 'version control',
  '.gitignore': 'version control',
  '.gitattributes': 'version control',
  '.gitmodules': 'version control',
  '.github': 'version control',
  '.hg': 'version control',
  '.hgignore': 'version control',
  '.svn': 'version control',
  '.vscode': 'editor settings',
  '.idea': 'editor settings',
  '.editorconfig': 'editor settings',
  node_modules: 'installed packages',
  [LOCAL_FOLDER]: 'miniapp data',
  '.miniappignore': 'miniapp settings',
}

/** The name of the file that says what else to leave out of a folder; in the syntax of .gitignore. */
export const IGNORE_FILE = '.miniappignore'

/** Why a path of a folder is left out, or null where it is not; folders are asked about before what is in them. */
export type LeaveOut = (path: string, kind: 'file' | 'folder') => string | null

/** @param ignoreFile the text of `.miniappignore`; null where there is none */
export const leaveOut = (ignoreFile: string | null): LeaveOut => {
  const matcher = ignore()
  for (const [index, pattern] of (ignoreFile?.replace(/^\ufeff/, '').split(/\r\n?|\n/) ?? []).entries())
    matcher.add({ pattern, mark: String(index + 1) })
  return (path, kind) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (Object.hasOwn(LEFT_OUT_NAMES, name)) return LEFT_OUT_NAMES[name] ?? null
    if (kind === 'file') {
      const dropped = droppedBecause(path)
      if (dropped !== null) return dropped
      const own = ownOutputBecause(path)
      if (own !== null) return own
    } else if (name === '__MACOSX') return 'dropped by the platform'
    if (ignoreFile === null || !ignore.isPathValid(path)) return null
    const { ignored, rule } = matcher.test(kind === 'folder' ? `${path}/` : path)
    if (!ignored) return null
    return rule?.mark === undefined ? IGNORE_FILE : `${IGNORE_FILE}, line ${rule.mark}`
  }
}
