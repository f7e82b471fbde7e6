import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { runMiniapp } from '../support/processes/command-line.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

describe('README.md', () => {
  it('names every command', async () => {
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
    const { stdout } = await runMiniapp(['--help'], { cwd: await temporaryFolder() })
    const commands = [...stdout.matchAll(/^ {2}([a-z]+) (?:\[|<)/gm)].map(([, name]) => name)
    expect(commands.length).toBeGreaterThan(10)
    for (const name of commands) if (name !== 'help') expect(readme).toContain(`\`${name}`)
  })
})
