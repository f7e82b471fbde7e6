import { InvalidArgumentError, Option } from 'commander'
import { LAST_PORT } from '../local-server/ports.js'
import { STORY_IMAGE_MAX_BYTES } from '../platform/publishing.js'
import { MB } from '../platform/units.js'
import { DEFAULT_PROFILE } from '../publish/token-store/token-store.js'

export type TextOrJson = 'text' | 'json'

/** What `check`, `pack` and `test` print. */
export type ReportFormat = TextOrJson | 'sarif' | 'github'

/** `--format`. */
export const formatOption = (formats: readonly string[] = ['text', 'json']): Option =>
  new Option('--format <format>', 'the output format').choices(formats).default('text')

/** `--format` of commands that report problems. */
export const reportFormatOption = (): Option =>
  formatOption(['text', 'json', 'sarif', 'github'] satisfies ReportFormat[])

/** `--torture`. */
export const tortureOption = (): Option =>
  new Option(
    '--torture <seed>',
    'make calls fail, hang and take long at random; the same seed repeats the same faults',
  ).argParser(wholeNumber(0, MAX_SEED))

export const MAX_SEED = 2 ** 31

/** `--allow`: may be repeated; a variable names several with commas between them. */
export const allowOption = (): Option =>
  new Option(
    '--allow <rule>',
    'accept the flags and warnings of this rule: they are listed as allowed, and do not count; may be repeated',
  ).argParser((value: string, before: readonly string[] | undefined) => [
    ...(before ?? []),
    ...value.split(',').flatMap((rule) => rule.trim() || []),
  ])

/** `--verbose` of commands that report problems. */
export const verboseOption = (): Option =>
  new Option('--verbose', 'list every place of a problem that repeats')

/** Whether a boolean flag's environment variable means off: unset, empty, or a word for no. */
export const isOff = (value: string | undefined): boolean =>
  value === undefined || ['', '0', 'false', 'no'].includes(value.toLowerCase())

/** Parses an integer flag between two bounds, both inclusive. */
export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`)
  }

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

/** `--profile`: selects one of several named sign-ins. */
export const profileOption = (): Option =>
  new Option('--profile <name>', 'the named sign-in to use').default(DEFAULT_PROFILE)

/** `--base-url` of commands that need a sign-in. */
export const baseUrlOption = (): Option =>
  new Option('--base-url <url>', 'the service that the token in MINIAPP_TOKEN is for')

const MAX_SECONDS = 3_600

/** `--answer-timeout` of commands that send files: in seconds. */
export const answerTimeoutOption = (): Option =>
  new Option(
    '--answer-timeout <seconds>',
    `how long to wait for the answer after the last byte, 1 to ${MAX_SECONDS} (default: 30; 300 for a video)`,
  ).argParser(wholeNumber(1, MAX_SECONDS))

/** `--optimize` of what uploads pictures: shrinks those over the limit. */
export const optimizeOption = (): Option =>
  new Option(
    '--optimize',
    `shrink pictures over ${STORY_IMAGE_MAX_BYTES / MB} MB; asks first on a terminal`,
  ).default(false)

/** The last flags of commands that send files. Without `--strip-metadata` and its opposite, a terminal user is asked. */
export const sendOptions = (): readonly Option[] => [
  baseUrlOption(),
  answerTimeoutOption(),
  profileOption(),
  formatOption(),
  new Option(
    '--strip-metadata',
    'remove metadata such as location and camera before sending (default: on a terminal, ask if a file contains a location; elsewhere, send it unchanged with a warning)',
  ),
  new Option('--no-strip-metadata', 'send files unchanged, without asking'),
]

/** `--json`: only some fields of each entry, as JSON. */
export const jsonFieldsOption = (): Option =>
  new Option('--json <fields>', 'print JSON with only these fields of each entry, separated by commas')

/** `--jq`: filters the JSON of the answer. */
export const jqOption = (): Option => new Option('--jq <filter>', 'filter the JSON with jq')
