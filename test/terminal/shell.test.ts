import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { didNotStart, shellCommand, shellPath, shellWord } from '../../src/terminal/shell.js'
import { missing } from '../support/vitest/missing.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

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

describe("a command from the user's settings", () => {
  it('is a line of cmd.exe on Windows, the file in quotes', () => {
    expect(shellCommand('code --wait', 'C:\\Users\\Käse & Co\\post.txt', 'win32')).toEqual({
      program: 'code --wait "C:\\Users\\Käse & Co\\post.txt"',
      words: [],
      shell: true,
    })
    expect(shellCommand('more', undefined, 'win32')).toEqual({ program: 'more', words: [], shell: true })
  })

  it.each(['linux', 'darwin'] as const)('is a line of sh on %s, the file an argument', (platform) => {
    expect(shellCommand('code --wait', "/tmp/it's $HOME/post.txt", platform)).toEqual({
      program: 'sh',
      words: ['-c', 'code --wait "$1"', 'code --wait', "/tmp/it's $HOME/post.txt"],
      shell: false,
    })
    expect(shellCommand('less -R', undefined, platform)).toEqual({
      program: 'sh',
      words: ['-c', 'less -R'],
      shell: false,
    })
  })

  it('opens exactly the file, with any name', async ({ skip }) => {
    skip(...missing.shell)
    const file = join(await temporaryFolder(), `a 'b' "c" $HOME \`d\` ; e`)
    await writeFile(file, 'found')
    const { program, words } = shellCommand('cat --', file)
    expect(spawnSync(program, words).stdout.toString()).toBe('found')
  })

  it("did not start if the shell's exit code says so", () => {
    const codes = [0, 1, 2, 126, 127, 130, 9009, null]
    expect(codes.filter((code) => didNotStart(code, 'linux'))).toEqual([126, 127])
    expect(codes.filter((code) => didNotStart(code, 'darwin'))).toEqual([126, 127])
    expect(codes.filter((code) => didNotStart(code, 'win32'))).toEqual([1, 9009])
  })
})
