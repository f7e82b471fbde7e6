import { accessSync, constants, statSync } from 'node:fs'
import { posix, win32 } from 'node:path'
import { usageFailure } from '../failure.js'
import { ENGINE_TEXTS, type Engine } from './engines.js'
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
 * The path of an installed browser, or of the driver of WebKit, the most likely first; null if there is none.
 * @throws {Failure} `usage` if the engine's variable does not name an executable: a chosen browser is not
 *   replaced by another one
 */
export const installedBrowser = (
  { platform, environment, isProgram }: Machine,
  engine: Engine = 'chromium',
): string | null => {
  const { variable, program } = ENGINE_TEXTS[engine]
  const chosen = environment[variable] ?? ''
  if (chosen !== '') {
    if (isProgram(chosen)) return chosen
    throw usageFailure(`${variable} is not an executable: ${chosen}`, `Set it to ${program}, or unset it.`)
  }
  return candidates(platform, environment, places[engine]).find(isProgram) ?? null
}

/**
 * The path of an installed browser.
 * @throws {Failure} `usage` if there is none, with how to install it
 */
export const requiredBrowser = (machine: Machine, engine: Engine): string => {
  const path = installedBrowser(machine, engine)
  if (path !== null) return path
  const { programs, install } = ENGINE_TEXTS[engine]
  throw usageFailure(
    engine === 'chromium' ? `No ${programs} is installed.` : `${programs} is not installed.`,
    install(machine.platform),
  )
}

const candidates = (
  platform: NodeJS.Platform,
  environment: Machine['environment'],
  { names, darwin, win32: programs }: Readonly<Record<'names' | 'darwin' | 'win32', readonly string[]>>,
): readonly string[] => {
  if (platform === 'darwin') {
    // Programs can be installed for a single user.
    const home = environment['HOME'] ?? ''
    return darwin.flatMap((path) => (home === '' ? [path] : [path, posix.join(home, path)]))
  }
  if (platform === 'win32')
    return places.win32Folders
      .map((name) => environment[name] ?? '')
      .filter((folder) => folder !== '')
      .flatMap((folder) => programs.map((program) => win32.join(folder, program)))
  return (environment['PATH'] ?? '')
    .split(posix.delimiter)
    .filter((folder) => posix.isAbsolute(folder))
    .flatMap((folder) => names.map((name) => posix.join(folder, name)))
}
