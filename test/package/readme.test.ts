import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { withRules } from '../../src/build/readme-rules.mjs'
import { runMiniapp } from '../support/command-line.js'
import { temporaryFolder } from '../support/temporary-folder.js'

describe('README.md', () => {
  it('holds the table of the rules as they are; `npm run build:readme` writes it', async () => {
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
    const { stdout } = await runMiniapp(['rules', '--format', 'json'], { cwd: await temporaryFolder() })
    const rules = JSON.parse(stdout) as {
      id: string
      level: string
      impact: string | null
      section: string
      breach: string
    }[]
    expect(rules.length).toBeGreaterThan(50)
    expect(withRules(readme, rules)).toBe(readme)
  })

  it('names every command', async () => {
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
    const { stdout } = await runMiniapp(['--help'], { cwd: await temporaryFolder() })
    const commands = [...stdout.matchAll(/^ {2}([a-z]+) (?:\[|<)/gm)].map(([, name]) => name)
    expect(commands.length).toBeGreaterThan(10)
    for (const name of commands) if (name !== 'help') expect(readme).toContain(`\`${name}`)
  })
})
