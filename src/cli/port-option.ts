import { InvalidArgumentError, Option } from 'commander'

const LAST_PORT = 65_535

/** `--port`; 0 takes any free one. */
export const portOption = (preset: number): Option =>
  new Option('--port <number>', 'listen on this port; 0 takes any free one')
    .default(preset)
    .argParser((text) => {
      if (!/^\d{1,5}$/.test(text) || Number(text) > LAST_PORT)
        throw new InvalidArgumentError(`Give a number from 0 to ${LAST_PORT}.`)
      return Number(text)
    })
