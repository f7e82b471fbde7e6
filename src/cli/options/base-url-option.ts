import { Option } from 'commander'

/** `--base-url` of commands that need a sign-in. */
export const baseUrlOption = (): Option =>
  new Option('--base-url <url>', 'the service that the token in MINIAPP_TOKEN is for')
