import { Option } from 'commander'

/** `--json`: only some fields of each entry, as JSON. */
export const jsonFieldsOption = (): Option =>
  new Option('--json <fields>', 'print JSON with only these fields of each entry, separated by commas')

/** `--jq`: filters the JSON of the answer. */
export const jqOption = (): Option => new Option('--jq <filter>', 'filter the JSON with jq')
