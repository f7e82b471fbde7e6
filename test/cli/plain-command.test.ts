import { Argument, type CommanderError, InvalidArgumentError, Option } from 'commander'
import { describe, expect, it } from 'vitest'
import { PlainCommand } from '../../src/cli/plain-command.js'

class TestCommand extends PlainCommand {
  override createCommand(name?: string): PlainCommand {
    return new TestCommand(name)
  }
}

/** What a program says to words that it does not take, and commander's code for it. */
const said = (...words: string[]): { readonly text: string; readonly code: string } => {
  let text = ''
  const program = new TestCommand('miniapp')
    .showSuggestionAfterError()
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

describe('errors of usage', () => {
  it.each([
    [
      ['check', '--formt', 'x'],
      'commander.unknownOption',
      'There is no flag --formt.\nDid you mean --format?',
    ],
    [
      ['check', '--x'],
      'commander.unknownOption',
      'There is no flag --x.\nRun miniapp check --help for all flags.',
    ],
    [
      ['check', "--it's'"],
      'commander.unknownOption',
      "There is no flag --it's'.\nRun miniapp check --help for all flags.",
    ],
    [['check', '--a'], 'commander.unknownOption', 'There is no flag --a.\nDid you mean --as, --at?'],
    [['chekc'], 'commander.unknownCommand', 'There is no command chekc.\nDid you mean check?'],
    [
      ['surprise'],
      'commander.unknownCommand',
      'There is no command surprise.\nRun miniapp --help for all commands.',
    ],
    [
      ['replay'],
      'commander.missingArgument',
      'miniapp replay needs <log>.\nRun miniapp replay --help for what goes there.',
    ],
    [
      ['check', '-o'],
      'commander.optionMissingArgument',
      '--output needs a value.\nRun miniapp check --help for which.',
    ],
    [
      ['check', 'bash', 'zsh'],
      'commander.excessArguments',
      'miniapp check takes one argument, and was given 2.\nPut quotes around one that has spaces; run miniapp check --help for the rest.',
    ],
    [
      ['rules', 'a'],
      'commander.excessArguments',
      'miniapp rules takes no arguments, and was given 1.\nPut quotes around one that has spaces; run miniapp rules --help for the rest.',
    ],
    [
      ['replay', 'a', 'b', 'c'],
      'commander.excessArguments',
      'miniapp replay takes 2 arguments, and was given 3.\nPut quotes around one that has spaces; run miniapp replay --help for the rest.',
    ],
    [
      ['check', '--format', 'jsn'],
      'commander.invalidArgument',
      '--format cannot be "jsn".\nDid you mean json? Choose text, json or sarif.',
    ],
    [
      ['check', '--format', "x' is invalid. Allowed choices are y."],
      'commander.invalidArgument',
      '--format cannot be "x\' is invalid. Allowed choices are y.".\nChoose text, json or sarif.',
    ],
    [['check', '--only', 'nothing'], 'commander.invalidArgument', '--only cannot be "nothing".\nChoose one.'],
    [
      ['check', '--port', 'x'],
      'commander.invalidArgument',
      '--port cannot be "x".\nGive a number from 0 to 65535.',
    ],
    [
      ['check', 'bsh'],
      'commander.invalidArgument',
      '<shell> cannot be "bsh".\nDid you mean bash? Choose bash or zsh.',
    ],
  ])('%j', (words, code, text) => {
    expect(said(...words)).toEqual({ code, text: `${text}\n` })
  })

  it('names the variable that a value came from, and only then', () => {
    expect(withVariable('nonsense', () => said('check'))).toEqual({
      code: 'commander.invalidArgument',
      text: '--format cannot be "nonsense", which MINIAPP_TEST_FORMAT says.\nChoose text, json or sarif.\n',
    })
    expect(withVariable('nonsense', () => said('check', '--format', 'nonsense')).text).toBe(
      '--format cannot be "nonsense".\nChoose text, json or sarif.\n',
    )
  })

  it('keeps the words of an error of another code', () => {
    let text = ''
    const command = new PlainCommand('miniapp')
      .exitOverride()
      .configureOutput({ outputError: (written) => (text = written) })
    expect(() => command.error('error: something new', { code: 'commander.new' })).toThrow()
    expect(text).toBe('something new\n')
  })
})
