import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { closeWindows, isolatingBrowser } from '../support/browser/browser.js'
import { problemsIn } from '../support/browser/trouble-problems.js'
import { LONG } from '../support/vitest/runs.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'
import { PLANTED_IN_TEMPLATES } from './planted-in-templates.js'

afterAll(async () => closeWindows(await isolatingBrowser()))

describe('a template with an ordinary bug', { timeout: 240_000 }, () => {
  it.runIf(LONG).each(PLANTED_IN_TEMPLATES)(
    '$template, $scenario: $bug',
    async ({ template, scenario, edits, finds }) => {
      const cwd = await temporaryFolder()
      await cp(join('templates', template), cwd, { recursive: true })
      for (const [file, was, becomes] of edits) {
        const text = await readFile(join(cwd, file), 'utf8')
        expect(text.split(was)).toHaveLength(2)
        await writeFile(
          join(cwd, file),
          text.replace(was, () => becomes),
        )
      }
      expect((await problemsIn(cwd, [scenario])).map(({ rule }) => rule)).toContain(finds)
    },
  )
})

const CLEAN = [
  ...new Map(PLANTED_IN_TEMPLATES.map((one) => [`${one.template} ${one.scenario}`, one])).values(),
]

describe('a template without it', { timeout: 240_000 }, () => {
  it.runIf(LONG).each(CLEAN)('$template, $scenario', async ({ template, scenario }) => {
    const cwd = await temporaryFolder()
    await cp(join('templates', template), cwd, { recursive: true })
    expect(await problemsIn(cwd, [scenario])).toEqual([])
  })
})
