import { Option } from 'commander'
import { SIMULATOR_PORT } from '../../local-server/ports.js'
import { hostOption } from '../dev-network.js'
import { formatOption } from '../format-option.js'
import { wholeNumber } from '../number-option.js'
import { portOption } from '../port-option.js'
import type { DevOptions } from '../run-dev.js'
import type { RegisterCommand } from './register-command.js'

/** `miniapp dev`: the simulator. */
export const registerDev: RegisterCommand = (program, context) =>
  program
    .command('dev')
    .summary('run a mini app in the simulator')
    .description(
      'Run a mini app in the simulator: the sandbox, the SDK and the host as on the service, a log of every call, and the problems that check finds, live. A saved file loads the app again.',
    )
    .argument('[path]', "the app's folder, or a zip", '.')
    .addOption(portOption(SIMULATOR_PORT))
    .addOption(hostOption())
    .addOption(new Option('--no-open', 'open no browser'))
    .addOption(new Option('--fresh', 'start without saved data').default(false))
    .addOption(
      new Option('--data <dir>', "keep saved data in this folder; without it, in the app's .miniapp"),
    )
    .addOption(
      new Option(
        '--torture <seed>',
        'let calls fail, hang and take long at random, the same way for a seed',
      ).argParser(wholeNumber(0, 2 ** 31)),
    )
    .addOption(formatOption())
    .addHelpText(
      'after',
      `
Examples:
  miniapp dev hello            the app in this folder; Ctrl-C stops
  miniapp dev hello --host     phones play too, by a QR code
  miniapp dev hello --torture 7
  miniapp dev hello --format json --port 0 --no-open --fresh   for a program
`,
    )
    .action(async (path: string, options: DevOptions) => {
      const { runDev } = await import('../run-dev.js')
      await runDev(path, options, context)
    })
