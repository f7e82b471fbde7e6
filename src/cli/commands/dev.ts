import { Argument, InvalidArgumentError, Option } from 'commander'
import type { DevOptions } from '../run-dev.js'
import type { RegisterCommand } from './index.js'

/** `miniapp dev`: the simulator. */
export const registerDev: RegisterCommand = (program, context) =>
  program
    .command('dev')
    .description('run a mini app in the simulator, and load it again whenever a file is saved')
    .addArgument(new Argument('[path]', "the app's folder, or a zip").default('.'))
    .addOption(
      new Option('--port <number>', 'serve on this port, or the next free one; 0 picks any')
        .default(DEFAULT_PORT)
        .argParser(port),
    )
    .addOption(
      new Option(
        '--host <address>',
        'serve on this address, so that a phone on the same network can open it',
      ).default('127.0.0.1'),
    )
    .addOption(new Option('--no-open', 'open no browser'))
    .addOption(new Option('--fresh', 'start without saved data'))
    .addOption(new Option('--data <folder>', "keep saved data here instead of in the app's .miniapp/"))
    .addOption(
      new Option('--format <format>', 'how to tell what happens: for people, or one JSON object a line')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addHelpText(
      'after',
      `
Examples:
  $ miniapp dev hello
  $ miniapp dev hello --host 0.0.0.0
  $ miniapp dev hello --format json --port 0 --no-open --fresh`,
    )
    .action(async (path: string, options: DevOptions) => {
      const { runDev } = await import('../run-dev.js')
      await runDev(path, options, context)
    })

const DEFAULT_PORT = 4848
const LAST_PORT = 65_535

const port = (text: string): number => {
  const number = Number(text)
  if (!/^\d{1,5}$/.test(text) || number > LAST_PORT)
    throw new InvalidArgumentError(`A port is a number from 0 to ${LAST_PORT}.`)
  return number
}
