import { Argument, type CommanderError, InvalidArgumentError, Option } from 'commander'
import { describe, expect, it } from 'vitest'
import { UPLOAD_A_VERSION } from '../../src/cli/other-words.js'
import { PlainCommand } from '../../src/cli/plain-command.js'

class TestCommand extends PlainCommand {
  override createCommand(name?: string): PlainCommand {
    return new TestCommand(name)
  }
}

/** The program's message for invalid arguments, and Commander's error code. */
const said = (...words: string[]): { readonly text: string; readonly code: string } => {
  let text = ''
  const program = new TestCommand('miniapp')
    .showSuggestionAfterError(false)
    .enablePositionalOptions()
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: (written) => (text += written), writeErr: () => {} })
  program
    .command('check')
    .addArgument(new Argument('[shell]', 'a shell').choices(['bash', 'zsh']))
    .addOption(
      new Option('--format <format>', 'how').choices(['text', 'json', 'sarif']).env('MINIAPP_TEST_FORMAT'),
    )
    .addOption(new Option('-o, --output <file>', 'where'))
    .addOption(new Option('--at', 'at'))
    .addOption(new Option('--as', 'as'))
    .addOption(new Option('--only <one>', 'one').choices(['one']))
    .option('--port <number>', 'which', (): number => {
      throw new InvalidArgumentError('Give a number from 0 to 65535.')
    })
    .action(() => {})
  program
    .command('replay')
    .argument('<log>')
    .argument('[more]')
    .action(() => {})
  program.command('rules').action(() => {})
  try {
    program.parse(words, { from: 'user' })
  } catch (error) {
    return { text, code: (error as CommanderError).code }
  }
  throw new Error('Nothing was wrong.')
}

const withVariable = <Result>(value: string, work: () => Result): Result => {
  process.env['MINIAPP_TEST_FORMAT'] = value
  try {
    return work()
  } finally {
    delete process.env['MINIAPP_TEST_FORMAT']
  }
}

describe('usage errors', () => {
  it.each([
    [['check', '--formt', 'x'], 'commander.unknownOption', 'Unknown flag --formt.\nDid you mean --format?'],
    [
      ['check', '--x'],
      'commander.unknownOption',
      'Unknown flag --x.\nRun miniapp check --help for all flags.',
    ],
    [
      ['check', "--it's'"],
      'commander.unknownOption',
      "Unknown flag --it's'.\nRun miniapp check --help for all flags.",
    ],
    [['check', '--ports'], 'commander.unknownOption', 'Unknown flag --ports.\nDid you mean --port?'],
    [['check', '--json'], 'commander.unknownOption', 'Unknown flag --json.\nDid you mean --format json?'],
    [
      ['rules', '--json'],
      'commander.unknownOption',
      'Unknown flag --json.\nRun miniapp rules --help for all flags.',
    ],
    [['check', '--fort'], 'commander.unknownOption', 'Unknown flag --fort.\nDid you mean --port?'],
    [
      ['check', '--sort-it'],
      'commander.unknownOption',
      'Unknown flag --sort-it.\nRun miniapp check --help for all flags.',
    ],
    [['lint'], 'commander.unknownCommand', 'Unknown command lint.\nDid you mean check?'],
    [['deploy'], 'commander.unknownCommand', `Unknown command deploy.\n${UPLOAD_A_VERSION}`],
    [['reply'], 'commander.unknownCommand', 'Unknown command reply.\nDid you mean replay?'],
    [['chekc'], 'commander.unknownCommand', 'Unknown command chekc.\nDid you mean check?'],
    [
      ['surprise'],
      'commander.unknownCommand',
      'Unknown command surprise.\nRun miniapp --help for all commands.',
    ],
    [
      ['replay'],
      'commander.missingArgument',
      'miniapp replay needs <log>.\nRun miniapp replay --help for its arguments.',
    ],
    [
      ['check', '-o'],
      'commander.optionMissingArgument',
      '--output needs a value.\nRun miniapp check --help for its values.',
    ],
    [
      ['check', 'bash', 'zsh'],
      'commander.excessArguments',
      'miniapp check takes one argument, but got 2.\nQuote arguments that contain spaces, or run miniapp check --help.',
    ],
    [
      ['rules', 'a'],
      'commander.excessArguments',
      'miniapp rules takes no arguments, but got 1.\nQuote arguments that contain spaces, or run miniapp rules --help.',
    ],
    [
      ['replay', 'a', 'b', 'c'],
      'commander.excessArguments',
      'miniapp replay takes 2 arguments, but got 3.\nQuote arguments that contain spaces, or run miniapp replay --help.',
    ],
    [
      ['check', '--format', 'jsn'],
      'commander.invalidArgument',
      'Invalid value "jsn" for --format.\nDid you mean json? Choose text, json or sarif.',
    ],
    [
      ['check', '--format', "x' is invalid. Allowed choices are y."],
      'commander.invalidArgument',
      'Invalid value "x\' is invalid. Allowed choices are y." for --format.\nChoose text, json or sarif.',
    ],
    [
      ['check', '--only', 'nothing'],
      'commander.invalidArgument',
      'Invalid value "nothing" for --only.\nChoose one.',
    ],
    [
      ['check', '--port', 'x'],
      'commander.invalidArgument',
      'Invalid value "x" for --port.\nGive a number from 0 to 65535.',
    ],
    [
      ['check', 'bsh'],
      'commander.invalidArgument',
      'Invalid value "bsh" for <shell>.\nDid you mean bash? Choose bash or zsh.',
    ],
  ])('%j', (words, code, text) => {
    expect(said(...words)).toEqual({ code, text: `${text}\n` })
  })

  it('names the environment variable that a value came from, and only then', () => {
    expect(withVariable('nonsense', () => said('check'))).toEqual({
      code: 'commander.invalidArgument',
      text: 'Invalid value "nonsense" for --format (from MINIAPP_TEST_FORMAT).\nChoose text, json or sarif.\n',
    })
    expect(withVariable('nonsense', () => said('check', '--format', 'nonsense')).text).toBe(
      'Invalid value "nonsense" for --format.\nChoose text, json or sarif.\n',
    )
  })

  it('keeps the message of an error with another code', () => {
    let text = ''
    const command = new PlainCommand('miniapp')
      .exitOverride()
      .configureOutput({ outputError: (written) => (text = written) })
    expect(() => command.error('error: something new', { code: 'commander.new' })).toThrow()
    expect(text).toBe('something new\n')
  })
})
