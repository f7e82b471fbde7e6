import { readFile, realpath } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { BundleReadError } from '../bundle/bundle.js'
import { openFolder } from '../bundle/folder.js'
import { within } from '../bundle/paths.js'
import { cannot, fileFailure, systemErrorCode, usageFailure } from '../failure.js'
import { MAX_FILE_BYTES } from '../platform/limits.js'
import type { LeftBehind } from './change.js'
import type { GameFiles } from './selection.js'

/** A folder's files, read. */
export interface ReadGame {
  /** Where they were read, as an absolute path. */
  readonly folder: string
  readonly files: GameFiles
  readonly leftBehind: readonly LeftBehind[]
  /** The files that are larger than one of a bundle can be, in bytes, by path: they are not read. */
  readonly tooLarge: ReadonlyMap<string, number>
  /** Where the folder is a copy that goes when the game is adopted: what it was made of. */
  readonly copyOf?: 'zip' | 'url'
  /** The page that the person named with the game. */
  readonly page?: string
}

/**
 * Reads the folder of a game; nothing in it is ever written.
 * @param path as the person gave it
 * @throws {Failure} `usage` where it is not a folder, or cannot be read, or is a mini app already
 */
export const readGame = async (path: string, cwd: string, signal: AbortSignal): Promise<ReadGame> => {
  const place = resolve(cwd, path)
  const folder = await openFolder(place)
  const files = new Map<string, Uint8Array>()
  const leftBehind: LeftBehind[] = [
    ...folder.leftOut.map(({ path: left, reason }) => ({ path: left, why: reason })),
    ...folder.faults.map(({ path: left, kind, detail }) => ({
      path: left ?? path,
      why: kind === 'symbolic-link' ? `a symbolic link ${detail}` : detail,
    })),
  ]
  const tooLarge = new Map<string, number>()
  for (const file of folder.files) {
    signal.throwIfAborted()
    if (file.bytes > MAX_FILE_BYTES) {
      tooLarge.set(file.path, file.bytes)
      continue
    }
    try {
      files.set(file.path, await folder.read(file.path))
    } catch (error) {
      if (!(error instanceof BundleReadError)) throw error
      leftBehind.push({ path: file.path, why: error.message })
    }
  }
  const manifest = files.get('manifest.json')
  if (manifest !== undefined && Buffer.from(manifest).includes('"service_miniapp"'))
    throw usageFailure(`${path} is already a mini app.`, `Work in that folder: miniapp check ${path}`)
  return { folder: place, files, leftBehind, tooLarge }
}

/**
 * Reads files that are larger than one of a bundle can be.
 * @param folder the game's, as an absolute path
 * @throws {Failure} where one cannot be read
 */
export const readLarge = async (
  folder: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> =>
  new Map(
    await Promise.all(
      names.map(async (name) => {
        const file = join(folder, ...name.split('/'))
        return [name, await readFile(file).catch(cannot('read', name))] as const
      }),
    ),
  )

/**
 * Ensures that nothing is written into the folder of the game, even if a path goes through links.
 * @throws {Failure} `usage`
 */
export const refuseOverlap = async (game: string, target: string, shownGame: string): Promise<void> => {
  const from = await realpath(game).catch(cannot('read the folder', shownGame))
  if (within(from, await realFolder(target)) !== null)
    throw usageFailure(
      `The new project cannot be in ${shownGame}, which is not changed.`,
      'Name a folder outside it.',
    )
}

/** The real path of a folder that need not be there yet. */
const realFolder = async (path: string): Promise<string> => {
  try {
    return await realpath(path)
  } catch (error) {
    const code = systemErrorCode(error)
    const above = resolve(path, '..')
    if ((code !== 'ENOENT' && code !== 'ENOTDIR') || above === path) throw fileFailure('read', path, error)
    return join(await realFolder(above), relative(above, path))
  }
}
