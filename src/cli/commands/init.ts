import { usageFailure } from '../../failure.js'
import { AGE_RATINGS } from '../../platform/ages.js'
import { MATCH_MAX_PLAYERS, MATCH_MIN_PLAYERS } from '../../platform/limits.js'
import type { RegisterCommand } from '../context.js'
import type { RunAdoptFlags } from '../init/adopt/run-adopt.js'
import type { FinishFlags } from '../init/finish-project.js'
import { formatOption, type TextOrJson } from '../options.js'

/** `miniapp init`: a new project from a template or from an existing game. */
export const registerInit: RegisterCommand = (program, context) =>
  program
    .command('init')
    .summary('start a mini app from a template or from an existing game')
    .description(
      'Write a new mini app from a template: a complete project that passes check and runs in dev as it is.\n' +
        'With --from, copy an existing game instead, from a folder of HTML, a zip or a local server, fix what can be fixed automatically, and report ' +
        'what was changed, what to fix by hand, and whether it will run. The game itself is not changed. Where a browser is ' +
        'installed, the game and the app are played for a few seconds, and the last line says whether the app behaves like the game. A project ' +
        'that must be built first is recognized: add --build.\n' +
        'With --add, add what a mini app needs to your own project: manifest, icon, plugin or SDK, scripts and types. Nothing else in it is changed.\n' +
        'Prompts for anything not given as a flag; --yes takes every default.',
    )
    .argument('[dir]', 'the folder to write; it is created if it does not exist')
    .option(
      '-t, --template <name>',
      `arcade (a small game), versus (${MATCH_MIN_PLAYERS} to ${MATCH_MAX_PLAYERS} players), studio (AI and photos), blank (one page) or vite (TypeScript)`,
    )
    .option('--react', 'with --template vite: use React')
    .option('-n, --name <name>', "the app's name (default: from the folder's name)")
    .option('--app-id <id>', 'the App ID (default: a placeholder, until you register the app)')
    .option('--add', 'add what is missing to the project in dir: manifest, icon, plugin, scripts, types')
    .option('-y, --yes', 'take every default instead of asking')
    .option('--git', 'create a git repository in the new folder')
    .option('--no-git', 'do not create a git repository, and do not ask')
    .option(
      '--install',
      'install the dependencies of the new project; with --from: get from npm the libraries and fonts that the game loads from other sites',
    )
    .option('--no-install', 'do not install anything, and do not ask')
    .option(
      '--from <game>',
      'make the app from a game: its folder, its page, its zip, or its page on a local server',
    )
    .option('--summary <text>', "with --from or --add: the summary (default: the page's description)")
    .option('--age-rating <rating>', `with --from or --add: the age rating: ${AGE_RATINGS.join(', ')}`)
    .option('--entry <page>', 'with --from: the page to open, if there are several')
    .option('--icon <picture>', 'with --from: the picture for the icon (default: the best one found)')
    .option('--keep <name...>', 'with --from: files, folders and URLs of elements to keep in the game')
    .option('--drop <name...>', 'with --from: files, folders and scripts of the page to leave out')
    .option('--build', "with --from: run the project's build first, and convert what it writes")
    .option(
      '--test',
      'with --from: play the app at every size, as miniapp test does, and exit with 1 if something is broken',
    )
    .option('--no-test', 'with --from: do not play the new app and compare it with the game')
    .option('--verbose', 'with --from: list every change')
    .option(
      '-f, --force',
      'write into a folder that is not empty, replacing files of the same names; with --from: also write an app that will not run',
    )
    .option(
      '--shim',
      "add the browser shim to the project in dir: localStorage, gamepads and others for the app's scripts",
    )
    .addOption(formatOption())
    .examples(`
  miniapp init
  miniapp init space-cats --template arcade
  miniapp init paint --template vite --react
  miniapp init snake --from ../old-snake --age-rating 4+ --icon img/head.png
  miniapp init golf --from ~/Downloads/golf.zip --age-rating 4+
  miniapp init race --from ../race --age-rating 4+ --build --test
  miniapp init --add                       in the folder of your Vite project
  miniapp init --shim my-game
  miniapp init notes --template blank --name "My notes" --app-id ma_abcdefghij
`)
    .action(async (dir: string | undefined, { from, shim, add, ...flags }: GivenFlags) => {
      const asking = flags.yes === true ? { ...context, interactive: false } : context
      if (add === true) {
        const other = NOT_WITH_ADD.find(([name]) => isGiven({ ...flags, from, shim }[name]))
        if (other !== undefined)
          throw usageFailure(
            `${other[1]} and --add cannot both be given.`,
            '--add changes an existing project, and only adds what is missing.',
          )
        const { runAdd } = await import('../init/add/run-add.js')
        return await runAdd(dir, flags, asking)
      }
      if (shim === true) {
        const other = SHIM_STANDS_ALONE.find(([name]) => isGiven({ ...flags, from }[name]))
        if (other !== undefined)
          throw usageFailure(
            `${other[1]} and --shim cannot both be given.`,
            '--shim changes an existing project, and only adds the browser shim.',
          )
        const { runShim } = await import('../init/shim/run-shim.js')
        return await runShim(dir, flags, context)
      }
      if (from !== undefined) {
        if (isGiven(flags.git))
          throw usageFailure(
            '--git and --from cannot both be given.',
            'Run git init yourself in the new folder.',
          )
        const { runAdopt } = await import('../init/adopt/run-adopt.js')
        return await runAdopt(dir, { ...flags, from }, asking)
      }
      const stray = FROM_FLAGS.find(([name]) => isGiven(flags[name]))
      if (stray !== undefined)
        throw usageFailure(
          `${stray[1]} needs --from${ADD_TAKES.some((flag) => flag === stray[0]) ? ' or --add' : ''}.`,
          'Without --from, edit the files of the template instead.',
        )
      const { runInit } = await import('../init/run.js')
      // On a terminal, a person would be asked whether to do these, and Yes is the default.
      const finish =
        flags.yes === true && context.interactive
          ? { git: flags.git ?? true, install: flags.install ?? true }
          : {}
      await runInit(dir, { ...flags, ...finish }, asking)
    })

type GivenFlags = Omit<RunAdoptFlags, 'from'> &
  FinishFlags & {
    readonly add?: boolean
    readonly from?: string
    readonly shim?: boolean
    readonly format: TextOrJson
  }

/** A flag that says no, as `--no-test`, asks for nothing. */
const isGiven = (flag: unknown): boolean => flag !== undefined && flag !== false

/** The flags that mean nothing without a game. */
const FROM_FLAGS = [
  ['summary', '--summary'],
  ['ageRating', '--age-rating'],
  ['entry', '--entry'],
  ['icon', '--icon'],
  ['keep', '--keep'],
  ['drop', '--drop'],
  ['build', '--build'],
  ['test', '--test'],
  ['verbose', '--verbose'],
] as const

/** Those of them that `--add` takes too. */
const ADD_TAKES = ['summary', 'ageRating'] as const

/** The flags that mean another way to begin. */
const NOT_WITH_ADD = [
  ['from', '--from'],
  ['shim', '--shim'],
  ['template', '--template'],
  ['react', '--react'],
  ['entry', '--entry'],
  ['icon', '--icon'],
  ['keep', '--keep'],
  ['drop', '--drop'],
  ['build', '--build'],
  ['test', '--test'],
  ['verbose', '--verbose'],
  ['git', '--git'],
  ['install', '--install'],
] as const

/** The flags that make a project, which is there where the shim is added. */
const SHIM_STANDS_ALONE = [
  ['from', '--from'],
  ['template', '--template'],
  ['react', '--react'],
  ['name', '--name'],
  ['appId', '--app-id'],
  ...FROM_FLAGS,
] as const
