import { basename, dirname, join, resolve } from 'node:path'
import { type AdoptedGame, adoptGame } from '../../../adopt/adopt-game.js'
import { namedPage, withGame } from '../../../adopt/open-game.js'
import { unframed } from '../../../adopt/pages/frames.js'
import { type Hints, readHints } from '../../../adopt/project/hints.js'
import { sourceProject } from '../../../adopt/project/source-project.js'
import { type Note, unbuiltNotes } from '../../../adopt/project/unbuilt.js'
import { type ReadGame, refuseOverlap } from '../../../adopt/read-game.js'
import { isLfsPointer, visibleFiles } from '../../../adopt/selection.js'
import { withShim } from '../../../adopt/shim/with-shim.js'
import { openFolder } from '../../../bundle/folder.js'
import { resolvePath } from '../../../check/facts/bundle/paths.js'
import { leadsOut } from '../../../check/facts/text/url.js'
import { PLACEHOLDER_APP_ID } from '../../../check/rules/manifest/fields.js'
import { check } from '../../../check/run.js'
import { writeFileDurably } from '../../../durable/atomic-file.js'
import { describeSystemError } from '../../../failure.js'
import { DEFAULT_ENTRY, type Manifest } from '../../../platform/manifest.js'
import { jsonFileText } from '../../../platform/text.js'
import { folderOriginal, siteFolder, withCopies } from '../../../playtest/beside/original.js'
import { SHIM_FILE_NAME } from '../../../shim/part-names.js'
import { jsonDocument } from '../../../terminal/json-text.js'
import { safeLine } from '../../../terminal/safe-text.js'
import { shellPath } from '../../../terminal/shell.js'
import { styles } from '../../../terminal/style.js'
import type { CommandContext } from '../../context.js'
import { EXIT_CODES } from '../../exit-codes.js'
import type { TextOrJson } from '../../options.js'
import { createPrompts, type Prompts } from '../../prompts.js'
import { displayPath } from '../answers.js'
import { findInstallation } from '../installation.js'
import { toolCommand } from '../next-commands.js'
import { surroundings } from '../project.js'
import { checkWords } from '../project-settings.js'
import { readTemplate, textFile } from '../templates.js'
import { writeProject } from '../write-project.js'
import {
  type AdoptFlags,
  type AppAnswers,
  askApp,
  chooseEntry,
  chooseFolder,
  judgeFlags,
  refuseMissingRating,
} from './adopt-answers.js'
import { adoptReport } from './adopt-report.js'
import type { AdoptResult } from './adopt-result.js'
import { changeLines } from './change-list.js'
import { chooseIcon } from './choose-icon.js'
import { withPackages } from './fetch-packages.js'
import { stopsIt } from './hand-work.js'
import { obstacleAnswer, obstacleText, toldObstacles } from './obstacle-answer.js'
import { playVerdict } from './play-verdict.js'
import { type Built, runBuild } from './run-build.js'
import { findBrowser, playFirst } from './run-first-test.js'
import { refuseCopiedSource, refuseUnbuilt, sourceAnswer, sourceText } from './source-answer.js'

/** The flags of `init --from`. */
export interface RunAdoptFlags extends AdoptFlags {
  readonly format: TextOrJson
  /** Whether a project that has to be built is built first. */
  readonly build?: boolean
  /** Whether the new project is played in all sizes; false to play nothing. Without it, one size is, where a browser is installed. */
  readonly test?: boolean
  readonly verbose?: boolean
  readonly yes?: boolean
  /** Whether libraries and fonts that pages load from the web are got from npm; undefined: asked on a terminal. */
  readonly install?: boolean
}

/** `miniapp init --from GAME`: a new project from a game that is there. The game itself stays as it is. */
export const runAdopt = async (
  folder: string | undefined,
  given: RunAdoptFlags,
  context: CommandContext,
): Promise<void> => {
  judgeFlags(given)
  const page = given.entry === undefined ? await namedPage(given.from, context.cwd) : null
  const flags = { ...given, ...page }
  const browser = findBrowser(flags.test, context)
  await withGame(flags.from, context.cwd, context.interrupted, (read) =>
    adoptRead(folder, flags, read, browser, context),
  )
}

const adoptRead = async (
  folder: string | undefined,
  flags: RunAdoptFlags,
  read: ReadGame,
  browser: string | null,
  context: CommandContext,
): Promise<void> => {
  const source = sourceProject(read.files, flags.entry ?? read.page)
  if (source !== null && read.copyOf !== undefined) refuseCopiedSource(source, flags.from)
  if (source !== null && flags.build !== true) {
    const answer = await sourceAnswer(source, folder, flags, context.cwd)
    context.out(flags.format === 'json' ? jsonDocument(answer) : sourceText(answer, context.outStyles))
    context.setExitCode(EXIT_CODES.no)
    return
  }
  if (source === null && flags.force !== true) refuseUnbuilt(read.files, flags)
  // Nobody should wait for a build to hear of a flag.
  if (source !== null && !context.interactive && flags.ageRating === undefined && flags.yes !== true)
    refuseMissingRating()
  if (source !== null && folder !== undefined)
    await refuseOverlap(read.folder, resolve(context.cwd, folder), flags.from)
  const built = source === null ? null : await runBuild(source, flags.from, context)
  await adopt(
    folder,
    flags,
    built ?? { from: flags.from, game: read },
    source?.project.name ?? null,
    browser,
    context,
  )
}

/** @param builtWith what built the game, for people; null where nothing had to */
const adopt = async (
  folder: string | undefined,
  given: RunAdoptFlags,
  { from, game }: Built,
  builtWith: string | null,
  browser: string | null,
  context: CommandContext,
): Promise<void> => {
  const flags = { ...given, from }
  const prompts = context.interactive ? createPrompts(context) : null
  prompts?.begin(`A mini app from ${safeLine(from)}`)
  const target = await chooseFolder(folder, flags, game.folder, context.cwd, prompts)
  const shell = await chooseEntry(
    visibleFiles(game.files),
    { from, entry: flags.entry ?? game.page },
    prompts,
  )
  const entry = unframed(game.files, shell)
  const adoptWith = (fetched: string | null): Promise<AdoptedGame> =>
    adoptGame(
      game,
      entry,
      from,
      flags.force === true,
      { keep: flags.keep ?? [], drop: flags.drop ?? [] },
      fetched,
    )
  const plain = await adoptWith(null)
  const packages = [...new Set(plain.missing.flatMap((one) => one.packages))]
  const made =
    packages.length > 0 && (await wantsPackages(flags, packages, prompts))
      ? await withPackages(packages, context, adoptWith)
      : plain
  const { engine, obstacles } = made
  if (obstacles.length > 0 && flags.force !== true) {
    const answer = obstacleAnswer(from, engine, obstacles)
    context.out(flags.format === 'json' ? jsonDocument(answer) : obstacleText(answer, context.outStyles))
    context.setExitCode(EXIT_CODES.no)
    return
  }
  const hints = hintsOf(game.files, shell, entry)
  const app = await askApp(flags, hints, target, prompts, flags.yes === true)
  // The last question leaves the cursor right below it.
  if (prompts !== null) context.note('')

  const icon = await chooseIcon(flags, game, hints, context.cwd)
  const adopted = await withShim(
    made,
    game.files.get(SHIM_FILE_NAME),
    hints.size !== null || hints.isShownWhole ? ['fixed-layout'] : [],
    await siteFolder(game.folder, entry),
  )
  const taken = new Set(adopted.files.map(({ path }) => path.toLowerCase()))
  const iconPath = ['icon.png', 'app-icon.png'].find((path) => !taken.has(path)) ?? 'miniapp-icon.png'
  const manifest = makeManifest(app, adopted.entry, iconPath, hints)
  const files = [
    ...adopted.files,
    textFile('manifest.json', jsonFileText(manifest)),
    { path: iconPath, bytes: icon.bytes },
    ...(await readTemplate('blank')).filter(({ path }) => path === '.miniappignore'),
    ...(
      await surroundings(
        { app: { name: manifest.name, appId: manifest.app_id }, check: checkWords(false), built: false },
        target,
      )
    ).filter(({ path }) => !taken.has(path.toLowerCase())),
  ].sort((a, b) => (a.path < b.path ? -1 : 1))
  const replaced = await writeProject(target, files, context.interrupted)
  const left = [...game.leftBehind, ...made.leftBehind]
  const changesFile = await writeChanges(target, { changes: adopted.changes, leftBehind: left }, context)

  const path = displayPath(target, context.cwd)
  const judged = await checked(target, path, context.interrupted)
  const told = toldObstacles(obstacles)
  const { test, notPlayed, isTurned } = await playFirst(
    target,
    async () => withCopies(await folderOriginal(game.folder, shell, from), target, copiesOf(adopted.changes)),
    browser,
    flags.test,
    (result) => playVerdict(result, judged, told.find(stopsIt)?.message ?? null),
    hints.orientation === null
      ? (isOnItsSide) =>
          writeFileDurably(
            join(target, 'manifest.json'),
            jsonFileText(isOnItsSide ? { ...manifest, orientation: 'landscape' } : manifest),
          )
      : null,
    context,
  )
  const result: AdoptResult = {
    schema: 1,
    path,
    from,
    app: { id: manifest.app_id, name: manifest.name, version: manifest.version },
    placeholderId: app.appId === null,
    defaults: app.defaults,
    entry: adopted.entry,
    icon: { path: iconPath, from: icon.from },
    engine,
    recognized: [
      ...(engine === null ? [] : [engine]),
      shell === entry ? `the page ${adopted.entry}` : `the page ${adopted.entry}, which ${shell} leads to`,
      ...(builtWith === null ? [] : [`built with ${builtWith}`]),
      icon.from === null
        ? 'no picture for the icon (a plain one is used; set one with --icon)'
        : `the icon ${icon.from}`,
    ],
    files: files.map((file) => file.path),
    replaced,
    changes: adopted.changes,
    changesFile,
    leftBehind: left,
    missing: adopted.missing,
    doubts: adopted.doubts,
    obstacles: told,
    notes: [
      ...pointerNotes(game.files),
      ...unbuiltNotes(game.files, entry, from, judged.runs),
      ...sizeNotes(hints, adopted.entry),
      ...(isTurned ? [turnNote(adopted.entry)] : []),
    ],
    check: judged,
    test,
    notPlayed,
  }
  const installation = await findInstallation(context.environment, target)
  if (flags.format === 'json') context.out(jsonDocument(result))
  else
    context.out(
      adoptReport(result, {
        styles: context.outStyles,
        verbose: flags.verbose === true,
        next: [
          ...(path === '.' ? [] : [`cd ${shellPath(path)}`]),
          toolCommand('dev', context.environment, installation),
          ...(flags.test !== true ? [toolCommand('test', context.environment, installation)] : []),
        ],
      }),
    )
  // The project is written: without --test, what it plays like is news, not an answer.
  if (flags.test === true && result.test?.result.ok === false) context.setExitCode(EXIT_CODES.no)
}

/** Whether the person wants what pages load from the web to come along. */
const wantsPackages = async (
  { install, yes }: RunAdoptFlags,
  packages: readonly string[],
  prompts: Prompts | null,
): Promise<boolean> =>
  install ??
  (prompts === null
    ? yes === true
    : prompts.confirm(`The game loads these from the web. Get them from npm? ${packages.join(', ')}`))

/** What the game loads from other hosts or outside its folder and the project has copies of: their paths in it, by the addresses in the game. */
const copiesOf = (changes: AdoptResult['changes']): ReadonlyMap<string, string> =>
  new Map(
    changes.flatMap(({ kind, file, from, to }) => {
      if (kind === 'brought' && from !== null) return [[from, file] as const]
      const path = kind === 'address' && leadsOut(from ?? '') && to !== null ? resolvePath(file, to) : null
      return from === null || path === null ? [] : [[from, path] as const]
    }),
  )

/** That a copy of a repository lacks the files that Git LFS keeps. */
const pointerNotes = (files: ReadGame['files']): readonly Note[] => {
  const [first, ...more] = [...files].flatMap(([path, bytes]) => (isLfsPointer(bytes) ? [path] : []))
  if (first === undefined) return []
  const others = more.length === 0 ? '' : ` and ${more.length} more`
  return [
    {
      file: first,
      line: null,
      message: `This${others} is a Git LFS pointer, not the file itself. Run git lfs pull in the folder of the game, then this command again.`,
      effect: 'breaks',
    },
  ]
}

/** That a page of one size is shown smaller where the frame is smaller. */
const sizeNotes = ({ size, orientation }: Hints, page: string): readonly Note[] =>
  size === null
    ? []
    : [
        {
          file: page,
          line: null,
          message: `The page has a fixed size, ${size.width} × ${size.height}${orientation === null ? '' : `, so the manifest says ${orientation}`}. In a smaller frame, the browser shim scales it down: check that people can still read and tap everything.`,
          effect: 'look',
        },
      ]

/** That a game is held as it asks people to hold it. */
const turnNote = (file: string): Note => ({
  file,
  line: null,
  message: 'The page asks people to turn an upright phone, so the manifest says landscape.',
  effect: 'look',
})

/** What a game says of itself; of a page that only shows the game in a frame, what that page says comes first. */
const hintsOf = (files: ReadGame['files'], shell: string, entry: string): Hints => {
  const inner = readHints(files, entry)
  if (shell === entry) return inner
  const outer = readHints(files, shell)
  return {
    title: outer.title ?? inner.title,
    description: outer.description ?? inner.description,
    orientation: outer.orientation ?? inner.orientation,
    size: inner.size,
    isShownWhole: inner.isShownWhole,
    background: outer.background ?? inner.background,
    icons: [...outer.icons, ...inner.icons],
  }
}

const checked = async (folder: string, path: string, signal: AbortSignal): Promise<AdoptResult['check']> => {
  const written = { ...(await openFolder(folder)), path }
  try {
    return await check(written, { signal })
  } finally {
    await written.close()
  }
}

/**
 * Lists every change in a file beside the project, where no bundle has it.
 * @returns its path as the person would write it; null where there is nothing to list, or it cannot be written
 */
const writeChanges = async (
  target: string,
  { changes, leftBehind }: Pick<AdoptResult, 'changes' | 'leftBehind'>,
  { cwd, note }: CommandContext,
): Promise<string | null> => {
  const lines = changeLines(changes, leftBehind, styles(false))
  if (lines.length === 0) return null
  const file = join(dirname(target), `${basename(target)}.changes.txt`)
  try {
    await writeFileDurably(file, `${lines.join('\n')}\n`)
    return displayPath(file, cwd)
  } catch (error) {
    const words = describeSystemError(error)
    if (words === undefined) throw error
    // The project is there, and the report has it all with --verbose.
    note(`The list of changes was not written to ${safeLine(file)}: ${words}.`)
    return null
  }
}

const makeManifest = (app: AppAnswers, entry: string, icon: string, { orientation }: Hints): Manifest => ({
  service_miniapp: 1,
  app_id: app.appId ?? PLACEHOLDER_APP_ID,
  version: '1.0.0',
  name: app.name,
  summary: app.summary,
  category: 'games',
  age_rating: app.ageRating,
  ...(entry === DEFAULT_ENTRY ? {} : { entry }),
  icon,
  ...(orientation === null ? {} : { orientation }),
  access: { type: 'free' },
})
