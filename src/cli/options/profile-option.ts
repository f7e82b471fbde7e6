import { Option } from 'commander'
import { DEFAULT_PROFILE } from '../../publish/profile.js'

/** `--profile`: selects one of several named sign-ins. */
export const profileOption = (): Option =>
  new Option('--profile <name>', 'the named sign-in to use').default(DEFAULT_PROFILE)
