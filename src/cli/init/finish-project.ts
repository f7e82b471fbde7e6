import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CommandContext } from '../context.js'
import type { Prompts } from '../prompts.js'
import type { Installation } from './installation.js'
import { installCommand } from './next-commands.js'
import { runCommand } from './run-command.js'

/** What is done with a new project once it is written; undefined: asked on a terminal, and else left alone. */
export interface FinishFlags {
  readonly git?: boolean
  readonly install?: boolean
}

/** What was done. */
export interface Finished {
  readonly git: boolean
  readonly installed: boolean
}

/**
 * Makes a repository in a new project, and installs its packages, where the flags or the person want that. What fails is
 * noted: the project is there.
 */
export const finishProject = async (
  folder: string,
  { git, install }: FinishFlags,
  prompts: Prompts | null,
  installation: Installation,
  context: CommandContext,
): Promise<Finished> => {
  const wants = async (flag: boolean | undefined, message: string): Promise<boolean> =>
    flag ?? (prompts === null ? false : await prompts.confirm(message))
  // Both questions come first: nobody should wait for the second.
  const wantsGit = !isInRepository(folder) && (await wants(git, 'Create a git repository in it?'))
  const wantsPackages = await wants(install, 'Install its dependencies?')
  const { note, noteStyles } = context
  const run = async (command: string): Promise<boolean> => {
    note(noteStyles.bold(`$ ${command}`))
    const code = await runCommand(command, folder, context.environment, context)
    context.interrupted.throwIfAborted()
    if (code !== 0)
      note(noteStyles.yellow(`${command} failed${code === null ? '' : ` with exit code ${code}`}.`))
    return code === 0
  }
  return {
    git: wantsGit && (await run('git init --quiet')),
    installed: wantsPackages && (await run(installCommand(context.environment, installation))),
  }
}

/** A repository in another one is hardly ever wanted. */
const isInRepository = (folder: string): boolean => {
  for (let one = folder; ; one = dirname(one)) {
    if (existsSync(join(one, '.git'))) return true
    if (dirname(one) === one) return false
  }
}
