import type { RegisterCommand } from '../context.js'
import { formatOption } from '../options.js'

export const registerReplay: RegisterCommand = (program, context) =>
  program
    .command('replay')
    .summary('replay a log from dev and show the first difference')
    .description(
      'Replay an exported log on a fresh host, with the same timing: calls, choices on sheets, switches and the clock. Every answer and event is compared, and the first difference is shown. Nothing is opened or saved.',
    )
    .argument('<log>', 'a log from the Calls panel, control/calls, or dev --format json; - reads stdin')
    .argument('[path]', 'the folder or zip of an app whose manifest replaces the one in the log')
    .addOption(formatOption())
    .addHelpText(
      'after',
      `
Not compared, because a log does not contain it: the contents of pictures,
sounds and picked files; answers from .miniapp/ai.json except their status; and
error messages (only error codes are compared).

The exit code is 0 if everything is identical, and 1 if something differs.`,
    )
    .examples(`
  miniapp dev --format json > session.ndjson   record while you play
  miniapp replay session.ndjson                replay it
  miniapp replay session.ndjson .              replay it with the current manifest
`)
    .action(async (log: string, path: string | undefined, flags: { readonly format: 'text' | 'json' }) => {
      const { runReplay } = await import('../run-replay.js')
      await runReplay(log, path ?? null, flags.format, context)
    })
