import { Option } from 'commander'

/** `--profile`: several sign-ins, by name. */
export const profileOption = (): Option =>
  new Option('--profile <name>', 'which of several sign-ins to use').default('default')
