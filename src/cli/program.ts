import { type Command, CommanderError, Option } from 'commander'
import { failureText } from '../terminal/failure-text.js'
import { jsonDocument } from '../terminal/json-text.js'
import { VERSION } from '../version.js'
import { COMMAND_GROUPS } from './commands/index.js'
import type { CommandContext } from './context.js'
import { EXIT_CODES, EXIT_CODES_HELP } from './exit-codes.js'
import { failureValue, wantsJsonDocument } from './failure-json.js'
import { isOff } from './options.js'
import { PlainCommand } from './plain-command.js'

/**
 * The command line. Commands declare their flags here, so that `--help` and suggestions are complete, and
 * load their implementation only when they run.
 * @param words the command line's words, without the program name
 */
export const createProgram = (context: CommandContext, words: readonly string[]): Command => {
  const outputError = (text: string, write: (text: string) => void): void =>
    write(
      `${failureText({ message: text.trimEnd(), remedy: undefined }, context.noteStyles, context.noteColumns)}\n`,
    )
  const program = new EnvironmentCommand('miniapp')
    .description('Create, check, run, test, pack and post about mini apps.')
    .version(VERSION, VERSION_FLAGS.join(', '), 'show the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    // Commander suggests what is not near: PlainCommand suggests.
    .showSuggestionAfterError(false)
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
  const isNeeded = commandsNeeded(words)
  for (const [heading, commands] of Object.entries(COMMAND_GROUPS)) {
    program.commandsGroup(heading)
    for (const [name, register] of Object.entries(commands)) {
      if (!isNeeded(name)) continue
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
      // Commander has already printed its message, or the requested help or version.
      if (error instanceof CommanderError) {
        context.setExitCode(error.exitCode === 0 ? EXIT_CODES.ok : EXIT_CODES.usage)
        if (error.exitCode !== 0 && wantsJsonDocument(words, context.environment))
          context.out(
            jsonDocument(failureValue({ kind: 'usage', message: firstLine(error.message), status: null })),
          )
        return program
      }
      throw error
    }
  }
  return program
}

/**
 * The commands that these words need: one if they name it, none for the version, and all for help and suggestions.
 * The flags allowed before a command's name take no values. Declaring twenty commands takes as long as everything
 * else here.
 */
const commandsNeeded = (words: readonly string[]): ((name: string) => boolean) => {
  const start = words.findIndex((word) => !word.startsWith('-') || word === '--')
  const flags = start === -1 ? words : words.slice(0, start)
  if (VERSION_FLAGS.some((flag) => flags.includes(flag))) return () => false
  const named = words[start]
  const isKnown = Object.values(COMMAND_GROUPS).some(
    (commands) => named !== undefined && Object.hasOwn(commands, named),
  )
  return (name) => !isKnown || named === 'help' || name === named
}

/** The sentence of a usage error, without its fix. */
const firstLine = (message: string): string => (message.split('\n')[0] ?? '').replace(/^error:? /, '')

const VERSION_FLAGS = ['-V', '--version']

/** The typical first session, in order. */
const EXAMPLES_HELP = `Examples:
  miniapp init my-game --template arcade   a small game, ready to play
  cd my-game && miniapp dev                run it in the simulator; every save reloads it
  miniapp check && miniapp test            find what the service would refuse and users would hit
  miniapp pack                             the zip for the upload`

/** A flag's line in the help: its description, choices, default (unless off) and environment variable. */
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
    .addOption(new Option('--no-color', 'disable colours'))
    .addOption(new Option('--debug', 'show stack traces of errors'))
}

/** A command where every flag has an environment variable, `MINIAPP_<FLAG>`; the flag wins. */
class EnvironmentCommand extends PlainCommand {
  override createCommand(name?: string): EnvironmentCommand {
    return new EnvironmentCommand(name)
  }

  // Commander reads the variable an option has when it is added; a later change is ignored.
  override addOption(option: Option): this {
    const name = option.long?.replace(/^--/, '') ?? ''
    if (option.envVar === undefined && name !== '' && option.long !== '--no-color')
      option.env(`MINIAPP_${name.replaceAll('-', '_').toUpperCase()}`)
    if (option.isBoolean() || option.negate) ignoreVariableThatSaysNo(option.envVar)
    return super.addOption(option)
  }
}

/** Commander treats any value of a boolean flag's variable as true; `MINIAPP_STRICT=0` must mean off. */
const ignoreVariableThatSaysNo = (variable: string | undefined): void => {
  if (variable !== undefined && isOff(process.env[variable])) delete process.env[variable]
}
