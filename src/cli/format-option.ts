import { Option } from 'commander'

export type TextOrJson = 'text' | 'json'

/** `--format` of the commands that speak text and JSON. */
export const formatOption = (): Option =>
  new Option('--format <format>', 'how the result is printed').choices(['text', 'json']).default('text')
