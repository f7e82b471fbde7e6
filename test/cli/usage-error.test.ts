import { describe, expect, it } from 'vitest'
import { plainUsageError } from '../../src/cli/usage-error.js'

describe('errors of usage', () => {
  it.each([
    [
      "error: unknown option '--formt'\n(Did you mean --format?)",
      'There is no flag --formt.\nDid you mean --format?',
    ],
    ["error: unknown option '--x'", 'There is no flag --x.\nRun miniapp check --help for all flags.'],
    [
      "error: unknown option '--a'\n(Did you mean one of --at, --as?)",
      'There is no flag --a.\nDid you mean --at, --as?',
    ],
    [
      "error: unknown command 'chekc'\n(Did you mean check?)",
      'There is no command chekc.\nDid you mean check?',
    ],
    [
      "error: missing required argument 'log'",
      'miniapp check needs <log>.\nRun miniapp check --help for what goes there.',
    ],
    [
      "error: option '-o, --output <file>' argument missing",
      '--output needs a value.\nRun miniapp check --help for which.',
    ],
    [
      "error: too many arguments for 'test'. Expected 1 argument but got 2.",
      'miniapp check takes one argument, and was given 2.\nPut quotes around one that has spaces; run miniapp check --help for the rest.',
    ],
    [
      "error: option '--format <format>' argument 'jsn' is invalid. Allowed choices are text, json, sarif.",
      '--format cannot be "jsn".\nDid you mean json? Choose text, json or sarif.',
    ],
    [
      "error: option '--port <number>' argument 'x' is invalid. Give a number from 0 to 65535.",
      '--port cannot be "x".\nGive a number from 0 to 65535.',
    ],
    [
      "error: option '--format <format>' value 'nonsense' from env 'MINIAPP_FORMAT' is invalid. Allowed choices are text, json.",
      '--format cannot be "nonsense", which MINIAPP_FORMAT says.\nChoose text or json.',
    ],
    [
      "error: command-argument value 'bsh' is invalid for argument 'shell'. Allowed choices are bash, zsh.",
      '<shell> cannot be "bsh".\nDid you mean bash? Choose bash or zsh.',
    ],
    ['error: something new', 'something new'],
  ])('%j', (text, expected) => {
    expect(plainUsageError(text, 'miniapp check')).toBe(expected)
  })
})
