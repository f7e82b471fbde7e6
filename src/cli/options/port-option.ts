import { InvalidArgumentError, Option } from 'commander'
import { LAST_PORT } from '../../local-server/ports.js'

/** `--port`; 0 picks any free port. */
export const portOption = (preset: number): Option =>
  new Option('--port <number>', 'listen on this port, or the next free one; 0 picks any free port')
    .default(preset)
    .argParser((text) => readPort(text, 0))

/** `--redirect-port`: must match the redirect URI registered for the app exactly, so there is no fallback port. */
export const redirectPortOption = (): Option =>
  new Option(
    '--redirect-port <number>',
    'with --browser: the port of the redirect URI registered for the app',
  )
    .default(8976)
    .argParser((text) => readPort(text, 1))

const readPort = (text: string, first: number): number => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1
  if (port < first || port > LAST_PORT)
    throw new InvalidArgumentError(`Give a number from ${first} to ${LAST_PORT}.`)
  return port
}
