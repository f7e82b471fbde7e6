import type { RegisterCommand } from '../context.js'
import { baseUrlOption, formatOption, profileOption, redirectPortOption } from '../options.js'
import type { LoginFlags } from '../publish/run-login.js'
import type { LogoutFlags } from '../publish/run-logout.js'
import type { StatusFlags } from '../publish/run-status.js'

/** `miniapp login`: sign in by the device flow. */
export const registerLogin: RegisterCommand = (program, context) =>
  program
    .command('login')
    .summary('sign in to the service')
    .description(
      'Sign in to the service. Open the printed URL on any device, compare the code, and approve.\nWith --format json, it prints the code and exits; run it again with --complete to finish.',
    )
    .option('--base-url <url>', 'the URL of the service')
    .option('--client-id <id>', 'the client ID of the registered app')
    .option(
      '--scope <scope...>',
      'the permissions to request, besides those you already granted (default: write:post)',
    )
    .option('--no-open', 'do not open a browser')
    .option('--no-keyring', 'store the token in a file instead of the system keychain')
    .option('--complete', 'finish the sign-in started with --format json', false)
    .option('--browser', 'sign in with a browser on this machine instead of a code', false)
    .addOption(redirectPortOption())
    .option('--with-token', 'read a token from stdin', false)
    .addOptions(profileOption(), formatOption())
    .examples(`
  miniapp login --base-url https://api.example.com --client-id my-app
  miniapp login --base-url http://localhost:4747 --client-id miniapp-cli --scope write:post write:media
  miniapp login --scope write:media
  miniapp login --browser --redirect-port 8976
  miniapp login --with-token --base-url https://api.example.com < token.txt
  miniapp login --format json && miniapp login --complete --format json
`)
    .action(async (flags: LoginFlags) => {
      const { runLogin } = await import('../publish/run-login.js')
      await runLogin(flags, context)
    })

/** `miniapp logout`: sign out. */
export const registerLogout: RegisterCommand = (program, context) =>
  program
    .command('logout')
    .summary('sign out of the service')
    .description(
      'Sign out: remove the stored tokens from this machine, and revoke them if the service supports that.',
    )
    .addOptions(profileOption(), formatOption())
    .examples(`
  miniapp logout
  miniapp logout --profile studio
`)
    .action(async (flags: LogoutFlags) => {
      const { runLogout } = await import('../publish/run-logout.js')
      await runLogout(flags, context)
    })

/** `miniapp status`: the current sign-in. */
export const registerStatus: RegisterCommand = (program, context) =>
  program
    .command('status')
    .summary('show your sign-in and its permissions')
    .description(
      'Show the service you are signed in to, your permissions, when the token expires, where it is stored, and whether the service still accepts it.\nThe exit code is 3 if you are not signed in, or the sign-in no longer works.',
    )
    .option('--offline', 'do not contact the service', false)
    .addOptions(baseUrlOption(), profileOption(), formatOption())
    .examples(`
  miniapp status
  miniapp status --offline
  miniapp status --profile studio --format json
`)
    .action(async (flags: StatusFlags) => {
      const { runStatus } = await import('../publish/run-status.js')
      await runStatus(flags, context)
    })
