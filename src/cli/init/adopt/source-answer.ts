import { resolve } from 'node:path'
import { type PackageManager, packageManagerOf, runWords } from '../../../adopt/project/package-manager.js'
import { type SourceProject, unbuiltSource } from '../../../adopt/project/source-project.js'
import { builtPages, type Note } from '../../../adopt/project/unbuilt.js'
import type { GameFiles } from '../../../adopt/selection.js'
import { Failure } from '../../../failure.js'
import { withArticle } from '../../../platform/text.js'
import { safeLine } from '../../../terminal/safe-text.js'
import { shellPath, shellWord } from '../../../terminal/shell.js'
import type { Styles } from '../../../terminal/style.js'
import type { AdoptFlags } from './adopt-answers.js'
import { placeOf } from './change-list.js'

/** What `init --from` answers where a folder holds the source of a game; the shape of its JSON. */
export interface SourceAnswer {
  readonly schema: 1
  /** Nothing is. */
  readonly written: false
  readonly from: string
  readonly project: { readonly bundler: string; readonly name: string }
  readonly reasons: readonly Note[]
  readonly build: {
    readonly install: string
    readonly command: string
    /** The folder that the build writes, as the person would write it; null where nothing says it. */
    readonly output: string | null
    /** What the person has to change first; null for nothing. */
    readonly advice: string | null
  }
  /** The command that makes the mini app from what was built. */
  readonly next: string
  /** Whether an earlier build is there already. */
  readonly built: boolean
  /** The command that makes the mini app from an earlier build; null where none is there. */
  readonly nextFromBuilt: string | null
}

/** @param folder the new project's folder as the person gave it */
export const sourceAnswer = async (
  { project, reasons, inPlace, built }: SourceProject,
  folder: string | undefined,
  flags: AdoptFlags,
  cwd: string,
): Promise<SourceAnswer> => {
  const { from } = flags
  const manager = await packageManagerOf(resolve(cwd, from), project.packageManager)
  const output = inPlace ? '.' : (project.output ?? built)
  const shown = output === null ? null : below(from, output)
  const initFrom = (game: string): string =>
    `miniapp init ${shellPath(folder ?? 'my-app')} --from ${shellPath(game)}${flagWords(flags)}`
  return {
    schema: 1,
    written: false,
    from,
    project: { bundler: project.bundler, name: project.name },
    reasons,
    build: {
      install: `${manager} install`,
      command: buildCommand(manager, project),
      output: shown,
      advice: project.advice,
    },
    next: initFrom(shown ?? `${from}/BUILD-FOLDER`),
    built: built !== null,
    nextFromBuilt: built === null ? null : initFrom(below(from, built)),
  }
}

/**
 * The source of a game in a zip or on a server: nothing can be installed or built there.
 * @throws {Failure} `refused`
 */
export const refuseCopiedSource = ({ project, built }: SourceProject, from: string): never => {
  const kind =
    project.bundler === 'script' ? 'a game with a build script' : `${withArticle(project.name)} project`
  throw new Failure(
    'refused',
    `${safeLine(from)} is the source of ${kind}. It must be built first, so nothing was written.`,
    built === null
      ? 'Unpack it into a folder, and use --from with that folder and --build.'
      : `Use what its build wrote: --from ${shellPath(below(from, built))}`,
  )
}

/**
 * The source of a game that nothing builds: no browser can run it, so nothing is written.
 * @throws {Failure} `refused`, with the first reason
 */
export const refuseUnbuilt = (files: GameFiles, { from, entry }: AdoptFlags): void => {
  const [reason] = unbuiltSource(files, entry)
  if (reason === undefined) return
  const [built] = builtPages(files).filter((page) => page !== entry && !unbuiltSource(files, page).length)
  throw new Failure(
    'refused',
    `${safeLine(from)} must be built first, so nothing was written. ${safeLine(placeOf(reason.file, reason.line))}: ${safeLine(reason.message)}`,
    built === undefined
      ? 'Build it, then use --from with the folder that the build writes. Or use --force to write it as it is.'
      : `Use what its build wrote: --from ${shellPath(below(from, built.replace(/\/?[^/]*$/, '') || '.'))}. Or use --force to write it as it is.`,
  )
}

/** A folder within another, as a person would write it. */
export const below = (from: string, folder: string): string =>
  folder === '.' ? from : `${from.replace(/[/\\]+$/, '')}/${folder}`

const buildCommand = (
  manager: PackageManager,
  { script, flags, environment }: SourceProject['project'],
): string =>
  [
    ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    ...runWords(manager, script, flags).map((word) => shellWord(word)),
  ].join(' ')

/** The flags that the person gave, for the next command. */
const flagWords = ({ name, appId, summary, ageRating, icon, force }: AdoptFlags): string => {
  const given = [
    ['--name', name],
    ['--app-id', appId],
    ['--summary', summary],
    ['--age-rating', ageRating],
    ['--icon', icon],
  ] as const
  const words = given.flatMap(([flag, value]) =>
    value === undefined ? [] : [` ${flag} ${shellWord(value)}`],
  )
  return `${words.join('')}${force === true ? ' --force' : ''}`
}

/** So many reasons are as good as a hundred. */
const SHOWN_REASONS = 3

export const sourceText = (answer: SourceAnswer, styles: Styles): string => {
  const { bold, dim, red } = styles
  const { from, project, reasons, build, next, nextFromBuilt } = answer
  const kind =
    project.bundler === 'script'
      ? 'the source of a game with a build script'
      : `${withArticle(project.name)} project`
  return [
    `${red('✗')} ${bold(safeLine(from))} is ${kind}. It must be built first, so nothing was written.`,
    ...reasons
      .slice(0, SHOWN_REASONS)
      .map(({ file, line, message }) => `  ${dim(safeLine(placeOf(file, line)))} ${safeLine(message)}`),
    '',
    ...(build.advice === null ? [] : [`${build.advice}`, '']),
    'Build it, then make the mini app from what the build writes:',
    `  ${bold(safeLine(`cd ${shellPath(from)} && ${build.install} && ${build.command}`))}`,
    `  ${bold(safeLine(next))}`,
    ...(build.output === null ? ['  Replace BUILD-FOLDER with the folder that the build writes.'] : []),
    '',
    `Or add ${bold('--build')} to this command: it runs the build and continues with the result.`,
    ...(nextFromBuilt === null || nextFromBuilt === next
      ? []
      : ['', 'Or use the build that is there already:', `  ${bold(safeLine(nextFromBuilt))}`]),
    ...(project.bundler === 'vite' ? viteOffer(from, styles) : []),
    '',
  ].join('\n')
}

const viteOffer = (from: string, { bold }: Styles): readonly string[] => [
  '',
  'If you keep working on the game, add the plugin to its project instead: every build is then a mini app, and',
  'vite dev shows it in the simulator.',
  `  ${bold(safeLine(`miniapp init --add ${shellPath(from)}`))}`,
]
