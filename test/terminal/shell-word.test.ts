import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { shellPath, shellWord } from '../../src/terminal/shell-word.js'
import { missing } from '../support/vitest/missing.js'

describe('a text as a shell word', () => {
  it.each([
    ['hello', 'hello'],
    ['spiele/käse', 'spiele/käse'],
    ['my game', "'my game'"],
    ["tom's", "'tom'\\''s'"],
    ['$HOME', "'$HOME'"],
    ['', "''"],
    ['--flag', '--flag'],
    ['50%', '50%'],
    ['a\\b', "'a\\b'"],
  ])('writes %j as %s', (path, word) => {
    expect(shellWord(path, 'linux')).toBe(word)
  })

  it.each([
    ['C:\\spiele\\eins', 'C:\\spiele\\eins'],
    ['my game', '"my game"'],
    ['say "hi"', '"say \\"hi\\""'],
    ['%PATH%', '"%PATH%"'],
    ['', '""'],
  ])('writes %j on Windows as %s', (path, word) => {
    expect(shellWord(path, 'win32')).toBe(word)
  })

  it('never writes a path that looks like a flag', () => {
    expect(shellPath('-x', 'linux')).toBe('./-x')
    expect(shellPath('-my game', 'win32')).toBe('"./-my game"')
    expect(shellPath('a-b', 'darwin')).toBe('a-b')
  })

  it('is read by a shell as the same path', ({ skip }) => {
    skip(...missing.shell)
    const path = `a 'b' "c" $HOME \`d\` !e \\ *`
    expect(spawnSync('sh', ['-c', `printf %s ${shellWord(path, 'linux')}`]).stdout.toString()).toBe(path)
  })
})
