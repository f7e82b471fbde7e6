import { type Stats, statSync } from 'node:fs'
import { basename, dirname, relative, resolve, sep } from 'node:path'
import { watch } from 'chokidar'
import { LOCAL_FOLDER } from '../durable/folders.js'
import { systemErrorCode } from '../failure.js'

/** Watches an app's files. */
export type FileWatcher = ReturnType<typeof watchFiles>

/** Calls back after so many milliseconds; gives what cancels it. */
export type AfterMs = (delay: number, fire: () => void) => () => void

export const afterMs: AfterMs = (delay, fire) => {
  const timer = setTimeout(fire, delay)
  return () => clearTimeout(timer)
}

/**
 * Calls back soon after files change: an editor's several steps of one save (a temporary file, a rename, a touch)
 * become one call.
 * @param path the app's folder or zip, or a file of its own
 * @param onChange gets the paths of what changed, with `/`, from the folder
 * @param since when the files were read, in milliseconds since 1970: what was written from then on counts, although it
 *   was written before the watching began
 */
export const watchFiles = (
  path: string,
  kind: 'folder' | 'zip' | 'file',
  onChange: (changed: readonly string[]) => void,
  since = Number.POSITIVE_INFINITY,
  after: AfterMs = afterMs,
) => {
  const folder = kind === 'folder' ? path : dirname(path)
  let cancel = (): void => {}
  /** The files that were gone or empty after their last change: they may be about to be written. */
  const unwritten = new Set<string>()
  /** What changed since the last call. */
  const paths = new Set<string>()
  /** The files that changed lately, as they were at the last call: see `DEAF_MS`. */
  const changed = new Map<string, Stats | undefined>()
  const call = (): void => {
    unwritten.clear()
    for (const file of changed.keys()) changed.set(file, look(file))
    if (changed.size > 0) cancel = after(DEAF_MS, lookAgain)
    const all = [...paths]
    paths.clear()
    onChange(all)
  }
  const lookAgain = (): void => {
    const before = [...changed]
    changed.clear()
    for (const [file, status] of before) {
      const now = look(file)
      if (isOther(status, now)) soon(now === undefined ? 'unlink' : 'change', file, now)
    }
  }
  const soon = (event: string, file: string, status?: { readonly size: number }): void => {
    paths.add(relative(folder, file).replaceAll(sep, '/'))
    if (event === 'unlink' || status?.size === 0) unwritten.add(file)
    else unwritten.delete(file)
    if (event === 'change') changed.set(file, undefined)
    cancel()
    cancel = after(SETTLE_MS, () => {
      if ([...unwritten].some(isUnwritten)) cancel = after(UNWRITTEN_MS, call)
      else call()
    })
  }
  // A zip, or a file that an editor saves, is replaced by renaming a new one over it: its folder is watched, since the file itself goes away.
  const watcher = watch(folder, {
    ignoreInitial: since === Number.POSITIVE_INFINITY,
    alwaysStat: true,
    ignorePermissionErrors: true,
    // What goes and comes again is waited for above: twice would be too long.
    atomic: SETTLE_MS,
    ...(kind === 'folder' ? {} : { depth: 0 }),
    ignored:
      kind === 'folder'
        ? (file) => isLeftAlone(path, file)
        : // Resolved, since chokidar writes the separators of Windows as slashes.
          (file) => resolve(file) !== resolve(folder) && basename(file) !== basename(path),
  })
  // Until it is ready, what is there already is found as if it were new.
  let looking = true
  watcher.on('all', (event, file, stats) => {
    const isOld = event === 'addDir' || (event === 'add' && (stats?.mtimeMs ?? 0) < since)
    if (!looking || !isOld) soon(event, file, stats)
  })
  const ready = new Promise<void>((resolve) =>
    watcher.once('ready', () => {
      looking = false
      resolve()
    }),
  )
  return {
    /** Resolves once it watches. */
    ready,
    close: async (): Promise<void> => {
      cancel()
      await watcher.close()
    },
  }
}

/** How long the files must be quiet: long enough for the steps of one save, too short for a person to notice. */
const SETTLE_MS = 25

/**
 * A save empties a file first, or takes it away, and on a busy machine it is a while until it is written: it is given
 * this much longer.
 */
const UNWRITTEN_MS = 75

/**
 * After chokidar has reported a change of a file, it reports no other change of it for this long, not even later: a
 * formatter that runs after an editor would be missed. So the file is read once more.
 */
const DEAF_MS = 50

/** A file as it is; nothing where it is gone, or may not be looked at, as on Windows while it goes. */
const look = (file: string): Stats | undefined => {
  try {
    return statSync(file, { throwIfNoEntry: false })
  } catch (error) {
    if (UNSEEN.has(systemErrorCode(error) ?? '')) return undefined
    throw error
  }
}

const UNSEEN = new Set(['EACCES', 'EBUSY', 'EPERM'])

const isOther = (a: Stats | undefined, b: Stats | undefined): boolean =>
  a?.mtimeMs !== b?.mtimeMs || a?.ino !== b?.ino || a?.size !== b?.size

/** Whether a file is still gone or empty; what the watcher knows of it is from the moment of the first step. */
const isUnwritten = (file: string): boolean => (look(file)?.size ?? 0) === 0

/** Folders that are never in a bundle and change all the time. */
const LEFT_ALONE = new Set(['.git', '.hg', '.svn', LOCAL_FOLDER, '.idea', '.vscode', 'node_modules'])

const isLeftAlone = (folder: string, file: string): boolean =>
  relative(folder, file)
    .split(sep)
    .some((part) => LEFT_ALONE.has(part))
