import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { startChromium } from '../../../src/playtest/drivers/chromium.js'
import { missing } from '../../support/vitest/missing.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

/** The features that each of the switches with this name has, in the order in which the browser gets them. */
const featuresOf = (given: readonly string[], name: string): readonly (readonly string[])[] =>
  given.flatMap((argument) => (argument.startsWith(name) ? [argument.slice(name.length).split(',')] : []))

describe('Chromium, as test starts it', () => {
  beforeEach(({ skip }) => skip(...missing.shell))

  it.each(['--disable-features=', '--enable-features='])(
    'is given all that Playwright asks for with %s, since only the last counts',
    async (name) => {
      const folder = await temporaryFolder()
      const browser = join(folder, 'browser')
      await writeFile(
        browser,
        `#!${process.execPath}\nrequire('node:fs').writeFileSync(${JSON.stringify(join(folder, 'given'))}, JSON.stringify(process.argv))`,
        { mode: 0o755 },
      )
      await expect(startChromium(browser, 1)).rejects.toThrow(`${browser} failed to start.`)
      const [playwright, ours, ...more] = featuresOf(
        JSON.parse(await readFile(join(folder, 'given'), 'utf8')),
        name,
      )
      expect(more).toEqual([])
      expect(ours).toEqual(expect.arrayContaining([...(playwright ?? [])]))
      expect(ours?.length).toBeGreaterThan(playwright?.length ?? 0)
    },
  )
})
