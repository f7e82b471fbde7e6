import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { LOCAL_FOLDER, removeFolder } from '../../durable/folders.js'
import { renamePatiently } from '../../durable/rename.js'
import { cannot, fileFailure, nullIfNoPath, systemErrorCode, usageFailure } from '../../failure.js'
import type { ProjectFile } from './templates.js'

/**
 * What may stand in a folder before there is a project in it: version control, what installing this tool leaves,
 * and what operating systems drop.
 */
const NOT_IN_THE_WAY = new Set([
  '.git',
  '.gitignore',
  '.gitattributes',
  '.gitmodules',
  '.github',
  '.hg',
  '.hgignore',
  '.svn',
  '.jj',
  LOCAL_FOLDER,
  'node_modules',
  'package.json',
  'package-lock.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'yarn.lock',
  '.yarn',
  '.yarnrc.yml',
  '.pnp.cjs',
  '.pnp.loader.mjs',
  'bun.lock',
  '.DS_Store',
  'Thumbs.db',
  'desktop.ini',
])

/**
 * What stands in the way of a new project in this folder, sorted; nothing where the folder is not there yet.
 * @throws {Failure} `usage` where the path is a file, or cannot be looked at
 */
export const findObstacles = async (folder: string): Promise<readonly string[]> => {
  try {
    return (await readdir(folder)).filter((name) => !NOT_IN_THE_WAY.has(name)).sort()
  } catch (error) {
    const code = systemErrorCode(error)
    // For a path through a file, Windows says that it does not exist.
    if (code === 'ENOTDIR' || (code === 'ENOENT' && (await isBelowFile(folder))))
      throw usageFailure(`${folder} is a file, or is inside a file.`, 'Name another folder.', error)
    if (code === 'ENOENT') return []
    throw fileFailure('read', folder, error)
  }
}

/** Whether the innermost part of the path that exists is not a folder. */
const isBelowFile = async (path: string): Promise<boolean> => {
  const parent = dirname(path)
  const found = await stat(parent).catch(nullIfNoPath)
  if (found !== null) return !found.isDirectory()
  return parent !== path && (await isBelowFile(parent))
}

/**
 * Writes a project, all of it or nothing: everything is first written beside its place; then a new folder appears
 * with one rename, or, in a folder that is there, each file with its own. What goes wrong on the way is undone,
 * files that were replaced come back.
 * @param signal an abort undoes the writing too
 * @returns the paths that replaced something, sorted
 * @throws {Failure} `usage` where something cannot be written
 */
export const writeProject = async (
  folder: string,
  files: readonly ProjectFile[],
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const write = async () => ((await isThere(folder)) ? writeInto : writeNew)(folder, files, signal)
  return await write().catch(cannot('write', folder))
}

const writeNew = async (
  folder: string,
  files: readonly ProjectFile[],
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const parent = dirname(folder)
  const staging = join(parent, `.${basename(folder)}.${randomUUID().slice(0, 8)}`)
  const madeParents = await mkdirAll(parent)
  try {
    await stage(staging, files, signal)
    await renamePatiently(staging, folder)
    return []
  } catch (error) {
    await removeFolder(staging)
    await removeEmpty(madeParents)
    throw error
  }
}

const writeInto = async (
  folder: string,
  files: readonly ProjectFile[],
  signal: AbortSignal,
): Promise<readonly string[]> => {
  await refuseMismatches(folder, files)
  const local = join(folder, LOCAL_FOLDER)
  const madeLocal = await mkdirAll(local)
  const staging = join(local, `init-${randomUUID().slice(0, 8)}`)
  const replaced: string[] = []
  const undo: (() => Promise<void>)[] = []
  try {
    await stage(join(staging, 'new'), files, signal)
    for (const { path } of files) {
      signal.throwIfAborted()
      const place = join(folder, path)
      const made = await mkdirAll(dirname(place))
      undo.push(() => removeEmpty(made))
      if (await isThere(place)) {
        const aside = join(staging, 'old', path)
        await mkdirAll(dirname(aside))
        await renamePatiently(place, aside)
        undo.push(() => renamePatiently(aside, place))
        replaced.push(path)
      }
      await renamePatiently(join(staging, 'new', path), place)
      undo.push(() => rm(place))
    }
  } catch (error) {
    for (const step of undo.reverse()) await step()
    throw error
  } finally {
    await removeFolder(staging)
    await removeEmpty(madeLocal)
  }
  return replaced.sort()
}

const stage = async (staging: string, files: readonly ProjectFile[], signal: AbortSignal): Promise<void> => {
  for (const { path, bytes } of files) {
    signal.throwIfAborted()
    const place = join(staging, path)
    await mkdirAll(dirname(place))
    await writeFile(place, bytes, { flag: 'wx' })
  }
}

/** A folder is never replaced by a file, nor a file by a folder, not even with `--force`. */
const refuseMismatches = async (folder: string, files: readonly ProjectFile[]): Promise<void> => {
  const wrong = new Set<string>()
  for (const { path } of files) {
    const parts = path.split('/')
    for (const [index] of parts.entries()) {
      const part = parts.slice(0, index + 1).join('/')
      const found = await stat(join(folder, part)).catch(nullIfNoPath)
      if (found === null) continue
      if (found.isDirectory() !== index < parts.length - 1) {
        wrong.add(found.isDirectory() ? `${part} (a folder)` : part)
        break
      }
    }
  }
  if (wrong.size > 0)
    throw usageFailure(
      `Nothing was written: in ${folder}, ${[...wrong].join(', ')} cannot be replaced.`,
      'Move it away, or name another folder.',
    )
}

const isThere = async (path: string): Promise<boolean> => (await lstat(path).catch(nullIfNoPath)) !== null

/**
 * Makes a folder and those above it; returns the ones that were not there, the innermost first. One by one: Node's
 * own recursive way never ends where the system says of a new folder that it does not exist, as below /proc.
 */
const mkdirAll = async (folder: string): Promise<readonly string[]> => {
  const missing: string[] = []
  for (let path = folder; !(await isThere(path)); path = dirname(path)) {
    missing.push(path)
    // On Windows, the drive or the share may be missing too.
    if (dirname(path) === path) break
  }
  const made: string[] = []
  try {
    for (const path of [...missing].reverse()) {
      await mkdir(path)
      made.unshift(path)
    }
  } catch (error) {
    await removeEmpty(made)
    throw error
  }
  return made
}

/** Removes folders that were made on the way, as long as nobody else has put something into them. */
const removeEmpty = async (folders: readonly string[]): Promise<void> => {
  for (const folder of folders) {
    try {
      await rmdir(folder)
    } catch (error) {
      const code = systemErrorCode(error)
      if (code === 'ENOENT') continue
      if (code === 'ENOTEMPTY' || code === 'EEXIST') return
      throw error
    }
  }
}
