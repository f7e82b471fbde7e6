import type { RegisterCommand } from '../context.js'
import { formatOption, profileOption } from '../options.js'
import type { DoctorFlags } from '../run-doctor.js'

/** `miniapp doctor`: checks whether the machine has what the tool needs. */
export const registerDoctor: RegisterCommand = (program, context) =>
  program
    .command('doctor')
    .summary('check that this machine has everything miniapp needs')
    .description(
      'Check Node.js, the image library, the browser, the network, the settings folder, the service and the app in the current folder, and show how to fix problems.\nThe exit code is 1 if a command cannot work.',
    )
    .option('--base-url <url>', 'the service to check (default: the one you are signed in to)')
    .addOptions(profileOption(), formatOption())
    .examples(`
  miniapp doctor
  miniapp doctor --base-url https://api.example
  miniapp doctor --format json
`)
    .action(async (flags: DoctorFlags) => {
      const { runDoctor } = await import('../run-doctor.js')
      await runDoctor(flags, context)
    })
