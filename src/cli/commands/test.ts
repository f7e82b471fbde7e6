import { Option } from 'commander'
import { wholeNumber } from '../number-option.js'
import type { RegisterCommand } from './register-command.js'

export interface TestFlags {
  readonly seed: number
  readonly seconds: number
  readonly jobs?: number
  readonly torture?: number
  readonly screenshots?: string
  readonly trace?: string
  readonly strict?: boolean
  readonly format: 'text' | 'json' | 'sarif' | 'github'
  readonly output?: string
}

/** `miniapp test`: what people would meet. */
export const registerTest: RegisterCommand = (program, context) =>
  program
    .command('test')
    .summary('run an app in a browser, and tell what people would meet')
    .description(
      'Runs a folder or a zip in the simulator, in an installed Chrome, Chromium or Edge without a window: on a phone, at 320 pixels, on its side and on a desktop, light and dark, in English and in a language written from right to left. Plays it at random, the same way for the same seed, and tells what a person would have met: errors, blocked requests, missing files, a blank first picture, refused calls and more.',
    )
    .argument('[path]', "the app's folder, or a zip", '.')
    .addOption(
      new Option('--seed <number>', 'play in another way').default(1).argParser(wholeNumber(0, 2 ** 31)),
    )
    .addOption(
      new Option('--seconds <number>', 'how long each size is played; 0 only looks')
        .default(5)
        .argParser(wholeNumber(0, 3_600)),
    )
    .addOption(
      new Option(
        '--torture <seed>',
        'let calls fail, hang and take long at random, the same way for a seed',
      ).argParser(wholeNumber(0, 2 ** 31)),
    )
    .addOption(
      new Option(
        '--jobs <number>',
        'how many sizes are played at once; without it, one for every two processors',
      ).argParser(wholeNumber(1, 4)),
    )
    .option('--screenshots <dir>', 'keep pictures of the app, sized for its listing')
    .option('--trace <dir>', 'keep what is needed to see a failure again: traces and call logs')
    .option('--strict', 'fail on warnings too')
    .addOption(
      new Option('--format <format>', 'how to report')
        .choices(['text', 'json', 'sarif', 'github'])
        .default('text'),
    )
    .option('--output <file>', 'write the report into a file instead of stdout')
    .addHelpText(
      'after',
      `
Examples:
  miniapp test                               the app in this folder
  miniapp test app.zip --strict --format github
  miniapp test --seconds 30 --seed 7 --trace trace
  miniapp test --torture 7                   what it makes of trouble
  miniapp test --seconds 0 --screenshots pictures

CHROME_PATH names a browser other than the one that is found.
`,
    )
    .action(async (path: string, flags: TestFlags) => {
      const { runTest } = await import('../run-test.js')
      await runTest(path, flags, context)
    })
