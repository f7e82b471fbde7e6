import { accessSync, constants, statSync } from 'node:fs'
import { posix, win32 } from 'node:path'
import { Failure } from '../failure.js'
import places from './places.json' with { type: 'json' }

/** What is needed of a machine to find its browsers; tests pass fakes. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Whether a path is an executable file. */
  readonly isProgram: (path: string) => boolean
}

/** This machine. */
export const thisMachine = (environment: Machine['environment']): Machine => ({
  platform: process.platform,
  environment,
  isProgram: (path) => {
    try {
      accessSync(path, constants.X_OK)
      return statSync(path).isFile()
    } catch {
      return false
    }
  },
})

/**
 * The path of an installed Chrome, Chromium or Edge, the most likely first; null if there is none.
 * @throws {Failure} `usage` if `CHROME_PATH` is not an executable: a chosen browser is not replaced by
 *   another one
 */
export const installedBrowser = ({ platform, environment, isProgram }: Machine): string | null => {
  const chosen = environment['CHROME_PATH'] ?? ''
  if (chosen !== '') {
    if (isProgram(chosen)) return chosen
    throw new Failure(
      'usage',
      `CHROME_PATH is not an executable: ${chosen}`,
      'Set it to the executable of Chrome, Chromium or Edge, or unset it.',
    )
  }
  return candidates(platform, environment).find(isProgram) ?? null
}

const candidates = (platform: NodeJS.Platform, environment: Machine['environment']): readonly string[] => {
  if (platform === 'darwin') {
    // Programs can be installed for a single user.
    const home = environment['HOME'] ?? ''
    return places.darwin.flatMap((path) => (home === '' ? [path] : [path, posix.join(home, path)]))
  }
  if (platform === 'win32')
    return places.win32.folders
      .map((name) => environment[name] ?? '')
      .filter((folder) => folder !== '')
      .flatMap((folder) => places.win32.programs.map((program) => win32.join(folder, program)))
  return (environment['PATH'] ?? '')
    .split(posix.delimiter)
    .filter((folder) => posix.isAbsolute(folder))
    .flatMap((folder) => places.names.map((name) => posix.join(folder, name)))
}
