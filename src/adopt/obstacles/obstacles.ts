import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import { LineIndex } from '../../check/facts/text/position.js'
import { MAX_FILE_BYTES, MAX_FILES, MAX_UNPACKED_BYTES, MAX_ZIP_BYTES } from '../../platform/limits.js'
import type { StillMissing } from '../bring-along.js'
import type { Recognized } from '../engines/engine.js'
import { onlyRemoteFrame } from '../pages/frames.js'
import { attributeOf, elementsOfPage } from '../pages/page-elements.js'
import type { AdoptedFile } from '../selection.js'
import { textOf } from '../text-of.js'
import { flashMovie } from './flash-movie.js'
import { type NetworkNeed, networkNeeds } from './network-needs.js'
import { threadNeed } from './thread-need.js'

/** Why a game cannot be a mini app as it is: what no edit changes. Sizes are in bytes, paths those of its folder. */
export type Obstacle =
  | {
      readonly kind: 'file-too-large'
      readonly file: string
      readonly bytes: number
      /** Whether the file is compressed, and this is its size without. */
      readonly unpacked: boolean
      readonly advice: string | null
    }
  | {
      /** What the files are together, or what their zip is where they fit. */
      readonly kind: 'too-large' | 'zip-too-large'
      readonly bytes: number
      /** The largest files, with what each adds to that. */
      readonly largest: readonly FileSize[]
      readonly advice: string | null
    }
  | { readonly kind: 'too-many-files'; readonly count: number }
  | {
      readonly kind: 'threads'
      readonly file: string
      readonly line: number | null
      readonly advice: string | null
    }
  /** What only this build of the engine does, in words that follow the file's name. */
  | { readonly kind: 'build'; readonly file: string; readonly words: string; readonly advice: string }
  /** The page shows a movie of Flash. */
  | { readonly kind: 'flash'; readonly file: string; readonly line: number; readonly movie: string }
  /** The page only shows a page of another host. */
  | { readonly kind: 'framed'; readonly file: string; readonly line: number; readonly url: string }
  | NetworkNeed

interface FileSize {
  readonly file: string
  readonly bytes: number
}

/** A game before it is written, by the paths of its own folder. */
export interface Judged {
  /** The files that are taken along, unpacked; those that are too large to be read are empty. */
  readonly files: readonly AdoptedFile[]
  /** The sizes of those that are too large to be read, in bytes. */
  readonly tooLarge: ReadonlyMap<string, number>
  /** The files that were compressed. */
  readonly unpacked: ReadonlySet<string>
  readonly entry: string
  readonly missing: readonly StillMissing[]
  /** How many files the bundle will have. */
  readonly count: number
}

/**
 * Finds what keeps a game from being a mini app (2.10, 8.1): what it cannot do in the frame first, then what does not fit.
 * @param engine what it was made with; null where that is not known
 */
export const findObstacles = async (
  { files, tooLarge, unpacked, entry, missing, count }: Judged,
  engine: Recognized | null,
): Promise<readonly Obstacle[]> => {
  const obstacles: Obstacle[] = []
  const thread = threadNeed(files, entry, engine)
  if (thread !== null) obstacles.push({ kind: 'threads', ...thread, advice: engine?.withoutThreads ?? null })
  if (engine?.obstacle !== undefined) obstacles.push({ kind: 'build', ...engine.obstacle })
  const page = files.find(({ path }) => path === entry)
  const { text } = textOf(page?.bytes ?? new Uint8Array())
  const flash = flashMovie(text)
  if (flash !== null) obstacles.push({ kind: 'flash', file: entry, ...flash })
  const framed = onlyRemoteFrame(text)
  if (framed !== null) obstacles.push({ kind: 'framed', file: entry, ...framed })
  obstacles.push(...networkNeeds(files, entry), ...remoteScripts(text, entry, missing))
  const advice = engine?.smaller ?? null
  const sizes = inOrder(
    files.map(({ path, bytes }) => ({ file: path, bytes: tooLarge.get(path) ?? bytes.length })),
  )
  for (const { file, bytes } of sizes)
    if (bytes > MAX_FILE_BYTES)
      obstacles.push({ kind: 'file-too-large', file, bytes, unpacked: unpacked.has(file), advice })
  const total = sum(sizes)
  if (total > MAX_UNPACKED_BYTES)
    obstacles.push({ kind: 'too-large', bytes: total, largest: sizes.slice(0, NAMED), advice })
  else if (total > MAX_ZIP_BYTES && tooLarge.size === 0) {
    const zipped = inOrder(await zippedSizes(files))
    if (sum(zipped) > MAX_ZIP_BYTES)
      obstacles.push({ kind: 'zip-too-large', bytes: sum(zipped), largest: zipped.slice(0, NAMED), advice })
  }
  if (count > MAX_FILES) obstacles.push({ kind: 'too-many-files', count })
  return obstacles
}

/** Scripts of other hosts that the page loads, and that nobody knows where to install from. */
const remoteScripts = (
  page: string,
  entry: string,
  missing: readonly StillMissing[],
): readonly Obstacle[] => {
  const unknown = new Set(
    missing.filter(({ path, remedy }) => path === null && remedy === null).map(({ url }) => url),
  )
  if (unknown.size === 0) return []
  const lines = new LineIndex(page)
  return elementsOfPage(page).flatMap((element) => {
    const url = element.tagName === 'script' ? attributeOf(element, 'src') : undefined
    if (url === undefined || !unknown.has(url)) return []
    const { line } = lines.place(element.sourceCodeLocation?.startOffset ?? 0)
    return [{ kind: 'remote', file: entry, line, url } as const]
  })
}

const compress = promisify(deflateRaw)

/** What each file takes in a zip, without what the zip says of it: as `pack` compresses them. */
const zippedSizes = (files: readonly AdoptedFile[]): Promise<readonly FileSize[]> =>
  Promise.all(
    files.map(async ({ path, bytes }) => ({
      file: path,
      bytes: Math.min(bytes.length, (await compress(bytes)).length),
    })),
  )

const inOrder = (sizes: readonly FileSize[]): readonly FileSize[] =>
  sizes.toSorted((a, b) => b.bytes - a.bytes)

const sum = (sizes: readonly FileSize[]): number => sizes.reduce((total, { bytes }) => total + bytes, 0)

/** So many of the largest files are named. */
const NAMED = 3
