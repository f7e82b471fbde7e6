import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Bundle } from '../bundle/bundle.js'
import { isPackedName, isZipOrManifest, leavingOut, packedName } from '../bundle/own-output.js'
import { within, withSlashes } from '../bundle/paths.js'
import { beingWritten } from '../durable/atomic-file.js'
import { sweepUnfinished } from '../durable/unfinished-file.js'
import { cannot, Failure, nullIfNoPath, usageFailure } from '../failure.js'

/** Where a zip is to go: `--out`, and the folder that paths are relative to. */
interface OutputPlace {
  /** The zip to write, or the folder to write it into; undefined: the working directory. */
  readonly out?: string | undefined
  readonly cwd: string
}

const isZipName = (path: string): boolean => /\.zip$/i.test(path)

/** The path of an app's zip, as the person would write it. */
export const zipPath = (
  { id, version }: { readonly id: string | null; readonly version: string | null },
  { out }: Pick<OutputPlace, 'out'>,
): string => {
  const name = packedName(id ?? '', version ?? '')
  if (out === undefined) return name
  return isZipName(out) ? out : join(out, name)
}

/**
 * A folder's bundle without what `--out` names: the zip, or those that went into the folder before.
 * @throws {Failure} `usage` where `--out` names something that is neither a zip nor a folder
 */
export const withoutOutput = async (folder: Bundle, { out, cwd }: OutputPlace): Promise<Bundle> => {
  if (out === undefined) return folder
  const full = resolve(cwd, out)
  const root = await real(resolve(cwd, folder.path))
  // A link is what is replaced, not what it leads to.
  const inside = within(root, join(await real(dirname(full)), basename(full)))
  const path = inside === null ? null : withSlashes(inside)
  if (!isZipName(out)) await refuseFile(out, full, folder, path)
  if (path === null) return folder
  if (isZipName(out)) return leavingOut(folder, (file) => file === path)
  const start = path === '' ? '' : `${path}/`
  return leavingOut(folder, (file) => file.startsWith(start) && isPackedName(file.slice(start.length)))
}

/** Refuses to take a file for the folder to write into. @param path within the bundle, or null */
const refuseFile = async (out: string, full: string, folder: Bundle, path: string | null): Promise<void> => {
  const isFile = path !== null && folder.files.some((file) => file.path === path)
  if (!isFile && !(await isThereAsFile(full))) return
  throw usageFailure(
    isFile
      ? `--out names ${out}, which is a file of the bundle.`
      : `--out names ${out}, which is a file, and not a zip or a folder.`,
    'Name a file that ends in .zip, or a folder.',
  )
}

const isThereAsFile = async (full: string): Promise<boolean> => {
  try {
    return (await lstat(full)).isFile()
  } catch {
    // What is wrong with its path is told when it is written.
    return false
  }
}

/** A path without links; one that is not there yet stays as it is. */
const real = async (path: string): Promise<string> => {
  try {
    return await realpath(path)
  } catch {
    return path
  }
}

/** @throws {Failure} `refused` where something has this path, be it a link that leads nowhere */
export const refuseToReplace = async (path: string, cwd: string): Promise<void> => {
  // A part of the path that is a file is told when the zip is written.
  const found = await lstat(resolve(cwd, path)).catch(nullIfNoPath).catch(cannot('write', path))
  if (found === null) return
  throw new Failure(
    'refused',
    `${path} already exists.`,
    'Raise the version with --bump, or replace the zip with --overwrite.',
  )
}

/**
 * Removes what killed runs left beside the output and beside manifests.
 * @param manifests the paths of those that a run may write
 */
export const sweepOutput = async (
  { out, cwd }: OutputPlace,
  manifests: readonly string[],
  now: number,
): Promise<void> => {
  const beside = out === undefined ? '.' : isZipName(out) ? dirname(out) : out
  const places = new Set([beside, ...manifests.map(dirname)].map((place) => resolve(cwd, place)))
  for (const place of places) await sweepUnfinished(place, isZipOrManifest, beingWritten(), now)
}
