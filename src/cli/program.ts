import { type Command, CommanderError, Option } from 'commander'
import { safeText } from '../terminal/safe-text.js'
import { VERSION } from '../version.js'
import { COMMAND_GROUPS } from './commands/index.js'
import type { CommandContext } from './context.js'
import { EXIT_CODES, EXIT_CODES_HELP } from './exit-codes.js'
import { PlainCommand } from './plain-command.js'
import { isOff } from './switch-variable.js'

/**
 * The command line. Commands declare their flags here, so that `--help` and suggestions are complete, and load what
 * they need only when they run.
 * @param words the command line's words, without the program's name
 */
export const createProgram = (context: CommandContext, words: readonly string[]): Command => {
  const outputError = (text: string, write: (text: string) => void): void =>
    write(`${context.noteStyles.red('error')} ${safeText(text.trimEnd())}\n`)
  const program = new EnvironmentCommand('miniapp')
    .description('Make, check, pack, try out and post about mini apps.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .showSuggestionAfterError()
    .enablePositionalOptions()
    .configureHelp({
      styleTitle: (title) => context.outStyles.bold(title),
      optionDescription: describeOption,
    })
    .configureOutput({
      writeOut: context.out,
      writeErr: (text) => context.note(text.trimEnd()),
      outputError,
    })
    .addHelpText('after', `\n${EXAMPLES_HELP}\n\n${EXIT_CODES_HELP}\n`)
    .exitOverride((error) => {
      throw error
    })
  addGlobalFlags(program)
  const named = commandNamed(words)
  for (const [heading, commands] of Object.entries(COMMAND_GROUPS)) {
    program.commandsGroup(heading)
    for (const [name, register] of Object.entries(commands)) {
      if (named !== null && name !== named) continue
      const command = register(program, context)
      command.exitOverride((error) => {
        throw error
      })
      addGlobalFlags(command)
    }
  }
  const parse = program.parseAsync.bind(program)
  program.parseAsync = async (argv, options) => {
    try {
      return await parse(argv, options)
    } catch (error) {
      // Commander has printed its own message, or the help or version that was asked for.
      if (error instanceof CommanderError) {
        context.setExitCode(error.exitCode === 0 ? EXIT_CODES.ok : EXIT_CODES.usage)
        return program
      }
      throw error
    }
  }
  return program
}

/**
 * The command that runs without a look at the others; null where they are all needed, for help and suggestions. The
 * flags that may stand before it take no values, and declaring twenty commands takes as long as all else here.
 */
const commandNamed = (words: readonly string[]): string | null => {
  const name = words.find((word) => !word.startsWith('-'))
  const isKnown = Object.values(COMMAND_GROUPS).some(
    (commands) => name !== undefined && Object.hasOwn(commands, name),
  )
  return name === undefined || !isKnown || name === 'help' ? null : name
}

/** The first evening, in the order in which it goes. */
const EXAMPLES_HELP = `Examples:
  miniapp init my-game --template arcade   a small game, ready to play
  cd my-game && miniapp dev                in the simulator; every save reloads it
  miniapp check && miniapp test            what the service and people would say
  miniapp pack                             the zip for the upload`

/** A flag's line in the help: what it does, its values, its default where it is not simply off, its variable. */
const describeOption = (option: Option): string => {
  const facts = [
    ...(option.argChoices === undefined ? [] : [option.argChoices.join(', ')]),
    ...(option.defaultValue === undefined || option.defaultValue === false || option.negate
      ? []
      : [`default: ${option.defaultValueDescription ?? String(option.defaultValue)}`]),
    ...(option.envVar === undefined ? [] : [option.envVar]),
  ]
  return facts.length === 0 ? option.description : `${option.description} (${facts.join('; ')})`
}

/** The flags that every command takes, before or after its name. */
const addGlobalFlags = (command: Command): void => {
  command
    .addOption(new Option('--no-color', 'no colours, even on a terminal'))
    .addOption(new Option('--debug', 'show the stack of an error'))
}

/** A command whose every flag has its environment variable, `MINIAPP_<FLAG>`; the flag wins. */
class EnvironmentCommand extends PlainCommand {
  override createCommand(name?: string): Command {
    return new EnvironmentCommand(name)
  }

  // Commander listens to the variable that an option has when it is added, not to one that it is given later.
  override addOption(option: Option): this {
    const name = option.long?.replace(/^--/, '') ?? ''
    if (option.envVar === undefined && name !== '' && option.long !== '--no-color')
      option.env(`MINIAPP_${name.replaceAll('-', '_').toUpperCase()}`)
    if (option.isBoolean() || option.negate) ignoreVariableThatSaysNo(option.envVar)
    return super.addOption(option)
  }
}

/** Commander takes a switch's variable for yes whatever it holds; `MINIAPP_STRICT=0` means no. */
const ignoreVariableThatSaysNo = (variable: string | undefined): void => {
  if (variable !== undefined && isOff(process.env[variable])) delete process.env[variable]
}
