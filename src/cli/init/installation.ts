import { realpath } from 'node:fs/promises'
import { basename, delimiter, dirname, join } from 'node:path'
import { within } from '../../bundle/paths.js'
import { PUBLISHED } from '../../version.js'
import { packageFolder } from './templates.js'

/** This copy of the tool: where it is, and how a person can start it again. */
export interface Installation {
  /** The folder of the package. */
  readonly folder: string
  /** Whether package managers can fetch this version. */
  readonly published: boolean
  /** Whether `miniapp` in the person's shell starts this copy. */
  readonly onPath: boolean
  /** What has this copy installed, so that `npx miniapp` in the project starts it: the project, or a folder above it. */
  readonly installedIn: 'project' | 'above' | null
}

type Environment = Readonly<Record<string, string | undefined>>

/** @param project the folder of the new project, absolute */
export const findInstallation = async (environment: Environment, project: string): Promise<Installation> => {
  const folder = packageFolder()
  return {
    folder,
    published: PUBLISHED,
    onPath: await isOnPath(programOf(folder), environment),
    installedIn: await installedIn(folder, project),
  }
}

/** Where a package is installed, as npm finds what `npx` runs in a project. */
export const installedIn = async (folder: string, project: string): Promise<Installation['installedIn']> => {
  const modules = dirname(folder)
  if (basename(modules) !== 'node_modules') return null
  const path = within(dirname(modules), (await target(project)) ?? project)
  return path === null ? null : path === '' ? 'project' : 'above'
}

/** The file that Node.js runs. */
export const programOf = (folder: string): string => join(folder, 'bin', 'miniapp.js')

/** Whether the first `miniapp` of the shell's search path is this program. */
export const isOnPath = async (program: string, environment: Environment): Promise<boolean> => {
  // A package manager puts folders of its own before the person's, which are gone when it ends.
  if (environment['npm_config_user_agent'] !== undefined) return false
  const own = await target(program)
  for (const folder of (environment['PATH'] ?? '').split(delimiter)) {
    if (folder === '') continue
    // npm links the program on most systems; on Windows it writes scripts that start it.
    const found =
      (await target(join(folder, 'miniapp.cmd'))) === null
        ? await target(join(folder, 'miniapp'))
        : await target(programOf(join(folder, 'node_modules', 'miniapp')))
    if (found !== null) return found === own
  }
  return false
}

/** The path without links; null if there is nothing. */
const target = (path: string): Promise<string | null> => realpath(path).catch(() => null)
