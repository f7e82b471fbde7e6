import { Option } from 'commander'
import { SERVICE_PORT } from '../../local-server/ports.js'
import { formatOption } from '../format-option.js'
import { portOption } from '../port-option.js'
import type { ServiceFlags } from '../publish/run-service.js'
import type { RegisterCommand } from './register-command.js'

/** `miniapp service`: a local stand-in for the service. */
export const registerService: RegisterCommand = (program, context) =>
  program
    .command('service')
    .summary('run a local stand-in for the service')
    .description(
      'Run a local stand-in for the service: sign-in with a consent page, the publishing API, and a page that shows posts as readers see them. Nothing leaves this machine.',
    )
    .addOption(portOption(SERVICE_PORT))
    .addOption(new Option('--data <dir>', "the folder for its data (default: your system's data folder)"))
    .addOption(new Option('--fresh', 'discard saved data').default(false))
    .addOption(formatOption())
    .addHelpText(
      'after',
      `
Examples:
  miniapp service
  miniapp service --port 0 --fresh
  miniapp service --data ./service-data --format json
`,
    )
    .action(async (flags: ServiceFlags) => {
      const { runService } = await import('../publish/run-service.js')
      await runService(flags, context)
    })
