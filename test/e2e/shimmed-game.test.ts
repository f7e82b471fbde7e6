import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { runMiniapp } from '../support/processes/command-line.js'
import { simulateApp } from '../support/rigs/app-simulator.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => closeWindows(browser))

describe('a game that needs what the sandbox takes away', () => {
  it('2.10: runs after one command, and keeps its score', async () => {
    const cwd = await temporaryFolder()
    await cp(fileURLToPath(new URL('../../fixtures/adopt/comets', import.meta.url)), join(cwd, 'game'), {
      recursive: true,
    })
    await mkdir(join(cwd, 'game', 'img'))
    for (const size of [1, 2, 3])
      await writeFile(
        join(cwd, 'game', 'img', `comet (${size}).png`),
        await sharp({ create: { width: 200, height: 200, channels: 3, background: '#fc4' } })
          .png()
          .toBuffer(),
      )
    const words = ['init', 'app', '--from', 'game', '--age-rating', '4+', '--format', 'json']
    const run = await runMiniapp(words, { cwd })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    const { check, changes } = JSON.parse(run.stdout)
    expect(check).toMatchObject({ runs: true, problems: [{ rule: 'manifest/placeholder-app-id' }] })
    expect(changes.filter(({ kind }: { kind: string }) => kind === 'shim')).toEqual([
      {
        kind: 'shim',
        file: 'index.html',
        line: 8,
        from: null,
        to: '<script src="browser-shim.js"></script>',
        why: 'it stands in for localStorage, document.cookie, gamepads (none), alert, confirm, prompt and print (in the log); it finds 3 renamed files by their old names',
      },
    ])

    const simulator = await simulateApp(join(cwd, 'app'))
    const first = await simulator.openApp(browser)
    await first.frame.getByText('Best: 0, games: 1, player: Ada, comets: 3').waitFor()
    for (let caught = 1; caught <= 3; caught++) await first.frame.getByRole('button').click()
    await expect
      .poll(() => simulator.control('GET', 'data'))
      .toMatchObject({ storage: { 1: { 'localStorage.comets:003a:0020best': '30' } } })
    await first.page.close()

    const next = await simulator.openApp(browser)
    await next.frame.getByText('Best: 30, games: 2, player: Ada, comets: 3').waitFor()
    expect(
      ((await simulator.control('GET', 'calls')) as readonly { kind: string }[]).filter(({ kind }) =>
        ['error', 'rejection', 'violation', 'failed-file'].includes(kind),
      ),
    ).toEqual([])
  })
})
