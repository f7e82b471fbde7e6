import { Command, Option } from 'commander'
import { describe, expect, it } from 'vitest'
import { complete } from '../../../src/cli/completion/candidates.js'

const program = (): Command => {
  const made = new Command('tool')
  made.option('--debug', 'more')
  made
    .command('check')
    .summary('look at files')
    .argument('[path...]')
    .addOption(new Option('--format <format>', 'how').choices(['text', 'json']))
    .option('--output <file>', 'where')
    .option('--strict', 'harder')
    .option('--ref <name...>', 'several')
  made.command('rules').summary('tell the rules').argument('[id]')
  made.command('build').summary('make it').argument('<dir>').option('-t, --template <name>', 'which')
  made.command('secret', { hidden: true })
  return made
}

const go = async (...words: string[]) => {
  const { candidates, paths } = await complete(program(), words, (command, place) =>
    command === 'rules' || place.name() === 'template'
      ? [
          { value: 'a/one', description: 'first' },
          { value: 'a/two', description: 'second' },
        ]
      : null,
  )
  return [candidates.map(({ value }) => value), paths]
}

describe('completion', () => {
  it.each<[string[], string[], string]>([
    // Commands, except hidden ones.
    [[''], ['check', 'rules', 'build', 'help'], 'none'],
    [['ch'], ['check'], 'none'],
    [['x'], [], 'none'],
    [['help', 'ru'], ['rules'], 'none'],
    [['--debug', 'ru'], ['rules'], 'none'],
    // Flags, without those already given, except those that take several values.
    [['check', '--s'], ['--strict'], 'none'],
    [['check', '--strict', '--s'], [], 'none'],
    [['check', '--ref', 'a', '--r'], ['--ref'], 'none'],
    // Values from choices, lists and paths.
    [['check', '--format', ''], ['text', 'json'], 'none'],
    [['check', '--format', 'j'], ['json'], 'none'],
    [['check', '--format=j'], ['--format=json'], 'none'],
    [['check', '--format', '=', 'j'], ['json'], 'none'],
    [['check', '--format', '='], ['text', 'json'], 'none'],
    [['check', '--output', 'x'], [], 'files'],
    [['build', '-t', ''], ['a/one', 'a/two'], 'none'],
    [['check', '--ref', 'a', ''], [], 'none'],
    // Arguments: only a variadic last one takes several values.
    [['check', ''], [], 'files'],
    [['check', 'a', 'b', 'c'], [], 'files'],
    [['check', '--format', 'json', ''], [], 'files'],
    [['build', ''], [], 'folders'],
    [['build', 'a', ''], [], 'none'],
    [['rules', 'a/t'], ['a/two'], 'none'],
    [['rules', 'a/one', ''], [], 'none'],
    // There are no flags after --.
    [['check', '--', '--s'], [], 'files'],
    // An unknown word is not a command of another one.
    [['check', 'rules', ''], [], 'files'],
  ])('%j', async (words, values, paths) => {
    expect(await go(...words)).toEqual([values, paths])
  })
})
