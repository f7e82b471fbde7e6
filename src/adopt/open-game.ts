import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { BundleReadError } from '../bundle/bundle.js'
import { within } from '../bundle/paths.js'
import { openZip } from '../bundle/zip-reader.js'
import { usageFailure } from '../failure.js'
import { MAX_FILE_BYTES, MAX_UNPACKED_BYTES, MAX_ZIP_BYTES } from '../platform/limits.js'
import type { LeftBehind } from './change.js'
import { fetchGame } from './fetch-game.js'
import { type ReadGame, readGame } from './read-game.js'

/**
 * Reads the game that a person names, and hands it on: a folder, a zip, a folder in a zip, or a page of a server on this
 * machine. What was unpacked or fetched for it is deleted afterwards.
 * @param named as the person gave it
 * @throws {Failure} `usage` where it cannot be read
 */
export const withGame = async <Result>(
  named: string,
  cwd: string,
  signal: AbortSignal,
  use: (game: ReadGame) => Promise<Result>,
): Promise<Result> => {
  if (/^https?:\/\//i.test(named))
    return withCopy(async (folder) => {
      const { page, leftBehind } = await fetchGame(named, folder, signal)
      const read = await readGame(folder, cwd, signal)
      return use({ ...read, leftBehind: [...leftBehind, ...read.leftBehind], copyOf: 'url', page })
    })
  const zip = await zipIn(named, cwd)
  if (zip === null) return use(await readGame(named, cwd, signal))
  return withCopy(async (folder) => {
    const leftBehind = await unpackInto(folder, zip.path, zip.shown, signal)
    const top = await topFolder(folder, zip.inside, named)
    const read = await readGame(top, cwd, signal)
    return use({ ...read, leftBehind: [...leftBehind, ...read.leftBehind], copyOf: 'zip' })
  })
}

const withCopy = async <Result>(use: (folder: string) => Promise<Result>): Promise<Result> => {
  const folder = await mkdtemp(join(tmpdir(), 'miniapp-game-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * The folder and the page in it, where a person names a page itself: `game/play.html`, `game.zip/play.html`; null for anything
 * else.
 */
export const namedPage = async (
  named: string,
  cwd: string,
): Promise<{ readonly from: string; readonly entry: string } | null> => {
  if (/^https?:\/\//i.test(named) || !/\.html?$/i.test(named)) return null
  const zip = /^.*?\.zip(?=[/\\])/i.exec(named)?.[0] ?? named
  return (await isFile(resolve(cwd, named))) || (await isFile(resolve(cwd, zip)))
    ? { from: dirname(named), entry: basename(named) }
    : null
}

/** The zip that a path names, and the folder in it: `game.zip`, `game.zip/dist`; null where it names none. */
const zipIn = async (
  named: string,
  cwd: string,
): Promise<{ readonly path: string; readonly shown: string; readonly inside: string } | null> => {
  if (await isFile(resolve(cwd, named))) {
    if (!/\.html?$/i.test(named)) return { path: resolve(cwd, named), shown: named, inside: '' }
    throw usageFailure(
      `${named} is a page, not the folder of a game.`,
      `Name its folder: --from ${dirname(named)} --entry ${basename(named)}`,
    )
  }
  const [, shown = '', inside = ''] = /^(.*?\.zip)[/\\](.+)$/i.exec(named) ?? []
  return shown !== '' && (await isFile(resolve(cwd, shown)))
    ? { path: resolve(cwd, shown), shown, inside }
    : null
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )

/** Where the game is in an unpacked zip: the folder that was named, or the one folder in which everything lies. */
const topFolder = async (folder: string, inside: string, named: string): Promise<string> => {
  if (inside !== '') {
    const place = within(folder, inside)
    const isThere =
      place !== null && (await stat(join(folder, place)).catch(() => null))?.isDirectory() === true
    if (!isThere) throw usageFailure(`There is no folder ${named}.`, 'Name the zip, or a folder in it.')
    return join(folder, place)
  }
  const [only, ...more] = await readdir(folder, { withFileTypes: true })
  return only?.isDirectory() === true && more.length === 0
    ? topFolder(join(folder, only.name), '', named)
    : folder
}

/** Far more than a mini app can have: an export is often twice as large before what it does not need is left out. */
const BOUNDS = { zip: 8 * MAX_ZIP_BYTES, file: 4 * MAX_FILE_BYTES }
const MAX_TOTAL = 8 * MAX_UNPACKED_BYTES

/** @returns what was not unpacked, with the reason */
const unpackInto = async (
  folder: string,
  path: string,
  shown: string,
  signal: AbortSignal,
): Promise<readonly LeftBehind[]> => {
  const zip = await openZip(path, BOUNDS)
  try {
    const fault = zip.faults.find((one) => one.path === null && one.kind !== 'unaccounted-bytes')
    if (fault !== undefined)
      throw usageFailure(`${shown} cannot be read: ${fault.detail}.`, 'Unpack it, and name its folder.')
    if (zip.files.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_TOTAL)
      throw usageFailure(
        `${shown} holds far more than a mini app can have.`,
        'Unpack it, and name the folder with the page of the game.',
      )
    const leftBehind: LeftBehind[] = [
      ...zip.faults.flatMap((one) => (one.path === null ? [] : [{ path: one.path, why: one.detail }])),
      ...zip.leftOut
        .filter(({ path: left }) => !left.endsWith('/'))
        .map(({ path: left, reason }) => ({ path: left, why: reason })),
    ]
    for (const file of zip.files) {
      signal.throwIfAborted()
      const place = within(folder, file.path)
      if (place === null || place === '') continue
      try {
        const bytes = await zip.read(file.path)
        const to = join(folder, place)
        await mkdir(dirname(to), { recursive: true })
        await writeFile(to, bytes, { flag: 'wx' })
      } catch (error) {
        if (!(error instanceof BundleReadError)) throw error
        leftBehind.push({ path: file.path, why: error.message })
      }
    }
    return leftBehind
  } finally {
    await zip.close()
  }
}
