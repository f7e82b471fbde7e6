import type { CommandContext, RegisterCommand } from '../context.js'
import { allowOption, reportFormatOption, verboseOption } from '../options.js'
import type { CheckFlags } from '../run-check.js'

export const registerCheck: RegisterCommand = (program, context) =>
  program
    .command('check')
    .summary('check a folder or zip against every rule')
    .description(
      'Check a bundle (a folder or a zip) against every rule of the platform. Reports all problems, and whether the version would go live automatically or wait for an admin.',
    )
    .argument('[path...]', 'folders or zips to check', ['.'])
    .addOption(reportFormatOption())
    .option('--output <file>', 'write the report to a file instead of stdout')
    .option('--strict', 'also fail on flags and warnings')
    .addOption(allowOption())
    .addOption(verboseOption())
    .option('--after <version>', 'require a version higher than this one')
    .option(
      '--watch',
      'check again after every save, until Ctrl-C; with --format json, print one line per check',
    )
    .examples(`
  miniapp check                     the current folder
  miniapp check hello dist/app.zip  several folders and zips
  miniapp check hello --watch       check again after every save
  miniapp check --strict --allow manifest/ai-capability
  miniapp check --strict --format json > problems.json
`)
    .action(async (paths: string[], flags: CheckFlags) => {
      const { runCheck } = await import('../run-check.js')
      await runCheck(paths, flags, context satisfies CommandContext)
    })
