/// <reference path="../../src/sdk/service-miniapp.d.ts" />

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { axeFindings } from '../support/browser/axe.js'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { openShell } from '../support/browser/shell-page.js'
import { sampleManifest } from '../support/fakes/sample-bundle.js'
import { startDev } from '../support/rigs/dev-simulator.js'

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => closeWindows(browser))

it('5: access to a paid app is bought on its page before it opens; a test run needs none', async () => {
  const dev = await startDev({
    'index.html':
      '<!doctype html><html lang="en"><head><title>T</title><script src="service-miniapp.js"></script></head><body><script>Service.ready()</script></body></html>',
    'manifest.json': sampleManifest({
      access: { type: 'pass_30d', price: '2.5', statement: 'Thirty days of every level.' },
    }),
  })
  onTestFinished(() => dev.stop())
  const { page, app, errors } = await openShell(browser, dev.url)
  const appPage = page.getByRole('region', { name: 'The app’s page' })
  await appPage.waitFor()
  const words = await appPage.innerText()
  for (const part of ['Thirty days of every level.', '2.5 credits', '100 credits', 'does not renew'])
    expect(words).toContain(part)
  expect(await axeFindings(page)).toEqual([])
  expect(await page.getByTitle('Mini app').count()).toBe(0)

  await appPage.getByRole('button', { name: 'Open as a test run' }).click()
  const unpaid = await app()
  expect(await unpaid.evaluate(() => Service.getPurchases())).toEqual({
    purchases: [],
    access: { type: 'pass_30d', active: true },
  })
  await page.getByRole('button', { name: 'Close app' }).click()
  await page.getByRole('button', { name: 'Open again' }).click()

  await appPage.getByRole('button', { name: 'Buy', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Payment' })
  await sheet.waitFor()
  expect(await sheet.innerText()).toContain('97.5 credits')
  expect(await axeFindings(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await sheet.waitFor({ state: 'detached' })
  await appPage.getByRole('button', { name: 'Buy', exact: true }).click()
  await sheet.getByRole('button', { name: 'Pay' }).click()
  const frame = await app()
  expect(await frame.evaluate(() => Service.getPurchases())).toEqual({
    purchases: [],
    access: { type: 'pass_30d', active: true, until: expect.any(String) },
  })
  expect(errors).toEqual([])
})

it('5: an app that is not for a person says so kindly, to the developer why, and opens once it may', async () => {
  const dev = await startDev({
    'index.html':
      '<!doctype html><html lang="en"><head><title>T</title><script src="service-miniapp.js"></script></head><body>Hello<script>Service.ready()</script></body></html>',
    'manifest.json': sampleManifest({ age_rating: '16+', requires: ['ai.image'] }),
  })
  onTestFinished(() => dev.stop())
  const flip = (change: unknown) =>
    dev.ask('switches', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(change),
    })
  const { page, app, errors } = await openShell(browser, dev.url)
  const gate = page.getByRole('region', { name: 'The app does not open' })
  await gate.getByText('open it in the phone app').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await flip({ platform: 'ios', person: '13-15' })
  await gate.getByText('This app is not for your age.').waitFor()
  await gate.getByText('The app is rated 16+').waitFor()
  expect(await page.getByTitle('Mini app').count()).toBe(0)
  await flip({ person: '16-17', guardian: { ai: true } })
  expect(await (await app()).evaluate(() => document.body.innerText)).toContain('Hello')
  expect(errors).toEqual([])
})
