import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { didNotStart, shellCommand } from '../../src/terminal/shell-command.js'
import { missing } from '../support/vitest/missing.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

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
