import { InvalidArgumentError, Option } from 'commander'
import { LAST_PORT } from '../local-server/ports.js'

/** `--port`; 0 takes any free one. */
export const portOption = (preset: number): Option =>
  new Option('--port <number>', 'listen on this port, or the next free one; 0 takes any')
    .default(preset)
    .argParser((text) => readPort(text, 0))

/** `--redirect-port`: must match what is registered for the app, so that no other will do. */
export const redirectPortOption = (): Option =>
  new Option(
    '--redirect-port <number>',
    'with --browser: the port in the redirect address that is registered for the app',
  )
    .default(8976)
    .argParser((text) => readPort(text, 1))

const readPort = (text: string, first: number): number => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1
  if (port < first || port > LAST_PORT)
    throw new InvalidArgumentError(`Give a number from ${first} to ${LAST_PORT}.`)
  return port
}
