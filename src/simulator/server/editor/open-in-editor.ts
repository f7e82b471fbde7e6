import { type SpawnOptions, spawn } from 'node:child_process'
import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import windowsCommand from 'launch-editor/construct-windows-launch-command.js'
import argumentsFor from 'launch-editor/get-args.js'
import { Failure } from '../../../failure.js'
import { wordsOfError } from '../../../platform/text.js'
import type { EditorCommand } from './find-editor.js'

/** A place in a file, from 1. */
export interface EditorPlace {
  readonly line?: number | undefined
  readonly column?: number | undefined
}

/**
 * Opens a file in an editor, and does not wait for it to be closed. No shell reads the path, except on Windows, where
 * editors are often batch files: there it is quoted, and refused if it cannot be.
 * @param path absolute
 * @param system as `process.platform` names it
 * @throws {Failure} if the editor cannot be started
 */
export const openInEditor = (
  { program, args }: EditorCommand,
  path: string,
  { line, column }: EditorPlace,
  system: string = process.platform,
): Promise<void> => {
  const all = [...args, ...argumentsFor(program, path, line, column).map(String)]
  const options: SpawnOptions = { stdio: 'ignore', detached: true }
  const failed = (error: unknown): Failure =>
    new Failure(
      'refused',
      `The editor ${program} could not be started: ${wordsOfError(error)}.`,
      'Set MINIAPP_EDITOR to the command of your editor.',
      error,
    )
  return new Promise((resolve, reject) => {
    try {
      const editor =
        system === 'win32'
          ? spawn(windowsCommand(program, all), { ...options, shell: true })
          : spawn(program, all, options)
      editor.once('error', (error) => reject(failed(error)))
      editor.once('spawn', () => {
        editor.unref()
        resolve()
      })
    } catch (error) {
      reject(failed(error))
    }
  })
}

/**
 * The absolute path of a file of the app, without links.
 * @param folder the app's folder; null for a zip
 * @param file its path in the bundle
 * @throws {Failure} if it is not a file in that folder
 */
export const projectFile = async (folder: string | null, file: string): Promise<string> => {
  if (folder === null)
    throw new Failure('refused', 'The app is a zip, so there is no file to open.', 'Run its folder instead.')
  const missing = new Failure('not-found', `The app has no file ${file}.`)
  // A NUL would cut the path, and a colon names a stream of a file on Windows.
  if (file.includes('\0') || (sep === '\\' && file.includes(':'))) throw missing
  try {
    const [root, path] = await Promise.all([realpath(folder), realpath(join(folder, file))])
    if (path.startsWith(`${root}${sep}`) && (await stat(path)).isFile()) return path
  } catch {
    // It is not there, or cannot be read.
  }
  throw missing
}
