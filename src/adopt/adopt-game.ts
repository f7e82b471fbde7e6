import { usageFailure } from '../failure.js'
import { bringAlong } from './bring-along.js'
import type { LeftBehind } from './change.js'
import { findObstacles, type Obstacle } from './obstacles/obstacles.js'
import { Outside } from './outside.js'
import { packLarge } from './pack-large.js'
import { isPage } from './pages/page-elements.js'
import { prepareGame } from './prepare-game.js'
import { type ReadGame, readLarge } from './read-game.js'
import { selectFiles } from './selection.js'
import { textAt } from './text-of.js'

/** A game's files as those of a mini app, and what was learned of it on the way. */
export type AdoptedGame = Awaited<ReturnType<typeof bringAlong>> & {
  readonly leftBehind: readonly LeftBehind[]
  /** What it was made with, for people; null where nothing shows it. */
  readonly engine: string | null
  /** Why it cannot be a mini app as it is. */
  readonly obstacles: readonly Obstacle[]
}

/** What a person overrules of what is taken along. */
interface Overrules {
  /** Files, folders and addresses of elements that stay in the game. */
  readonly keep: readonly string[]
  /** Those that go. */
  readonly drop: readonly string[]
}

const NOTHING_OVERRULED: Overrules = { keep: [], drop: [] }

/** What a project has beside the files of the game: its manifest and its icon. */
const OWN_FILES = 2

/**
 * Makes a game's files those of a mini app. Nothing is written.
 * @param entry the page that is opened
 * @param from the game as the person named it
 * @param force whether files that are too large for a bundle are taken along anyway
 * @param overrules what the person decides otherwise
 * @param fetched the `node_modules` folder of packages that were fetched for the game; null where none were
 * @throws {Failure} `usage` where that names nothing of the game
 */
export const adoptGame = async (
  game: ReadGame,
  entry: string,
  from: string,
  force: boolean,
  overrules: Overrules = NOTHING_OVERRULED,
  fetched: string | null = null,
): Promise<AdoptedGame> => {
  const stubs = [...game.tooLarge.keys()].map((path) => [path, new Uint8Array()] as const)
  const prepared = prepareGame(new Map([...game.files, ...stubs]), entry)
  const { files, engine, names, tooLarge } = await packLarge(game, prepared)
  const { keep, drop } = overrules
  const pages = [...files.keys()].filter(isPage).map((path) => textAt(files, path))
  const unknown = unknownName(overrules, [...files.keys()], pages)
  if (unknown !== null)
    throw usageFailure(
      `${unknown} is not in the game.`,
      'Name a file, a folder, or the address of an element as the page has it.',
    )
  const leaves = new Map([
    ...[...prepared.leaves].filter(([name]) => !isAmong(keep, name)),
    ...[...drop, ...[...files.keys()].filter((path) => isAmong(drop, path))].map(
      (name) => [name, DROPPED] as const,
    ),
  ])
  const { kept, leftBehind } = selectFiles(files, entry, {
    // The engine misses a large file, even if no text has its whole name.
    wanted: (path) => names.has(path) || (tooLarge.has(path) && engine?.loads?.(path) === true),
    leaves,
    keeps: (path) => isAmong(keep, path),
    tooLarge,
  })
  const large = kept.filter((path) => tooLarge.has(path))
  const all =
    force && large.length > 0 ? new Map([...files, ...(await readLarge(game.folder, large))]) : files
  const adopted = await bringAlong(
    all,
    kept,
    entry,
    new Outside(game.folder, shownFolder(game, from), fetched),
    names,
    leaves,
    new Set(keep),
    engine,
  )
  const obstacles = await findObstacles(
    {
      files: kept.map((path) => ({ path, bytes: files.get(path) ?? new Uint8Array() })),
      tooLarge: new Map([...tooLarge].filter(([path]) => large.includes(path))),
      unpacked: new Set([...names].filter(([, { kind }]) => kind === 'unpacked').map(([path]) => path)),
      entry,
      missing: adopted.missing,
      count: adopted.files.length + OWN_FILES,
    },
    engine,
  )
  const changes = [...prepared.changes, ...adopted.changes]
  return { ...adopted, changes, leftBehind, engine: engine?.name ?? null, obstacles }
}

const DROPPED = 'dropped with --drop'

/** Whether one of some names is a file, a folder around it, or the address as it is written. */
const isAmong = (names: readonly string[], path: string): boolean =>
  names.some((name) => {
    const plain = name.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/$/, '')
    return path === name || path === plain || path.startsWith(`${plain}/`)
  })

/** The first name to overrule something that is nowhere in a game; null where all are. */
const unknownName = (
  { keep, drop }: Overrules,
  paths: readonly string[],
  pages: readonly string[],
): string | null =>
  [...keep, ...drop].find(
    (name) => !paths.some((path) => isAmong([name], path)) && !pages.some((page) => page.includes(name)),
  ) ?? null

/** The folder into which files can be put for a game, for people. */
const shownFolder = ({ copyOf }: ReadGame, from: string): string =>
  copyOf === undefined ? from : copyOf === 'zip' ? 'the unpacked folder' : "the game's own folder"
