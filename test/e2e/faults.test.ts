/// <reference path="../../src/sdk/service-miniapp.d.ts" />
import type { Browser, Frame } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from '../support/browser/axe.js'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { openShell } from '../support/browser/shell-page.js'
import { showPanel } from '../support/browser/shell-panel.js'
import { type DevSimulator, startDev } from '../support/rigs/dev-simulator.js'

const APP = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<script src="service-miniapp.js"></script></head><body><main><h1>Test</h1></main><script>
window.sizes = [[innerWidth, innerHeight]]
addEventListener('resize', () => sizes.push([innerWidth, innerHeight]))
window.heard = []
Service.on('visibility', ({ visible }) => heard.push(visible))
Service.ready()
</script></body></html>`

let browser: Browser
let dev: DevSimulator
beforeAll(async () => {
  browser = await sharedBrowser()
  dev = await startDev({ 'index.html': APP })
})
afterAll(async () => {
  await closeWindows(browser)
  await dev.stop()
})

const save = (frame: Frame) =>
  frame.evaluate(() =>
    Service.storage.set('a', '1').then(
      () => 'saved',
      (error: { readonly code: string }) => error.code,
    ),
  )

describe('the Faults panel', () => {
  it('7: injects faults into calls, removes them, and applies immediate faults', async () => {
    const { page: shell, app } = await openShell(browser, dev.url)
    await showPanel(shell, 'faults')
    const panel = shell.getByRole('tabpanel', { name: 'Faults' })
    const ordered = panel.getByRole('region', { name: 'Active faults' })
    await panel.getByLabel('Method').selectOption('storage.set')
    await panel.getByLabel('Code').selectOption('STORAGE_FULL')
    await panel.getByRole('button', { name: 'Set for the next call' }).click()
    await ordered.getByText('storage.set of seat 1 rejects with STORAGE_FULL').waitFor()
    expect(await save(await app())).toBe('STORAGE_FULL')
    expect(await save(await app())).toBe('saved')
    await ordered.getByText('None. Calls work normally.').waitFor()

    await panel.getByRole('button', { name: 'Set for every call' }).click()
    const callOff = ordered.getByRole('button', { name: /^Remove/ })
    await callOff.waitFor()
    expect([await save(await app()), await save(await app())]).toEqual(['STORAGE_FULL', 'STORAGE_FULL'])
    expect(await axeFindings(shell)).toEqual([])
    await callOff.click()
    await callOff.waitFor({ state: 'detached' })
    expect(await save(await app())).toBe('saved')

    await dev.ask('clock', { method: 'POST', body: '{"pause":true}' })
    await panel.getByRole('button', { name: 'Leave and come back' }).click()
    const heard = async () => (await app()).evaluate(() => Reflect.get(window, 'heard'))
    await expect.poll(heard).toEqual([false])
    await dev.ask('clock', { method: 'POST', body: '{"advance":"2s"}' })
    await expect.poll(heard).toEqual([false, true])
    await dev.ask('clock', { method: 'POST', body: '{"pause":false}' })

    const random = panel.getByRole('region', { name: 'Random faults' })
    await random.getByRole('button', { name: 'Start' }).click()
    await random.getByText('On (seed 1).').waitFor()
    await random.getByRole('button', { name: 'Stop' }).click()
    await random.getByText('Off').waitFor()

    await panel.getByRole('button', { name: 'End the session' }).click()
    await expect.poll(async () => save(await app())).toBe('LAUNCH_INVALID')
  })

  it('answers a call as an earlier one was answered, from its details', async () => {
    const { page: shell, app } = await openShell(browser, dev.url)
    const row = (text: string) =>
      shell.getByRole('listbox', { name: 'Calls and events' }).getByRole('option').filter({ hasText: text })
    const details = shell.getByRole('region', { name: 'Details' })
    await row('callready').last().click()
    await details.getByRole('button', { name: /^index\.html:7\b.*: open in your editor$/ }).waitFor()

    await dev.ask('faults', { method: 'POST', body: '{"method":"storage.set","error":"STORAGE_FULL"}' })
    expect(await save(await app())).toBe('STORAGE_FULL')
    await row('STORAGE_FULL').last().click()
    await details.getByText('The host rejected the call with STORAGE_FULL.').waitFor()
    await details.getByRole('button', { name: 'Mock this response' }).click()
    const form = shell.getByRole('region', { name: 'Fault in calls' })
    await expect.poll(() => form.getByLabel('Method').inputValue()).toBe('storage.set')
    await form.getByRole('button', { name: 'Set for the next call' }).click()
    await shell.getByText('storage.set of seat 1 rejects with STORAGE_FULL').waitFor()
    expect([await save(await app()), await save(await app())]).toEqual(['STORAGE_FULL', 'saved'])

    await shell.getByRole('tab', { name: 'Calls' }).click()
    await row('saved: true').last().click()
    await details.getByText('The storage was saved.').waitFor()
    expect(await axeFindings(shell)).toEqual([])
    await details.getByRole('button', { name: 'Mock this response' }).click()
    const answer = form.getByLabel('Answer, as JSON')
    await expect.poll(async () => JSON.parse(await answer.inputValue())).toEqual({ saved: true })
    await answer.fill('{')
    await form.getByText('This is not JSON.').waitFor()
    expect(await form.getByRole('button', { name: 'Set for every call' }).isDisabled()).toBe(true)
    expect(await axeFindings(shell)).toEqual([])
  })

  it('starts the app in a frame without a size, which gets one later', async () => {
    const { page: shell, app } = await openShell(browser, dev.url)
    const before = await app()
    await showPanel(shell, 'faults')
    await shell.getByRole('button', { name: 'Start without a size' }).click()
    await expect.poll(() => before.isDetached()).toBe(true)
    const sizes = async (): Promise<readonly (readonly number[])[]> =>
      (await app()).evaluate(() => Reflect.get(window, 'sizes'))
    await expect.poll(async () => (await sizes()).length).toBeGreaterThan(1)
    const [first, second = []] = await sizes()
    expect(first).toEqual([0, 0])
    expect(second.every((side) => side > 100)).toBe(true)
  })
})
