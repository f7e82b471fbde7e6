import { basename, dirname, relative, sep } from 'node:path'
import { watch } from 'chokidar'

/** Watches an app's files. */
export interface FileWatcher {
  /** Resolves once it watches. */
  readonly ready: Promise<void>
  close(): Promise<void>
}

/**
 * Calls back soon after files change: an editor's several steps of one save (a temporary file, a rename, a touch)
 * become one call.
 * @param path the app's folder or zip, or a file of its own
 * @param since when the files were read, in milliseconds since 1970: what was written from then on counts, although it
 *   was written before the watching began
 */
export const watchFiles = (
  path: string,
  kind: 'folder' | 'zip' | 'file',
  onChange: () => void,
  since = Number.POSITIVE_INFINITY,
): FileWatcher => {
  let timer: NodeJS.Timeout | undefined
  const soon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(onChange, SETTLE_MS)
  }
  // A zip, or a file that an editor saves, is replaced by renaming a new one over it: its folder is watched, since the file itself goes away.
  const watcher = watch(kind === 'folder' ? path : dirname(path), {
    ignoreInitial: since === Number.POSITIVE_INFINITY,
    alwaysStat: true,
    ignorePermissionErrors: true,
    ...(kind === 'folder' ? {} : { depth: 0 }),
    ignored:
      kind === 'folder'
        ? (file) => isLeftAlone(path, file)
        : (file) => file !== dirname(path) && basename(file) !== basename(path),
  })
  // Until it is ready, what is there already is found as if it were new.
  let looking = true
  watcher.on('all', (event, _path, stats) => {
    const isOld = event === 'addDir' || (event === 'add' && (stats?.mtimeMs ?? 0) < since)
    if (!looking || !isOld) soon()
  })
  const ready = new Promise<void>((resolve) =>
    watcher.once('ready', () => {
      looking = false
      resolve()
    }),
  )
  return {
    ready,
    close: async () => {
      clearTimeout(timer)
      await watcher.close()
    },
  }
}

/** How long the files must be quiet: long enough for the steps of one save, too short for a person to notice. */
const SETTLE_MS = 25

/** What no bundle holds and changes all the time. */
const LEFT_ALONE = new Set(['.git', '.hg', '.svn', '.miniapp', '.idea', '.vscode', 'node_modules'])

const isLeftAlone = (folder: string, file: string): boolean =>
  relative(folder, file)
    .split(sep)
    .some((part) => LEFT_ALONE.has(part))
