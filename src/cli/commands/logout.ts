import { formatOption } from '../format-option.js'
import { profileOption } from '../profile-option.js'
import type { LogoutFlags } from '../publish/run-logout.js'
import type { RegisterCommand } from './register-command.js'

/** `miniapp logout`: forget a sign-in. */
export const registerLogout: RegisterCommand = (program, context) =>
  program
    .command('logout')
    .summary('forget the sign-in')
    .description('Forget the tokens of a sign-in on this machine.')
    .addOption(profileOption())
    .addOption(formatOption())
    .addHelpText(
      'after',
      `
Examples:
  miniapp logout
  miniapp logout --profile studio
`,
    )
    .action(async (flags: LogoutFlags) => {
      const { runLogout } = await import('../publish/run-logout.js')
      await runLogout(flags, context)
    })
