import { readFile } from 'node:fs/promises'
/// <reference path="../../src/sdk/service-miniapp.d.ts" />
import { type Browser, devices, type Frame, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { axeFindings } from '../support/browser/axe.js'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { openShell } from '../support/browser/shell-page.js'
import { showPanel } from '../support/browser/shell-panel.js'
import { type DevSimulator, startDev } from '../support/rigs/dev-simulator.js'

const APP = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<script src="service-miniapp.js"></script></head><body><main><h1>Test</h1><button id="host">Host</button>
<button id="join">Join</button></main><script>
Service.ready()
window.heard = []
window.post = (...written) => console.debug(...written)
for (const name of ['joined', 'left', 'message', 'host', 'closed'])
  Service.multiplayer.on(name, (data) => heard.push([name, data]))
const enter = (call) => {
  window.outcome = call.then(({ status, match }) => { window.match = match; return status }, (error) => error.code)
}
document.getElementById('host').addEventListener('click', () => {
  enter(Service.multiplayer.host({ max_players: 3, meta: { map: 'lake' } }))
})
document.getElementById('join').addEventListener('click', () => {
  enter(Service.multiplayer.join({ code: window.code }))
})
</script></body></html>`

const { defaultBrowserType: _browser, ...PIXEL } = devices['Pixel 7'] ?? {}

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => closeWindows(browser))

const seat = (page: Page, number: number): Locator => page.getByRole('region', { name: `Seat ${number}` })

/** The person of a seat hosts, or joins with a code, and is asked for their nickname first. */
const enter = async (page: Page, number: number, code: string | null): Promise<Frame> => {
  const place = seat(page, number)
  const frame = await (await place.getByTitle('Mini app').elementHandle())?.contentFrame()
  if (frame === null || frame === undefined) throw new Error(`Seat ${number} has no frame.`)
  await frame.waitForLoadState('load')
  await frame.evaluate((given) => Reflect.set(window, 'code', given), code)
  await frame.click(code === null ? '#host' : '#join')
  const sheet = place.getByRole('dialog', { name: 'Nickname' })
  await sheet.getByRole('textbox', { name: 'Nickname' }).fill(`Person ${number}`)
  await sheet.getByRole('button', { name: 'Save' }).click()
  expect(await frame.evaluate(() => Reflect.get(window, 'outcome'))).toBe('joined')
  return frame
}

const heard = (frame: Frame): Promise<unknown[]> => frame.evaluate(() => Reflect.get(window, 'heard'))

/** One match of two seats in a window and of a phone. */
const play = async (dev: DevSimulator) => {
  const { page } = await openShell(browser, `${dev.url}?seat=1&seat=2`)
  const first = await enter(page, 1, null)
  const code: string = await first.evaluate(() => Reflect.get(window, 'match').code)
  const second = await enter(page, 2, code)
  const { page: phone } = await openShell(browser, `${dev.url}?seat=3`, PIXEL)
  const third = await enter(phone, 3, code)
  await showPanel(page, 'matches')
  const match = page.getByRole('region', { name: `Match ${code}` })
  await match.getByText('3 of 3 players').waitFor()
  return { page, phone, first, second, third, code, match }
}

const start = async (): Promise<DevSimulator> => {
  const dev = await startDev({ 'index.html': APP })
  onTestFinished(() => dev.stop())
  return dev
}

describe('the view of matches', () => {
  it('4.8: shows two seats of a window and a phone in one match, their messages, and what is lost', async () => {
    const dev = await start()
    const { page, first, third, match } = await play(dev)
    expect(await match.getByRole('rowheader').allInnerTexts()).toEqual([
      expect.stringMatching(/1\s+Person 1\s+host/),
      expect.stringMatching(/2\s+Person 2$/),
      expect.stringMatching(/3\s+Person 3$/),
    ])
    await match.getByText('private').waitFor()
    await match.getByText('map: "lake"').waitFor()
    await match.getByText(/^in (4 hours|3 hours 5\d minutes)$/).waitFor()
    await third.evaluate(() => Service.multiplayer.send({ x: 7 }))
    await first.waitForFunction(() =>
      Reflect.get(window, 'heard').some(([name]: string[]) => name === 'message'),
    )
    const messages = match.getByRole('list', { name: 'Latest messages' }).getByRole('listitem')
    await expect
      .poll(() => messages.allInnerTexts())
      .toEqual([expect.stringMatching(/3\s+→\s+to\s+all\s+\{ x: 7 \}/)])
    await expect.poll(() => match.getByRole('row', { name: /Person 3/ }).innerText()).toMatch(/\t1\t0\t0\t0/)
    expect(await axeFindings(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    expect(await axeFindings(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })

    await showPanel(page, 'switches')
    await page
      .getByRole('group', { name: 'Seat that this panel acts on' })
      .getByRole('radio', { name: '2' })
      .check()
    await page.getByLabel(/^Loss(?! burst)/).fill('1')
    await page.getByLabel(/^Loss(?! burst)/).blur()
    // Known to the host, which hears of it by another connection than the third's.
    await expect.poll(async () => JSON.stringify(await dev.ask('state'))).toContain('"loss":1')
    await showPanel(page, 'matches')
    await third.evaluate(() => Service.multiplayer.send('again'))
    await match.getByText('not delivered to seat 2').waitFor()

    await showPanel(page, 'timeline')
    const list = page.getByRole('listbox', { name: 'Timeline' })
    await list.getByRole('option').filter({ hasText: 'not delivered to 2' }).waitFor()
    expect(await list.getByRole('option').allInnerTexts()).toEqual(
      ['joined', 'is the host', 'joined', 'joined', '{ x }', 'string'].map((name) =>
        expect.stringContaining(name),
      ),
    )
    await third.evaluate(() => Service.multiplayer.send({ x: 8 }))
    await page.getByLabel('Show').selectOption('{ x }')
    await page.getByText('2 of 7 entries').waitFor()
    await list.press('End')
    const details = page.getByRole('region', { name: 'Details' })
    await details.getByText('7 of 1,024 bytes').waitFor()
    await details.getByRole('row', { name: /^1 \d+ ms arrived$/ }).waitFor()
    await details.getByRole('row', { name: '2 – lost by the network' }).waitFor()
    await details.getByRole('row', { name: 'x 7 8' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await list.press('Escape')

    // Saved is what is shown.
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save these entries as a file' }).click()
    const saved = await readFile(await (await saving).path(), 'utf8')
    const lines = saved
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string })
    expect(lines.map(({ kind }) => kind)).toEqual(['message', 'message'])

    // Paused, it stays as it is while the match goes on.
    const pause = page.getByRole('button', { name: 'Pause', exact: true })
    await pause.click()
    await third.evaluate(() => Service.multiplayer.send({ x: 9 }))
    await expect.poll(async () => JSON.stringify(await dev.ask('matches/timeline'))).toContain('"x":9')
    expect(await page.getByText(/ of \d+ entries/).innerText()).toBe('2 of 7 entries')
    await pause.click()
    await page.getByText('3 of 8 entries').waitFor()

    // The app's own console does what it did before.
    const written = page.waitForEvent('console', { predicate: (one) => one.type() === 'debug' })
    expect(await first.evaluate(`[post('miniapp:state', 1, 'aa'), console.debug.name]`)).toEqual([
      undefined,
      'debug',
    ])
    expect(await first.evaluate('String(console.debug)')).toContain('[native code]')
    const values = (await written).args().map((value) => value.jsonValue())
    expect(await Promise.all(values)).toEqual(['miniapp:state', 1, 'aa'])
    await third.evaluate(`post({ toString: () => 'miniapp:state 1 cc' }), post('miniapp:state 1 bb')`)
    const states = page.getByRole('region', { name: /^States of/ })
    await states.getByText('States differ, first at 1.').waitFor()
    expect(await states.getByRole('listitem').allInnerTexts()).toEqual(['1\naa', '3\nbb'])
    await page.getByRole('tab', { name: 'Timeline 1 with different states' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
  })

  it('3.4: cuts a connection, changes a match by hand, and sees people go who close their window', async () => {
    const { page, phone, first, second, third, match } = await play(await start())
    await match.getByRole('button', { name: 'Drop the connection of seat 2' }).press('Enter')
    await expect.poll(() => heard(second)).toContainEqual(['closed', { reason: 'connection_lost' }])
    await match.getByText('2 of 3 players').waitFor()
    await page.getByRole('button', { name: 'Put everyone in a match' }).click()
    await match.getByText('seated', { exact: true }).waitFor()
    expect(await page.getByLabel('Nickname of seat 2').inputValue()).toBe('Person 2')
    await match.getByRole('textbox', { name: 'Message as JSON' }).fill('{"hit":')
    await match.getByRole('button', { name: 'Send', exact: true }).click()
    await match.getByText('This is not JSON. Write text in quotes.').waitFor()
    await match.getByRole('textbox', { name: 'Message as JSON' }).fill('{"hit":1}')
    await match.getByRole('button', { name: 'Hold messages' }).click()
    await match.getByRole('button', { name: 'Send', exact: true }).click()
    await match.getByText('1 message held').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await match.getByRole('button', { name: 'Release all' }).click()
    await match.getByText('by hand').waitFor()
    await expect
      .poll(() => heard(third))
      .toContainEqual(['message', { from: expect.any(String), data: { hit: 1 } }])
    await match.getByRole('button', { name: 'Kick seat 2' }).click()
    await match.getByText('2 of 3 players').waitFor()
    await phone.context().close()
    await match.getByText('1 of 3 players').waitFor()
    await match.getByText('Closes if nobody joins').waitFor()
    const left = async () =>
      (await heard(first)).flatMap((event) => (Array.isArray(event) && event[0] === 'left' ? [event[1]] : []))
    await expect
      .poll(left)
      .toMatchObject(['Person 2', 'Person 2', 'Person 3'].map((nickname) => ({ player: { nickname } })))
    await match.getByRole('button', { name: 'Close match' }).click()
    await expect.poll(() => heard(first)).toContainEqual(['closed', { reason: 'idle' }])
  })
})
