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

describe('an adopted game in the simulator', () => {
  it('2.10, 4.2: loads its modules, data and pictures from its own folder, and is ready', async () => {
    const cwd = await temporaryFolder()
    const game = fileURLToPath(new URL('../../fixtures/adopt/blocks', import.meta.url))
    await cp(game, join(cwd, 'game'), { recursive: true })
    await mkdir(join(cwd, 'game', 'build', 'icons'), { recursive: true })
    const background = { r: 200, g: 80, b: 40 }
    await writeFile(
      join(cwd, 'game', 'build', 'icons', 'touch.png'),
      await sharp({ create: { width: 192, height: 192, channels: 3, background } })
        .png()
        .toBuffer(),
    )
    // What cannot be fixed by rule is removed by hand, as check says.
    await writeFile(
      join(cwd, 'game', 'build', 'assets', 'main.js'),
      "import { rows } from '/assets/rows.js'\n" +
        "const { speed, tile } = await (await fetch('/assets/level.json')).json()\n" +
        "const picture = new Image()\npicture.crossOrigin = 'anonymous'\npicture.src = tile\nawait picture.decode()\n" +
        "const canvas = document.createElement('canvas')\ncanvas.getContext('2d').drawImage(picture, 0, 0)\n" +
        "const [red] = canvas.getContext('2d').getImageData(1, 1, 1, 1).data\n" +
        "document.querySelector('#root').textContent = [rows, speed, red].join(' ')\n",
    )
    const words = ['init', 'app', '--from', 'game/build', '--age-rating', '4+']
    expect(await runMiniapp(words, { cwd })).toMatchObject({ code: 0 })
    const simulator = await simulateApp(join(cwd, 'app'))
    const { frame } = await simulator.openApp(browser)
    await frame.getByText('20 3 200').waitFor()
    await expect
      .poll(() => simulator.control('GET', 'calls'))
      .toContainEqual(expect.objectContaining({ method: 'ready' }))
  })
})
