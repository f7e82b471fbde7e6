import { formatOption } from '../format-option.js'
import { profileOption } from '../profile-option.js'
import type { StatusFlags } from '../publish/run-status.js'
import type { RegisterCommand } from './register-command.js'

/** `miniapp status`: who is signed in. */
export const registerStatus: RegisterCommand = (program, context) =>
  program
    .command('status')
    .summary('say who is signed in, where, and with which permissions')
    .description(
      'Say who is signed in, to which service, with which permissions, until when, and where the token is kept.\nThe exit code is 3 where nobody is.',
    )
    .addOption(profileOption())
    .addOption(formatOption())
    .addHelpText(
      'after',
      `
Examples:
  miniapp status
  miniapp status --profile studio --format json
`,
    )
    .action(async (flags: StatusFlags) => {
      const { runStatus } = await import('../publish/run-status.js')
      await runStatus(flags, context)
    })
