import { resolve } from 'node:path'
import { entryCandidates } from '../../../adopt/project/hints.js'
import { isInstalled, packageManagerOf, runWords } from '../../../adopt/project/package-manager.js'
import type { SourceProject } from '../../../adopt/project/source-project.js'
import { builtPages } from '../../../adopt/project/unbuilt.js'
import { type ReadGame, readGame } from '../../../adopt/read-game.js'
import { visibleFiles } from '../../../adopt/selection.js'
import { Failure, usageFailure } from '../../../failure.js'
import { safeLine } from '../../../terminal/safe-text.js'
import { shellWord } from '../../../terminal/shell.js'
import type { CommandContext } from '../../context.js'
import { runCommand } from '../run-command.js'
import { below } from './source-answer.js'

/** What a build has written. */
export interface Built {
  /** The folder with the page, as the person would write it. */
  readonly from: string
  readonly game: ReadGame
}

/**
 * Runs a project's own build, shows on stderr what it prints, and finds what it has written.
 * @param from the project's folder as the person gave it
 * @throws {Failure} `refused` where the build fails, or writes no page
 */
export const runBuild = async (
  { project, inPlace }: SourceProject,
  from: string,
  context: CommandContext,
): Promise<Built> => {
  const { cwd, note, noteStyles, interrupted } = context
  const folder = resolve(cwd, from)
  const manager = await packageManagerOf(folder, project.packageManager)
  if (!(await isInstalled(folder)))
    throw usageFailure(
      `The dependencies of ${from} are not installed.`,
      `Run ${manager} install in ${from}, then this command again.`,
    )
  const words = runWords(manager, project.script, project.flags).map((word) => shellWord(word))
  note(noteStyles.bold(`$ ${words.join(' ')}`))
  const code = await runCommand(
    words.join(' '),
    folder,
    { ...context.environment, ...project.environment },
    context,
  )
  interrupted.throwIfAborted()
  if (code !== 0)
    throw new Failure(
      'refused',
      `The build of ${from} failed${code === null ? '' : ` with exit code ${code}`}.`,
      'Fix what it printed above, then run this command again. Nothing was written.',
    )
  const whole = await readGame(from, cwd, interrupted)
  if (inPlace) return { from, game: whole }
  const pages = entryCandidates(visibleFiles(whole.files))
  const expected = project.output
  const [page] = [
    ...pages.filter((path) => expected !== null && path.startsWith(`${expected}/`)),
    ...builtPages(whole.files),
  ]
  if (page === undefined)
    throw new Failure(
      'refused',
      `The build of ${from} wrote no HTML page${expected === null ? '' : ` into ${below(from, expected)}`}.`,
      project.advice ?? 'Run init --from on the folder that it writes.',
    )
  const output = /^(.*)\//.exec(page)?.[1] ?? '.'
  const shown = below(from, output)
  note(noteStyles.dim(`The build wrote ${safeLine(shown)}.`))
  return { from: shown, game: await readGame(shown, cwd, interrupted) }
}
