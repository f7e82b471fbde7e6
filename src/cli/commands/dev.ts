import { Option } from 'commander'
import { NETWORK_NAMES } from '../../host/control/network-presets.js'
import { MAX_SEATS } from '../../host/control/switches.js'
import { SIMULATOR_PORT } from '../../local-server/ports.js'
import type { RegisterCommand } from '../context.js'
import { hostOption } from '../dev/dev-network.js'
import type { DevOptions } from '../dev/run-dev.js'
import { allowOption, formatOption, portOption, tortureOption, wholeNumber } from '../options.js'

/** `miniapp dev`: the simulator. */
export const registerDev: RegisterCommand = (program, context) =>
  program
    .command('dev')
    .summary('run a mini app in the simulator')
    .description(
      'Run a mini app in the simulator, with the same sandbox, SDK and host as the service, a log of every call, and live problems from check. Saving a file reloads the app; saving a stylesheet updates its look without a reload.',
    )
    .argument('[path]', "the app's folder, or a zip", '.')
    .addOptions(portOption(SIMULATOR_PORT), hostOption())
    .option('--no-open', 'do not open a browser')
    .option('--fresh', 'start without saved data', false)
    .option('--data <dir>', "the folder for saved data (default: .miniapp in the app's folder)")
    .option(
      '--seats <count>',
      `open with this many people, up to ${MAX_SEATS}, each in their own seat of the window`,
      wholeNumber(1, MAX_SEATS),
    )
    .addOption(
      new Option('--network <name>', 'simulate this network in every seat, now and in later runs').choices(
        NETWORK_NAMES,
      ),
    )
    .option(
      '--editor <command>',
      'open files in this editor (default: one that is running, or $VISUAL or $EDITOR)',
    )
    .addOptions(tortureOption(), allowOption(), formatOption())
    .examples(`
  miniapp dev hello            run the app in the folder hello
  miniapp dev hello --host     let phones connect by QR code
  miniapp dev hello --seats 4  four people side by side
  miniapp dev hello --seats 2 --network train
  miniapp dev hello --torture 7
  miniapp dev hello --format json --port 0 --no-open --fresh   for scripts
`)
    .action(async (path: string, options: DevOptions) => {
      const { runDev } = await import('../dev/run-dev.js')
      await runDev(path, options, context)
    })
