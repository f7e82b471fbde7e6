import { InvalidArgumentError } from 'commander'
import { SERVICE_PORT } from '../../local-server/ports.js'
import type { RegisterCommand } from '../context.js'
import { formatOption, portOption } from '../options.js'
import type { ServiceFlags } from '../publish/run-service.js'

const UNITS_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** A whole number of seconds, minutes, hours or days, in seconds. */
const readSeconds = (text: string): number => {
  const match = /^([1-9]\d{0,5})([smhd])$/.exec(text)
  const unit = UNITS_SECONDS[match?.[2] ?? '']
  if (unit === undefined) throw new InvalidArgumentError('Use a whole number of s, m, h or d, such as 30s.')
  return Number(match?.[1]) * unit
}

/** `miniapp service`: a local stand-in for the service. */
export const registerService: RegisterCommand = (program, context) =>
  program
    .command('service')
    .summary('run a local stand-in for the service')
    .description(
      'Run a local stand-in for the service: sign-in with a consent page, the publishing API, and pages where developers, admins and members register, upload, review and buy mini apps. Nothing leaves this machine.',
    )
    .addOption(portOption(SERVICE_PORT))
    .option('--data <dir>', "the folder for its data (default: your system's data folder)")
    .option('--fresh', 'discard saved data', false)
    .option(
      '--token-lifetime <duration>',
      'how long access tokens last, such as 30s or 10m (default: one hour)',
      readSeconds,
    )
    .addOption(formatOption())
    .examples(`
  miniapp service
  miniapp service --port 0 --fresh
  miniapp service --data ./service-data --format json
  miniapp service --token-lifetime 30s
`)
    .action(async (flags: ServiceFlags) => {
      const { runService } = await import('../publish/run-service.js')
      await runService(flags, context)
    })
