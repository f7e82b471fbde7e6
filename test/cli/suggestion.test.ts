import { describe, expect, it } from 'vitest'
import { suggestionFor } from '../../src/check/suggestion.js'
import { COMMAND_GROUPS } from '../../src/cli/commands/index.js'
import { adviceForCommand, flagOfOtherTools, UPLOAD_A_VERSION } from '../../src/cli/other-words.js'

const commands = Object.values(COMMAND_GROUPS).flatMap((group) => Object.keys(group))

describe('a suggestion for a mistyped word', () => {
  it.each([
    ['arcdae', 'arcade'],
    ['Arcade', 'arcade'],
    ['blnk', 'blank'],
    ['blanc', 'blank'],
  ])('suggests for %s: %s', (word, meant) => {
    expect(suggestionFor(word, ['arcade', 'blank'])).toBe(meant)
  })

  it.each([
    ['chekc', 'check'],
    ['pakc', 'pack'],
    ['tst', 'test'],
    ['notifcation', 'notifications'],
  ])('suggests for the command %s: %s', (word, meant) => {
    expect(suggestionFor(word, commands)).toBe(meant)
  })

  it.each(['react', '', 'game'])('suggests nothing for %j', (word) => {
    expect(suggestionFor(word, ['arcade', 'blank'])).toBeUndefined()
  })

  it.each(['start', 'lint', 'create', 'deploi', 'ap'])('suggests no command that is not near %s', (word) => {
    expect(suggestionFor(word, commands)).toBeUndefined()
  })

  it('does not take --yes for --test', () => {
    expect(suggestionFor('yes', ['test', 'no-test', 'verbose'])).toBeUndefined()
  })
})

describe('words of other tools', () => {
  it.each([
    ['serve', 'dev'],
    ['start', 'dev'],
    ['lint', 'check'],
    ['validate', 'check'],
    ['new', 'init'],
    ['create', 'init'],
    ['build', 'pack'],
    ['bundle', 'pack'],
    ['whoami', 'status'],
    ['e2e', 'test'],
    ['import', 'init --from'],
    ['add', 'init --add'],
    ['manual', 'docs'],
  ])('%s means %s, which is a command', (word, command) => {
    expect(adviceForCommand(word)).toBe(`Did you mean ${command}?`)
    expect(commands).toContain(command.split(' ')[0])
    expect(commands).not.toContain(word)
  })

  it.each(['deploy', 'publish'])('says where a version is uploaded: %s', (word) => {
    expect(adviceForCommand(word)).toBe(UPLOAD_A_VERSION)
  })

  it('knows no word of its own', () => {
    for (const command of [...commands, 'surprise']) expect(adviceForCommand(command)).toBeNull()
  })

  it('takes --json for --format json where a command has --format', () => {
    const format = { long: '--format', argChoices: ['text', 'json'] }
    const out = { long: '--out' }
    expect(flagOfOtherTools('--json', [format, out])).toBe('--format json')
    expect(flagOfOtherTools('--sarif', [format, out])).toBeNull()
    expect(flagOfOtherTools('--output', [format, out])).toBe('--out')
    expect(flagOfOtherTools('--json', [out])).toBeNull()
    expect(flagOfOtherTools('--jsn', [format])).toBeNull()
    expect(flagOfOtherTools('--version', [{ long: '--version' }, { long: '--bump' }])).toBe('--bump')
  })
})
