import { Option } from 'commander'
import type { CommandContext } from '../context.js'
import type { RegisterCommand } from './register-command.js'

export interface CheckFlags {
  readonly format: 'text' | 'json' | 'sarif' | 'github'
  readonly output?: string
  readonly strict?: boolean
  readonly after?: string
  readonly watch?: boolean
}

export const registerCheck: RegisterCommand = (program, context) =>
  program
    .command('check')
    .summary('check a bundle, a folder or a zip, by every rule')
    .description(
      'Check a bundle, a folder or a zip, by every rule of the platform. Tells all problems at once, and whether the version would go live by itself or wait for an admin.',
    )
    .argument('[path...]', 'folders or zips', ['.'])
    .addOption(
      new Option('--format <format>', 'how to report')
        .choices(['text', 'json', 'sarif', 'github'])
        .default('text'),
    )
    .option('--output <file>', 'write the report into a file instead of stdout')
    .option('--strict', 'fail on flags and warnings too')
    .option('--after <version>', 'the version must be higher than this one')
    .option(
      '--watch',
      'check again after every save, until Ctrl-C; with --format json, a line for each check',
    )
    .addHelpText(
      'after',
      `
Examples:
  miniapp check                     the folder that you are in
  miniapp check hello dist/app.zip  several, folders and zips
  miniapp check hello --watch       again after every save
  miniapp check --strict --format json > problems.json
`,
    )
    .action(async (paths: string[], flags: CheckFlags) => {
      const { runCheck } = await import('../run-check.js')
      await runCheck(paths, flags, context satisfies CommandContext)
    })
