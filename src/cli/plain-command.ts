import { type Argument, Command, InvalidArgumentError, type Option } from 'commander'
import { suggestionFor } from './suggestion.js'

/** A value that an option or an argument refused. */
interface Refused {
  /** As a person names it: `--format` or `<shell>`. */
  readonly name: string
  readonly value: string
  /** The variable that the value came from; null where it was typed. */
  readonly variable: string | null
  /** What may be given instead; undefined where it is no choice of words. */
  readonly choices: readonly string[] | undefined
  /** What the value's reader says is allowed. */
  readonly allowed: string
}

/**
 * A command that says what is wrong with its words as every other failure here is said: a sentence that names the
 * culprit, and on a line of its own what to do. Commander's errors are told apart by their codes; an error of a code
 * that is not known here keeps commander's words.
 */
export class PlainCommand extends Command {
  #refused: Refused | null = null

  override addOption(option: Option): this {
    let variable: string | null = null
    this.on(`option:${option.name()}`, () => {
      variable = null
    })
    this.on(`optionEnv:${option.name()}`, () => {
      variable = option.envVar ?? null
    })
    this.#rememberRefused(option, option.long ?? option.flags, () => variable)
    return super.addOption(option)
  }

  override addArgument(argument: Argument): this {
    this.#rememberRefused(argument, `<${argument.name()}>`, () => null)
    return super.addArgument(argument)
  }

  override error(message: string, options?: { readonly exitCode?: number; readonly code?: string }): never {
    super.error(this.#plain(message, options?.code), options)
  }

  #plain(message: string, code: string | undefined): string {
    switch (code) {
      case 'commander.unknownOption':
        return `There is no flag ${quotedIn(message)}.\n${meantIn(message) ?? this.#seeHelp('all flags')}`
      case 'commander.unknownCommand':
        return `There is no command ${quotedIn(message)}.\n${meantIn(message) ?? this.#seeHelp('all commands')}`
      case 'commander.missingArgument': {
        const missing = this.registeredArguments.find(
          ({ required }, index) => required && this.args[index] === undefined,
        )
        return `${this.#words()} needs <${missing?.name()}>.\n${this.#seeHelp('what goes there')}`
      }
      case 'commander.optionMissingArgument': {
        const option = this.options.find(({ flags }) => flags === quotedIn(message))
        return `${option?.long ?? quotedIn(message)} needs a value.\n${this.#seeHelp('which')}`
      }
      case 'commander.excessArguments':
        return (
          `${this.#words()} takes ${argumentCount(this.registeredArguments.length)}, and was given ${this.args.length}.\n` +
          `Put quotes around one that has spaces; run ${this.#words()} --help for the rest.`
        )
      case 'commander.invalidArgument':
        return this.#refused === null ? withoutPrefix(message) : describeRefused(this.#refused)
      default:
        return withoutPrefix(message)
    }
  }

  /** What a person typed to get here, such as `miniapp check`. */
  #words(): string {
    return this.parent === null ? this.name() : `${this.parent.name()} ${this.name()}`
  }

  #seeHelp(what: string): string {
    return `Run ${this.#words()} --help for ${what}.`
  }

  /** Keeps what a reader of values refuses: commander's error has it in a sentence only. */
  #rememberRefused(target: Option | Argument, name: string, variable: () => string | null): void {
    const { parseArg } = target
    if (parseArg === undefined) return
    target.parseArg = <Value>(value: string, previous: Value): Value => {
      try {
        return parseArg.call(target, value, previous) as Value
      } catch (error) {
        if (error instanceof InvalidArgumentError)
          this.#refused = {
            name,
            value,
            variable: variable(),
            choices: target.argChoices,
            allowed: error.message,
          }
        throw error
      }
    }
  }
}

const withoutPrefix = (message: string): string => message.trim().replace(/^error: /, '')

/** What commander names in quotes. */
const quotedIn = (message: string): string =>
  message.slice(message.indexOf("'") + 1, message.lastIndexOf("'"))

/** What commander takes a mistyped word for, as a question; null where nothing is near. */
const meantIn = (message: string): string | null => {
  const meant = /\(Did you mean (?:one of )?(.*)\?\)\s*$/.exec(message)?.[1]
  return meant === undefined ? null : `Did you mean ${meant}?`
}

const argumentCount = (count: number): string =>
  count === 0 ? 'no arguments' : count === 1 ? 'one argument' : `${count} arguments`

const describeRefused = ({ name, value, variable, choices, allowed }: Refused): string =>
  `${name} cannot be "${value}"${variable === null ? '' : `, which ${variable} says`}.\n` +
  (choices === undefined ? allowed : chooseFrom(choices, value))

/** The likely choice, and all of them. */
const chooseFrom = (choices: readonly string[], value: string): string => {
  const meant = suggestionFor(value, choices)
  const all =
    choices.length < 2 ? choices.join('') : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
  return `${meant === undefined ? '' : `Did you mean ${meant}? `}Choose ${all}.`
}
