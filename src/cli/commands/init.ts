import { Option } from 'commander'
import { formatOption, type TextOrJson } from '../format-option.js'
import type { InitFlags } from '../init/answers.js'
import type { RegisterCommand } from './index.js'

/** `miniapp init`: a new project from a template. */
export const registerInit: RegisterCommand = (program, context) =>
  program
    .command('init')
    .summary('start a mini app from a template')
    .description(
      'Write a new mini app from a template: a whole project that passes check and runs in dev as it stands.\n' +
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
    .addOption(
      new Option('-f, --force', 'write into a folder that is not empty, replacing files of the same names'),
    )
    .addOption(formatOption())
    .addHelpText(
      'after',
      `
Examples:
  miniapp init
  miniapp init space-cats --template arcade
  miniapp init notes --template blank --name "My notes" --app-id ma_abcdefghij
`,
    )
    .action(async (dir: string | undefined, flags: InitFlags & { readonly format: TextOrJson }) => {
      const { runInit } = await import('../init/run.js')
      await runInit(dir, flags, context)
    })
