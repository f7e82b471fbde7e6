/** Whether a part of a path is hidden by a leading dot; `.` and `..` are not names. */
export const isHiddenPart = (part: string): boolean => part.startsWith('.') && part !== '.' && part !== '..'

/** Whether every file of a bundle is hidden, by its name or a folder's. */
export const isAllHidden = (files: readonly { readonly path: string }[]): boolean =>
  files.length > 0 && files.every(({ path }) => path.split('/').some(isHiddenPart))

/** Whether a file is what macOS keeps of another on a disk or in a zip that cannot hold it. */
export const isAddedByMacOs = (path: string): boolean => fileName(path).startsWith('._')

/** The last part of a path. */
export const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The bundle path that a relative URL in a file names; null where it leads elsewhere. */
export const resolvePath = (from: string, url: string): string | null => {
  const base = `bundle://root/${from}`
  // On the web a backslash is a slash, and a scheme of our own does not make it one.
  const read = url.includes('\\') ? url.replace(/^[^?#]+/, (path) => path.replaceAll('\\', '/')) : url
  if (!URL.canParse(read, base)) return null
  const { protocol, host, pathname } = new URL(read, base)
  if (protocol !== 'bundle:' || host !== 'root') return null
  try {
    return decodeURIComponent(pathname.slice(1))
  } catch {
    // A stray % names no file.
    return null
  }
}
