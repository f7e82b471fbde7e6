import { type Argument, Command, InvalidArgumentError, type Option } from 'commander'
import { suggestionFor } from '../check/suggestion.js'
import { alternatives } from '../platform/text.js'
import { adviceForCommand, flagOfOtherTools } from './other-words.js'

/** A value that an option or an argument rejected. */
interface Refused {
  /** As it is typed: `--format` or `<shell>`. */
  readonly name: string
  readonly value: string
  /** The environment variable that held the value; null if it was typed. */
  readonly variable: string | null
  /** The allowed choices; undefined for other kinds of value. */
  readonly choices: readonly string[] | undefined
  /** The parser's description of what is allowed. */
  readonly allowed: string
}

/**
 * A command that reports usage errors like every other failure: a sentence that names the culprit, then a
 * line with the fix. Commander's errors are told apart by code; an unknown code keeps Commander's text.
 */
export class PlainCommand extends Command {
  #refused: Refused | null = null

  override createCommand(name?: string): PlainCommand {
    return new PlainCommand(name)
  }

  /** Examples for the end of the help: each on a line, with what it does. */
  examples(lines: string): this {
    return this.addHelpText('after', `\nExamples:${lines}`)
  }

  addOptions(...options: readonly Option[]): this {
    for (const option of options) this.addOption(option)
    return this
  }

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
        return `Unknown flag ${quotedIn(message)}.\n${this.#meantFlag(quotedIn(message)) ?? this.#seeHelp('all flags')}`
      case 'commander.unknownCommand':
        return `Unknown command ${quotedIn(message)}.\n${this.#meantCommand(quotedIn(message)) ?? this.#seeHelp('all commands')}`
      case 'commander.missingArgument': {
        const missing = this.registeredArguments.find(
          ({ required }, index) => required && this.args[index] === undefined,
        )
        const choices = missing?.argChoices
        return `${this.#words()} needs <${missing?.name()}>.\n${
          choices === undefined ? this.#seeHelp('its arguments') : `Choose ${alternatives(choices)}.`
        }`
      }
      case 'commander.optionMissingArgument': {
        const option = this.options.find(({ flags }) => flags === quotedIn(message))
        return `${option?.long ?? quotedIn(message)} needs a value.\n${this.#seeHelp('its values')}`
      }
      case 'commander.excessArguments':
        return (
          `${this.#words()} takes ${argumentCount(this.registeredArguments.length)}, but got ${this.args.length}.\n` +
          `Quote arguments that contain spaces, or run ${this.#words()} --help.`
        )
      case 'commander.invalidArgument':
        return this.#refused === null ? withoutPrefix(message) : describeRefused(this.#refused)
      default:
        return withoutPrefix(message)
    }
  }

  /** The command as typed, such as `miniapp check`. */
  #words(): string {
    return this.parent === null ? this.name() : `${this.parent.name()} ${this.name()}`
  }

  #seeHelp(what: string): string {
    return `Run ${this.#words()} --help for ${what}.`
  }

  /** The flag that was likely meant, as a question; null if none is near. */
  #meantFlag(typed: string): string | null {
    const flags = [this, ...(this.parent === null ? [] : [this.parent])].flatMap((command) =>
      command.createHelp().visibleOptions(command),
    )
    const words = flags.flatMap(({ long }) => (long == null ? [] : [long.replace(/^--/, '')]))
    const near = typed.startsWith('--') ? suggestionFor(typed.slice('--'.length), words) : undefined
    const meant = flagOfOtherTools(typed, flags) ?? (near === undefined ? null : `--${near}`)
    return meant === null ? null : `Did you mean ${meant}?`
  }

  /** What to do instead of an unknown command; null if no command is near. */
  #meantCommand(typed: string): string | null {
    const commands = this.createHelp().visibleCommands(this)
    const near = suggestionFor(
      typed,
      commands.map((command) => command.name()),
    )
    return adviceForCommand(typed) ?? (near === undefined ? null : `Did you mean ${near}?`)
  }

  /** Keeps the rejected value: Commander's error has it only inside a sentence. */
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

/** The text that Commander's message has in quotes. */
const quotedIn = (message: string): string =>
  message.slice(message.indexOf("'") + 1, message.lastIndexOf("'"))

const argumentCount = (count: number): string =>
  count === 0 ? 'no arguments' : count === 1 ? 'one argument' : `${count} arguments`

const describeRefused = ({ name, value, variable, choices, allowed }: Refused): string =>
  `Invalid value "${value}" for ${name}${variable === null ? '' : ` (from ${variable})`}.\n` +
  (choices === undefined ? allowed : chooseFrom(choices, value))

/** The likely choice, then all choices. */
const chooseFrom = (choices: readonly string[], value: string): string => {
  const meant = suggestionFor(value, choices)
  return `${meant === undefined ? '' : `Did you mean ${meant}? `}Choose ${alternatives(choices)}.`
}
