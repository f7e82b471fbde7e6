import { formatOption } from '../format-option.js'
import type { RegisterCommand } from './register-command.js'

export const registerReplay: RegisterCommand = (program, context) =>
  program
    .command('replay')
    .summary('replay a log of dev, and tell the first difference')
    .description(
      'Do to a new host all that an exported log tells of, at the same times: calls, what people chose on sheets, switches, the clock. Every answer and event is compared; the first difference is told. Nothing is opened, and nothing is saved.',
    )
    .argument(
      '<log>',
      'a log saved from the Calls panel, from control/calls, or from dev --format json; - is stdin',
    )
    .argument('[path]', 'an app whose manifest counts instead of the one in the log: its folder or zip')
    .addOption(formatOption())
    .addHelpText(
      'after',
      `
Not compared, since a log does not hold it: what pictures, sounds and picked
files look and sound like; of what .miniapp/ai.json gave, all but the status;
and the words of errors, of which the code counts.

The exit code is 0 where all came out alike, and 1 where something differs.

Examples:
  miniapp dev --format json > session.ndjson   record, by playing
  miniapp replay session.ndjson                the same again
  miniapp replay session.ndjson .              the same with the manifest as it is now
`,
    )
    .action(async (log: string, path: string | undefined, flags: { readonly format: 'text' | 'json' }) => {
      const { runReplay } = await import('../run-replay.js')
      await runReplay(log, path ?? null, flags.format, context)
    })
