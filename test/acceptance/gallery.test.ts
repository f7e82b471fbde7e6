import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { convertGame, expectSame, testProblems, untilDrawn } from '../support/browser/compared-game.js'
import { openAdopted, openPlain, simulate } from '../support/browser/game-windows.js'
import { difference, OTHER_PICTURE, SAME_PICTURE } from '../support/browser/pictures.js'
import { GALLERY, type GalleryGame } from '../support/cases/gallery.js'
import { runMiniapp } from '../support/processes/command-line.js'
import { ROOT } from '../support/processes/npm.js'
import { LONG, someOf } from '../support/vitest/runs.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => closeWindows(browser))

/** The game's own folder, and the mini app that the command makes of it. */
const bring = async ({ folder, entry }: GalleryGame): Promise<{ game: string; app: string }> => {
  const cwd = await temporaryFolder()
  await cp(join(ROOT, 'fixtures/adopt', folder), join(cwd, 'game'), { recursive: true })
  await convertGame(cwd, entry)
  return { game: join(cwd, 'game'), app: join(cwd, 'app') }
}

/** The game as it is, with nothing but what makes it an app. */
const asItIs = async ({ folder, entry }: GalleryGame): Promise<string> => {
  const cwd = await temporaryFolder()
  await cp(join(ROOT, 'fixtures/adopt', folder), cwd, { recursive: true })
  await cp(join(ROOT, 'templates/blank/icon.png'), join(cwd, 'icon.png'))
  const manifest = {
    service_miniapp: 1,
    app_id: 'ma_abcdefghij',
    version: '1.0.0',
    name: 'As it is',
    summary: 'A game as it is',
    age_rating: '4+',
    entry,
    icon: 'icon.png',
    access: { type: 'free' },
  }
  await writeFile(join(cwd, 'manifest.json'), JSON.stringify(manifest))
  return cwd
}

const GAMES: readonly GalleryGame[] = someOf(GALLERY, 3)
/** The games that `miniapp test` plays, too: all of them in long runs. */
const PLAYED = someOf(GAMES, 2)

describe.each<GalleryGame>(GAMES)('$folder', (game) => {
  it('runs in the frame as on a plain server, and keeps what it saves', async () => {
    const { game: folder, app } = await bring(game)
    const simulator = await simulate(app)
    const shown = await openAdopted(browser, simulator)
    const plain = await openPlain(browser, folder, game.entry, shown.size)
    await untilDrawn(plain)
    await untilDrawn(shown)
    const first = await plain.picture()
    await expectSame(shown, first)
    if (game.click === true) {
      await plain.click()
      await expect.poll(async () => difference(first, await plain.picture())).toBeGreaterThan(OTHER_PICTURE)
      const clicked = await plain.picture()
      await shown.click()
      await expectSame(shown, clicked)
      if (game.saves === true) {
        await shown.page.reload()
        await plain.page.reload()
        await untilDrawn(plain)
        expect(await difference(clicked, await plain.picture())).toBeLessThanOrEqual(SAME_PICTURE)
        const again = await openAdopted(browser, simulator)
        await untilDrawn(again)
        await expectSame(again, clicked)
        await again.page.close()
      }
    }
    await shown.page.close()
    if (PLAYED.includes(game)) expect(await testProblems(app)).toEqual([])
  })

  // What a game needs changes only with the game: in long runs.
  it.runIf(LONG)('does not without the changes', async () => {
    const app = await asItIs(game)
    const { unchanged } = game
    if (unchanged !== 'silent' && 'refused' in unchanged) {
      const run = await runMiniapp(['check', app, '--format', 'json'], { cwd: app })
      expect(JSON.parse(run.stdout)).toMatchObject({
        ok: false,
        problems: expect.arrayContaining([expect.objectContaining({ rule: unchanged.refused })]),
      })
      return
    }
    const simulator = await simulate(app)
    const shown = await openAdopted(browser, simulator)
    const plain = await openPlain(browser, app, game.entry, shown.size)
    await untilDrawn(plain)
    if (game.click === true) {
      const first = await plain.picture()
      await plain.click()
      await expect.poll(async () => difference(first, await plain.picture())).toBeGreaterThan(OTHER_PICTURE)
      await shown.click()
    }
    if (unchanged !== 'silent')
      await simulator.client.waitFor(
        (entry) => entry.kind !== 'call' && unchanged.logged.test(JSON.stringify(entry)),
      )
    // What the click does is done by now, and drawn.
    await shown.frame.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    expect(await difference(await plain.picture(), await shown.picture())).toBeGreaterThan(OTHER_PICTURE)
  })
})
