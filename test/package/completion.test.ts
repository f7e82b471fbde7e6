import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEMPLATE_NAMES } from '../../src/cli/init/templates.js'
import { BINARY, NODE, runMiniapp } from '../support/processes/command-line.js'
import { missing } from '../support/vitest/missing.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

/** A folder with the command and bash's script, which no test changes. */
let shell: string
beforeAll(async () => {
  shell = await mkdtemp(join(tmpdir(), 'miniapp-completion-'))
  await writeFile(join(shell, 'miniapp'), `#!/bin/sh\nexec '${NODE}' '${BINARY}' "$@"\n`)
  await chmod(join(shell, 'miniapp'), 0o755)
  const { stdout: script } = await runMiniapp(['completion', 'bash'], { cwd: shell })
  await writeFile(join(shell, 'completion.bash'), script)
})
afterAll(() => rm(shell, { recursive: true, force: true, maxRetries: 5 }))

/** What bash offers for words, the last of them under the cursor. */
const bashOffers = async (...words: string[]): Promise<string[]> => {
  const { stdout } = await promisify(execFile)(
    'bash',
    [
      '--norc',
      '-c',
      `source "$COMPLETION"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _miniapp; printf '%s\\n' "\${COMPREPLY[@]}"`,
      'bash',
      'miniapp',
      ...words,
    ],
    {
      cwd: await temporaryFolder(),
      env: {
        ...process.env,
        PATH: `${shell}:${process.env['PATH'] ?? ''}`,
        COMPLETION: join(shell, 'completion.bash'),
      },
    },
  )
  return stdout.split('\n').filter((line) => line !== '')
}

describe('completion in a real bash', () => {
  beforeEach(({ skip }) => skip(...missing.shell))

  it('offers commands, flags, values and rules', async () => {
    expect(await bashOffers('che')).toEqual(['check'])
    expect(await bashOffers('check', '--stri')).toEqual(['--strict'])
    expect(await bashOffers('init', '--template', '')).toEqual(expect.arrayContaining([...TEMPLATE_NAMES]))
    expect(await bashOffers('rules', 'css/remote')).toEqual(['css/remote-url'])
    expect(await bashOffers('check', '--allow', 'css/remote')).toEqual(['css/remote-url'])
    expect(await bashOffers('docs', 'storage.')).toEqual([
      'storage.get',
      'storage.set',
      'storage.remove',
      'storage.keys',
    ])
    expect(await bashOffers('docs', 'NEEDS')).toEqual(['NEEDS_TAP'])
    expect(await bashOffers('check', '--format', '=', 'js')).toEqual(['json'])
  })

  it('evaluates nothing that was typed', async () => {
    expect(await bashOffers('check', '$(touch evaluated; echo --str)', '`touch evaluated`')).toEqual([])
    expect(await bashOffers('check', '--output', '$(exit 1)', '--stri')).toEqual(['--strict'])
  })
})

describe('completion', () => {
  it.each(['bash', 'zsh', 'fish', 'powershell'])('prints a script for %s, and nothing else', async (name) => {
    const run = await runMiniapp(['completion', name], { cwd: await temporaryFolder() })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toMatch(/^# ?(miniapp completion|compdef miniapp)/)
    expect(run.stdout).toContain('miniapp complete ')
  })

  it('names the shells that there are', async () => {
    const run = await runMiniapp(['completion', 'tcsh'], { cwd: await temporaryFolder() })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toContain('bash, zsh, fish or powershell')
  })

  it('says nothing to a shell about words that make no sense', async () => {
    const run = await runMiniapp(['complete', '--', 'nonsense', '--', '-x'], { cwd: await temporaryFolder() })
    expect(run).toEqual({ code: 0, stdout: ':none\n', stderr: '' })
  })
})
