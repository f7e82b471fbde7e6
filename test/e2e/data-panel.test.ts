/// <reference path="../../src/sdk/service-miniapp.d.ts" />
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppData } from '../../src/host/control/app-data.js'
import { axeFindings } from '../support/browser/axe.js'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { openShell } from '../support/browser/shell-page.js'
import { showPanel } from '../support/browser/shell-panel.js'
import { sampleManifest } from '../support/fakes/sample-bundle.js'
import { type DevSimulator, startDev } from '../support/rigs/dev-simulator.js'
import { someOf } from '../support/vitest/runs.js'

const APP = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<script src="service-miniapp.js"></script></head><body><main>App</main><script>Service.ready()</script></body></html>`

let browser: Browser
let dev: DevSimulator
beforeAll(async () => {
  browser = await sharedBrowser()
  dev = await startDev({
    'index.html': APP,
    'manifest.json': sampleManifest({
      products: [
        { id: 'gems', title: 'Gems', statement: 'You receive 100 gems.', price: '0.5', kind: 'consumable' },
      ],
    }),
  })
})
afterAll(async () => {
  await closeWindows(browser)
  await dev.stop()
})

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
const SAVED: AppData = {
  schema: 1,
  ownerId: 'u_test',
  storage: { 1: Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`level:${n}`, `stars ${n}`])) },
  balances: { u_test: '80' },
  sales: [
    {
      id: 'p_skin',
      buyer: 'u_test',
      item: { type: 'product', id: 'skin', kind: 'permanent' },
      price: '20',
      purchasedAt: hoursAgo(30),
      state: 'held',
    },
    {
      id: 'p_late',
      buyer: 'u_test',
      item: { type: 'product', id: 'hat', kind: 'permanent' },
      price: '3',
      purchasedAt: hoursAgo(200),
      state: 'awaiting-manual',
    },
  ],
  sharedStore: Array.from({ length: 3_000 }, (_, n) => ({
    player: `player-${n}`,
    key: 'score',
    value: '',
    rank: n,
    updatedAt: hoursAgo(1),
  })),
}

const openPanel = async (options?: Parameters<typeof openShell>[2]) => {
  await dev.ask('data', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(SAVED),
  })
  const opened = await openShell(browser, dev.url, options)
  await showPanel(opened.page, 'storage')
  await opened.page.getByRole('listbox', { name: 'Stored keys' }).getByRole('option').first().waitFor()
  return opened
}
const data = async (): Promise<Required<AppData>> => (await dev.ask('data')) as Required<AppData>
const show = (page: Page, section: string) => page.getByRole('tab', { name: section, exact: true }).click()

describe('the Data panel', () => {
  it('draws only the rows to be seen of 1,000 keys, and changes one by keyboard alone', async () => {
    const { page, app, errors } = await openPanel()
    const list = page.getByRole('listbox', { name: 'Stored keys' })
    expect(await list.getByRole('option').count()).toBeLessThan(60)
    await page.getByText('1,000 of 1,024 keys').waitFor()
    await list.focus()
    await page.keyboard.press('End')
    await list.getByRole('option', { selected: true }).filter({ hasText: 'level:999' }).waitFor()
    const value = page.getByRole('textbox', { name: 'Value' })
    await value.focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('gold')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await list.getByRole('option').filter({ hasText: 'gold' }).waitFor()
    expect(await (await app()).evaluate(() => Service.storage.get('level:999'))).toBe('gold')
    await page.keyboard.press('Escape')
    await value.waitFor({ state: 'detached' })
    expect(errors).toEqual([])
  })

  it('follows what the app writes, and says why the host refuses an edit', async () => {
    const { page, app } = await openPanel()
    await page.getByPlaceholder('Filter').fill('fresh')
    await (await app()).evaluate(() => Service.storage.set('fresh', 'from the app'))
    await page.getByRole('option').filter({ hasText: 'from the app' }).waitFor()
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByRole('textbox', { name: 'Key' }).fill('a b')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').filter({ hasText: 'must be a key: 1 to 128 characters' }).waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: 'Remove all' }).click()
    await page.getByRole('button', { name: 'Remove 1001 keys' }).click()
    await page.getByText('Seat 1 has no stored keys.').waitFor()
    expect((await data()).storage).toEqual({})
  })

  it('3.2, 3.3: refunds a permanent, completes a payout by hand, and shows the three figures', async () => {
    const { page } = await openPanel()
    await show(page, 'Purchases')
    await page.getByText('23 credits of purchases · 23 held · 0 paid to you').waitFor()
    const row = (name: string) => page.getByRole('option').filter({ hasText: name })
    await row('skin').click()
    await page.getByRole('button', { name: 'Refund' }).click()
    await row('returned: refunded').waitFor()
    await row('hat').click()
    await page.getByRole('button', { name: 'Complete the payout manually' }).click()
    await page.getByText('3 credits of purchases · 0 held · 3 paid to you').waitFor()
    expect(await data()).toMatchObject({
      balances: { u_test: '100' },
      sales: [{ state: 'returned', returnReason: 'refund' }, { state: 'paid-out' }],
    })
    await page.getByRole('button', { name: 'Remove …' }).click()
    await page.getByRole('button', { name: 'Remove without a refund' }).click()
    await row('hat').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'New purchase' }).click()
    await page.getByRole('combobox', { name: 'Item' }).selectOption('Gems, 0.5 credits')
    await page.getByRole('button', { name: 'Give item' }).click()
    await row('gems').filter({ hasText: 'held, not consumed' }).click()
    await page.getByRole('button', { name: 'Make 1 day older' }).click()
    await row('gems').filter({ hasText: 'returned: not consumed within 24 hours' }).waitFor()
  })

  it('4.6: writes another player’s record, changes nickname and balance, and goes back to a snapshot', async () => {
    const { page } = await openPanel()
    await show(page, 'Snapshots')
    await page.getByRole('textbox', { name: 'Name of the snapshot' }).fill('Before')
    await page.getByRole('button', { name: 'Take a snapshot' }).click()
    await page.getByText('Before', { exact: true }).waitFor()
    await show(page, 'Shared')
    expect(
      await page.getByRole('listbox', { name: 'Shared records' }).getByRole('option').count(),
    ).toBeLessThan(60)
    await page.getByRole('button', { name: 'New record' }).click()
    await page.getByRole('textbox', { name: 'Key' }).fill('score')
    await page.getByRole('textbox', { name: 'Player' }).fill('grace')
    await page.getByRole('spinbutton', { name: 'Rank' }).fill('12.5')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('option').filter({ hasText: 'grace' }).waitFor()
    await show(page, 'Person')
    await page.getByRole('textbox', { name: 'Nickname' }).fill('Ada Vale')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByRole('button', { name: 'Remove' }).waitFor()
    expect(await data()).toMatchObject({ nicknames: { u_test: 'Ada Vale' } })
    expect((await data()).sharedStore.at(-1)).toMatchObject({ player: 'grace', rank: 12.5 })
    await show(page, 'Snapshots')
    // The list comes from the simulator, and moves what is below it: a press during which it appears is not a click.
    await page.getByText('Before', { exact: true }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const exported = await readFile(await (await download).path(), 'utf8')
    await page.getByRole('button', { name: 'Restore …' }).click()
    await page.getByRole('button', { name: 'Restore Before' }).click()
    await expect.poll(async () => (await data()).nicknames).toEqual({})
    await page.getByLabel('Import', { exact: true }).setInputFiles({
      name: 'bad.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"schema":1,"balances":{"u_test":"-1"}}'),
    })
    await page.getByRole('alert').filter({ hasText: 'balances.u_test: must be credits' }).waitFor()
    await page.getByLabel('Import', { exact: true }).setInputFiles({
      name: 'good.json',
      mimeType: 'application/json',
      buffer: Buffer.from(exported),
    })
    await expect.poll(async () => (await data()).nicknames).toEqual({ u_test: 'Ada Vale' })
  })

  it.each(
    someOf(
      [
        ['dark', 320],
        ['light', 1280],
      ] as const,
      1,
    ),
  )('WCAG 2.2 AA: axe finds nothing in any part of it, %s and %i px wide', async (colorScheme, width) => {
    const { page } = await openPanel({ colorScheme, viewport: { width, height: 900 } })
    for (const [section, row] of [
      ['Storage', 'level:1'],
      ['Purchases', 'skin'],
      ['Shared', 'player-2999'],
      ['Person', null],
      ['Snapshots', null],
    ] as const) {
      await show(page, section)
      if (row !== null) await page.getByRole('option').filter({ hasText: row }).first().click()
      expect(await axeFindings(page), section).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, section).toBeLessThanOrEqual(0)
    }
  })
})

describe('the Clock panel', () => {
  it('lists upcoming events, jumps there, stops, and resumes', async () => {
    const { page } = await openPanel()
    await showPanel(page, 'clock')
    const upcoming = page.getByRole('region', { name: 'Upcoming events' })
    await upcoming.getByText('the session of seat 1 ends').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('status').filter({ hasText: 'Paused' }).waitFor()
    await upcoming.getByRole('button', { name: /^Jump to: 1 sale is paid out to you: 20 credits/ }).click()
    await page.getByRole('status').filter({ hasText: 'Paused, 5 days' }).waitFor()
    expect(await dev.ask('state')).toMatchObject({
      clock: { paused: true },
      figures: { paid: '20' },
    })
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Resume' }).click()
    await page
      .getByRole('status')
      .filter({ hasText: /^5 days .*ahead of real time$/ })
      .waitFor()
    // The server says which one is on, a moment later.
    await page.getByRole('group', { name: 'Speed' }).getByRole('radio', { name: '× 10', exact: true }).click()
    await page
      .getByRole('status')
      .filter({ hasText: /^10 times as fast, 5 days .*ahead of real time$/ })
      .waitFor()
    await page.getByRole('button', { name: 'Run until idle' }).click()
    await expect
      .poll(async () => JSON.stringify(await dev.ask('calls')))
      .toContain('Nothing is due in the next hour.')
    await page.getByRole('button', { name: 'Start fresh …' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Start fresh …' }).click()
    await page.getByRole('button', { name: 'Delete everything' }).click()
    await page
      .getByRole('status')
      .filter({ hasText: /^Real time$/ })
      .waitFor()
    expect(await data()).toMatchObject({ storage: {}, sales: [] })
  })
})
