import { formatOption } from '../options/format-option.js'
import { profileOption } from '../options/profile-option.js'
import type { LogoutFlags } from '../publish/run-logout.js'
import type { RegisterCommand } from './register-command.js'

/** `miniapp logout`: sign out. */
export const registerLogout: RegisterCommand = (program, context) =>
  program
    .command('logout')
    .summary('sign out of the service')
    .description(
      'Sign out: remove the stored tokens from this machine, and revoke them if the service supports that.',
    )
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
