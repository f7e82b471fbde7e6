import { Option } from 'commander'
import { Failure } from '../../failure.js'
import { AGE_RATINGS } from '../../platform/ages.js'
import { formatOption, type TextOrJson } from '../format-option.js'
import type { AdoptFlags } from '../init/adopt/adopt-answers.js'
import type { RegisterCommand } from './register-command.js'

/** `miniapp init`: a new project from a template. */
export const registerInit: RegisterCommand = (program, context) =>
  program
    .command('init')
    .summary('start a mini app from a template, or from a game that is there')
    .description(
      'Write a new mini app from a template: a whole project that passes check and runs in dev as it stands.\n' +
        'With --from, make one from a folder of HTML instead: a copy in which everything that can be mended by rule ' +
        'is mended and listed, and what is left for you is told as check tells it. The folder itself stays as it is.\n' +
        'On a terminal it asks for what the flags leave open.',
    )
    .argument('[dir]', 'the folder to write; it is made if it is not there')
    .addOption(
      new Option(
        '-t, --template <name>',
        'arcade (a small game), versus (2 to 8 players), studio (AI and photos), blank (one page) or vite (TypeScript)',
      ),
    )
    .addOption(new Option('-n, --name <name>', "the app's name; without it, made from the folder's"))
    .addOption(new Option('--app-id <id>', 'the App ID from registering the app; without it, a placeholder'))
    .addOption(new Option('--from <folder>', 'make the app from the game in this folder'))
    .addOption(
      new Option(
        '--summary <text>',
        "with --from: what it is, in a line; without it, the page's description",
      ),
    )
    .addOption(new Option('--age-rating <rating>', `with --from: ${AGE_RATINGS.join(', ')}`))
    .addOption(new Option('--entry <page>', 'with --from: the page that is opened, where there are several'))
    .addOption(
      new Option('--icon <picture>', 'with --from: the picture for the icon; without it, the best one there'),
    )
    .addOption(
      new Option('-f, --force', 'write into a folder that is not empty, replacing files of the same names'),
    )
    .addOption(
      new Option(
        '--shim',
        "add the browser shim to the project in dir: localStorage, gamepads and others for the app's scripts",
      ),
    )
    .addOption(formatOption())
    .addHelpText(
      'after',
      `
Examples:
  miniapp init
  miniapp init space-cats --template arcade
  miniapp init snake --from ../old-snake --age-rating 4+ --icon img/head.png
  miniapp init --shim my-game
  miniapp init notes --template blank --name "My notes" --app-id ma_abcdefghij
`,
    )
    .action(async (dir: string | undefined, { from, shim, ...flags }: GivenFlags) => {
      if (shim === true) {
        const other = SHIM_STANDS_ALONE.find(([name]) => ({ ...flags, from })[name] !== undefined)
        if (other !== undefined)
          throw new Failure(
            'usage',
            `${other[1]} and --shim cannot both be given.`,
            '--shim changes a project that is there, and nothing else about it.',
          )
        const { runShim } = await import('../init/shim/run-shim.js')
        return await runShim(dir, flags, context)
      }
      if (from !== undefined) {
        const { runAdopt } = await import('../init/adopt/run-adopt.js')
        return await runAdopt(dir, { ...flags, from }, context)
      }
      const stray = FROM_FLAGS.find(([name]) => flags[name] !== undefined)
      if (stray !== undefined)
        throw new Failure(
          'usage',
          `${stray[1]} goes with --from.`,
          'A template has its own; change it there.',
        )
      const { runInit } = await import('../init/run.js')
      await runInit(dir, flags, context)
    })

type GivenFlags = Omit<AdoptFlags, 'from'> & {
  readonly from?: string
  readonly shim?: boolean
  readonly format: TextOrJson
}

/** The flags that mean nothing without a game. */
const FROM_FLAGS = [
  ['summary', '--summary'],
  ['ageRating', '--age-rating'],
  ['entry', '--entry'],
  ['icon', '--icon'],
] as const

/** The flags that make a project, which is there where the shim is added. */
const SHIM_STANDS_ALONE = [
  ['from', '--from'],
  ['template', '--template'],
  ['name', '--name'],
  ['appId', '--app-id'],
  ...FROM_FLAGS,
] as const
