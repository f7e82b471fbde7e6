import { suggestionFor } from './suggestion.js'

/**
 * What commander says of wrong words, said as every other failure here is: a sentence that names the culprit, and on a
 * line of its own what to do. A text that it does not know stays as it is.
 * @param text commander's, which begins with `error: `
 * @param command the command's words, such as `miniapp check`
 */
export const plainUsageError = (text: string, command: string): string => {
  const body = text.trim().replace(/^error: /, '')
  for (const [pattern, plain] of SENTENCES) {
    const match = pattern.exec(body)
    if (match !== null) return plain(match.slice(1), command)
  }
  return body
}

type Parts = readonly (string | undefined)[]

const SENTENCES: readonly (readonly [RegExp, (parts: Parts, command: string) => string])[] = [
  [
    /^unknown option '([\s\S]*?)'(?:\n\(Did you mean (.*)\?\))?$/,
    ([flag, meant], command) =>
      `There is no flag ${flag}.\n${meant === undefined ? seeHelp(command, 'all flags') : didYouMean(meant)}`,
  ],
  [
    /^unknown command '([\s\S]*?)'(?:\n\(Did you mean (.*)\?\))?$/,
    ([name, meant], command) =>
      `There is no command ${name}.\n${meant === undefined ? seeHelp(command, 'all commands') : didYouMean(meant)}`,
  ],
  [
    /^missing required argument '(.*)'$/,
    ([name], command) => `${command} needs <${name}>.\n${seeHelp(command, 'what goes there')}`,
  ],
  [
    /^option '(.*)' argument missing$/,
    ([flags], command) => `${flagOf(flags)} needs a value.\n${seeHelp(command, 'which')}`,
  ],
  [
    /^too many arguments for '.*?'\. Expected (\d+) arguments? but got (\d+)(?:: [\s\S]*)?\.?$/,
    ([expected, given], command) =>
      `${command} takes ${Number(expected) === 0 ? 'no arguments' : expected === '1' ? 'one argument' : `${expected} arguments`}, and was given ${given}.\n` +
      `Put quotes around one that has spaces; ${seeHelp(command, 'the rest', false)}`,
  ],
  [
    /^option '(.*?)' argument '([\s\S]*)' is invalid\.([\s\S]*)$/,
    ([flags, value, why]) => `${flagOf(flags)} cannot be "${value}".\n${remedy(value, why)}`,
  ],
  [
    /^option '(.*?)' value '([\s\S]*)' from env '(\w+)' is invalid\.([\s\S]*)$/,
    ([flags, value, variable, why]) =>
      `${flagOf(flags)} cannot be "${value}", which ${variable} says.\n${remedy(value, why)}`,
  ],
  [
    /^command-argument value '([\s\S]*)' is invalid for argument '(.*?)'\.([\s\S]*)$/,
    ([value, name, why]) => `<${name}> cannot be "${value}".\n${remedy(value, why)}`,
  ],
]

/** `--format` of `-f, --format <format>`. */
const flagOf = (flags: string | undefined): string => /--[\w-]+/.exec(flags ?? '')?.[0] ?? String(flags)

const didYouMean = (meant: string): string => `Did you mean ${meant.replace(/^one of /, '')}?`

const seeHelp = (command: string, what: string, begins = true): string =>
  `${begins ? 'Run' : 'run'} ${command} --help for ${what}.`

/** The likely choice, or all of them; what a flag's own reader says stays as it is. */
const remedy = (value: string | undefined, why: string | undefined): string => {
  const choices = / Allowed choices are (.*)\.$/.exec(why ?? '')?.[1]?.split(', ')
  if (choices === undefined) return (why ?? '').trim()
  const meant = suggestionFor(value ?? '', choices)
  const rest =
    choices.length < 2 ? choices.join('') : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
  return `${meant === undefined ? '' : `Did you mean ${meant}? `}Choose ${rest}.`
}
