import type { RegisterCommand } from '../context.js'
import { formatOption } from '../options.js'

interface ReplayFlags {
  readonly format: 'text' | 'json'
  readonly output?: string
}

export const registerReplay: RegisterCommand = (program, context) =>
  program
    .command('replay')
    .summary('replay a log from dev and show the first difference')
    .description(
      'Replay an exported log on a fresh host, in the same order and at the same times: calls, choices on sheets, switches and the clock. Every answer and event is compared, and the first difference is shown. No browser is opened, and nothing is saved.',
    )
    .argument('<log>', 'a log from the Calls panel, control/calls, or dev --format json; - reads stdin')
    .argument('[path]', 'the folder or zip of an app whose manifest replaces the one in the log')
    .option('--output <file>', 'write the log of the replay, which can be replayed too')
    .addOption(formatOption())
    .addHelpText(
      'after',
      `
Work outside the host is not repeated. Its outcome comes from the log: whether a
save succeeded, what a picked file or a shared picture became, and what AI made.
The contents of pictures, sounds and files are not compared, and neither are
error messages.

The exit code is 0 if everything is identical, and 1 if something differs.`,
    )
    .examples(`
  miniapp dev --format json > session.ndjson   record while you play
  miniapp replay session.ndjson                replay it
  miniapp replay session.ndjson .              replay it with the current manifest
`)
    .action(async (log: string, path: string | undefined, flags: ReplayFlags) => {
      const { runReplay } = await import('../run-replay.js')
      await runReplay(log, path ?? null, flags, context)
    })
