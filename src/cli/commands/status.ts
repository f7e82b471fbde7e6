import { Option } from 'commander'
import { baseUrlOption } from '../options/base-url-option.js'
import { formatOption } from '../options/format-option.js'
import { profileOption } from '../options/profile-option.js'
import type { StatusFlags } from '../publish/run-status.js'
import type { RegisterCommand } from './register-command.js'

/** `miniapp status`: the current sign-in. */
export const registerStatus: RegisterCommand = (program, context) =>
  program
    .command('status')
    .summary('show your sign-in and its permissions')
    .description(
      'Show which service you are signed in to, with which permissions, until when, and where the token is stored, and ask the service whether the sign-in still works.\nThe exit code is 3 if you are not signed in, or the sign-in no longer works.',
    )
    .addOption(new Option('--offline', 'do not ask the service').default(false))
    .addOption(baseUrlOption())
    .addOption(profileOption())
    .addOption(formatOption())
    .addHelpText(
      'after',
      `
Examples:
  miniapp status
  miniapp status --offline
  miniapp status --profile studio --format json
`,
    )
    .action(async (flags: StatusFlags) => {
      const { runStatus } = await import('../publish/run-status.js')
      await runStatus(flags, context)
    })
