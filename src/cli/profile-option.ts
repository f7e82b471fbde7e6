import { Option } from 'commander'
import { DEFAULT_PROFILE } from '../publish/profile.js'

/** `--profile`: several sign-ins, by name. */
export const profileOption = (): Option =>
  new Option('--profile <name>', 'which of several sign-ins to use').default(DEFAULT_PROFILE)
