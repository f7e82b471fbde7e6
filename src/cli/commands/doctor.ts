import { Option } from 'commander'
import { formatOption } from '../format-option.js'
import { profileOption } from '../profile-option.js'
import type { DoctorFlags } from '../run-doctor.js'
import type { RegisterCommand } from './register-command.js'

/** `miniapp doctor`: whether the machine has what the tool needs. */
export const registerDoctor: RegisterCommand = (program, context) =>
  program
    .command('doctor')
    .summary('look whether this machine has what the tool needs')
    .description(
      'Looks at Node.js, the picture library, the browser, the network, the settings folder, the service and the app in this folder, and says what to do about what is wrong.\nThe exit code is 1 where a command will not work.',
    )
    .addOption(
      new Option('--base-url <url>', 'the service to look at; without it, the one you are signed in to'),
    )
    .addOption(profileOption())
    .addOption(formatOption())
    .addHelpText(
      'after',
      `
Examples:
  miniapp doctor
  miniapp doctor --base-url https://api.example
  miniapp doctor --format json
`,
    )
    .action(async (flags: DoctorFlags) => {
      const { runDoctor } = await import('../run-doctor.js')
      await runDoctor(flags, context)
    })
