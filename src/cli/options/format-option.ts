import { Option } from 'commander'

export type TextOrJson = 'text' | 'json'

/** `--format` of commands that print text or JSON. */
export const formatOption = (): Option =>
  new Option('--format <format>', 'the output format').choices(['text', 'json']).default('text')
