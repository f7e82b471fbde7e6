import { Option } from 'commander'
import { formatOption } from '../options/format-option.js'
import { redirectPortOption } from '../options/port-option.js'
import { profileOption } from '../options/profile-option.js'
import type { LoginFlags } from '../publish/run-login.js'
import type { RegisterCommand } from './register-command.js'

/** `miniapp login`: sign in by the device flow. */
export const registerLogin: RegisterCommand = (program, context) =>
  program
    .command('login')
    .summary('sign in to the service')
    .description(
      'Sign in to the service. Open the printed URL on any device, compare the code, and approve.\nWith --format json, it prints the code and exits; run it again with --complete to finish.',
    )
    .addOption(new Option('--base-url <url>', 'the URL of the service'))
    .addOption(new Option('--client-id <id>', 'the client ID of the registered app'))
    .addOption(
      new Option(
        '--scope <scope...>',
        'the permissions to request, besides those you already granted (default: write:post)',
      ),
    )
    .addOption(new Option('--no-open', 'do not open a browser'))
    .addOption(new Option('--no-keyring', 'store the token in a file instead of the system keychain'))
    .addOption(new Option('--complete', 'finish the sign-in started with --format json').default(false))
    .addOption(
      new Option('--browser', 'sign in with a browser on this machine instead of a code').default(false),
    )
    .addOption(redirectPortOption())
    .addOption(new Option('--with-token', 'read a token from stdin').default(false))
    .addOption(profileOption())
    .addOption(formatOption())
    .addHelpText(
      'after',
      `
Examples:
  miniapp login --base-url https://api.example.com --client-id my-app
  miniapp login --base-url http://localhost:4747 --client-id miniapp-cli --scope write:post write:media
  miniapp login --scope write:media
  miniapp login --browser --redirect-port 8976
  miniapp login --with-token --base-url https://api.example.com < token.txt
  miniapp login --format json && miniapp login --complete --format json
`,
    )
    .action(async (flags: LoginFlags) => {
      const { runLogin } = await import('../publish/run-login.js')
      await runLogin(flags, context)
    })
