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

/** What a person wants done with a new project, and then what was done. */
export interface Finished {
  readonly git: boolean
  readonly installed: boolean
}

/** Asks what the flags do not say, before anything is written: who stops here has no half of a project. */
export const askFinish = async (
  folder: string,
  { git, install }: FinishFlags,
  prompts: Prompts | null,
): Promise<Finished> => {
  const wants = async (flag: boolean | undefined, message: string): Promise<boolean> =>
    flag ?? (prompts === null ? false : await prompts.confirm(message))
  return {
    git: !isInRepository(folder) && (await wants(git, 'Create a git repository in it?')),
    installed: await wants(install, 'Install its dependencies?'),
  }
}

/** Makes a repository in a new project, and installs its packages. What fails is noted: the project is there. */
export const finishProject = async (
  folder: string,
  wanted: Finished,
  installation: Installation,
  context: CommandContext,
): Promise<Finished> => {
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
    git: wanted.git && (await run('git init --quiet')),
    installed: wanted.installed && (await run(installCommand(context.environment, installation))),
  }
}

/** A repository in another one is hardly ever wanted. */
const isInRepository = (folder: string): boolean => {
  for (let one = folder; ; one = dirname(one)) {
    if (existsSync(join(one, '.git'))) return true
    if (dirname(one) === one) return false
  }
}
