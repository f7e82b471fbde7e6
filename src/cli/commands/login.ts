import { Option } from 'commander'
import { formatOption } from '../format-option.js'
import { redirectPortOption } from '../port-option.js'
import { profileOption } from '../profile-option.js'
import type { LoginFlags } from '../publish/run-login.js'
import type { RegisterCommand } from './register-command.js'

/** `miniapp login`: sign in by the device flow. */
export const registerLogin: RegisterCommand = (program, context) =>
  program
    .command('login')
    .summary('sign in to the service')
    .description(
      'Sign in to the service: open the address that it prints on any device, check the code, and approve.\nWith --format json it prints the code and ends; --complete goes on from there.',
    )
    .addOption(new Option('--base-url <url>', 'the address of the service'))
    .addOption(new Option('--client-id <id>', 'the client id of the registered app'))
    .addOption(new Option('--scope <scope...>', 'what to ask permission for (default: write:post)'))
    .addOption(new Option('--no-open', 'open no browser'))
    .addOption(new Option('--no-keyring', "keep the token in a file even where the system's key store works"))
    .addOption(new Option('--complete', 'go on with the sign-in that --format json began').default(false))
    .addOption(
      new Option('--browser', 'sign in through a browser on this machine instead of with a code').default(
        false,
      ),
    )
    .addOption(redirectPortOption())
    .addOption(new Option('--with-token', 'read a token from stdin instead of getting one').default(false))
    .addOption(profileOption())
    .addOption(formatOption())
    .addHelpText(
      'after',
      `
Examples:
  miniapp login --base-url https://api.example.com --client-id my-app
  miniapp login --base-url http://localhost:4747 --client-id miniapp-cli --scope write:post write:media
  miniapp login --browser --redirect-port 8976
  miniapp login --with-token --base-url https://api.example.com < token.txt
  miniapp login --format json && miniapp login --complete --format json
`,
    )
    .action(async (flags: LoginFlags) => {
      const { runLogin } = await import('../publish/run-login.js')
      await runLogin(flags, context)
    })
