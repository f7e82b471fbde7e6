/// <reference path="../../src/sdk/service-miniapp.d.ts" />
import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { openShell } from '../support/browser/shell-page.js'
import { startDev } from '../support/rigs/dev-simulator.js'

const APP = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<script src="service-miniapp.js"></script></head><body><button id="host">Host</button>
<input id="code"><button id="join">Join</button><script>
Service.ready()
window.heard = []
for (const name of ['joined', 'left', 'message', 'host', 'closed'])
  Service.multiplayer.on(name, (data) => heard.push([name, data]))
const enter = (call) => {
  window.outcome = call.then((result) => { window.match = result.match; return result }, (error) => error.code)
}
document.getElementById('host').addEventListener('click', () => {
  enter(Service.multiplayer.host({ max_players: 3, public: true, meta: { map: 'lake' } }))
})
document.getElementById('join').addEventListener('click', () => {
  enter(Service.multiplayer.join({ code: document.getElementById('code').value }))
})
</script></body></html>`

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => closeWindows(browser))

type Match = ServiceMiniapp.Match

interface Player {
  readonly window: Page
  readonly frame: Frame
  readonly match: Match
}

/** A window in which a person taps a button, and chooses a nickname if the host asks for one. */
const enter = async (url: string, seat: number, code: string | null): Promise<Player> => {
  const { page, app } = await openShell(browser, `${url}?seat=${seat}`)
  const frame = await app()
  if (code === null) await frame.click('#host')
  else {
    await frame.fill('#code', code)
    await frame.click('#join')
  }
  const sheet = page.getByRole('dialog', { name: 'Nickname' })
  await sheet.getByRole('textbox', { name: 'Nickname' }).fill(`Person ${seat}`)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await sheet.waitFor({ state: 'detached' })
  const outcome = await frame.evaluate(() => Reflect.get(window, 'outcome'))
  expect(outcome).toMatchObject({ status: 'joined' })
  return { window: page, frame, match: (outcome as { match: Match }).match }
}

/** Waits until an app heard so much, and gives it. */
const heard = async ({ frame }: Player, count: number): Promise<unknown> => {
  await frame.waitForFunction((wanted) => Reflect.get(window, 'heard').length >= wanted, count)
  return frame.evaluate(() => Reflect.get(window, 'heard'))
}

const send = ({ frame }: Player, data: unknown, to?: string) =>
  frame.evaluate(
    ([json, whom]) => Service.multiplayer.send(JSON.parse(json), whom === null ? {} : { to: whom }),
    [JSON.stringify(data), to ?? null] as const,
  )

describe('4.8: a match between windows', () => {
  it('4.8, 6: host, join by code, messages to all and to one, another host, connection lost, unavailable', async () => {
    const dev = await startDev({ 'index.html': APP })
    onTestFinished(() => dev.stop())
    const a = await enter(dev.url, 1, null)
    const player = (seat: number) => ({
      id: seat === 1 ? a.match.me : `${a.match.me}~${seat}`,
      nickname: `Person ${seat}`,
    })
    expect(a.match).toMatchObject({ max_players: 3, meta: { map: 'lake' }, players: [player(1)] })
    const b = await enter(dev.url, 2, a.match.code)
    const c = await enter(dev.url, 3, a.match.code)
    expect(c.match).toMatchObject({ host: player(1).id, me: player(3).id, players: [1, 2, 3].map(player) })

    expect(await send(a, { to: 'all' })).toEqual({})
    expect(await send(a, 'to one', player(3).id)).toEqual({})
    expect(await send(b, [1, null, 'é'])).toEqual({})
    expect(await heard(a, 3)).toEqual([
      ['joined', { player: player(2) }],
      ['joined', { player: player(3) }],
      ['message', { from: player(2).id, data: [1, null, 'é'] }],
    ])
    expect(await heard(c, 3)).toEqual([
      ['message', { from: player(1).id, data: { to: 'all' } }],
      ['message', { from: player(1).id, data: 'to one' }],
      ['message', { from: player(2).id, data: [1, null, 'é'] }],
    ])
    expect(await heard(b, 2)).toEqual([
      ['joined', { player: player(3) }],
      ['message', { from: player(1).id, data: { to: 'all' } }],
    ])

    await a.window.close()
    const afterHost = [
      ['left', { player: player(1), reason: 'connection_lost' }],
      ['host', { player: player(2) }],
    ]
    expect(await heard(b, 4)).toEqual([...((await heard(b, 2)) as unknown[]).slice(0, 2), ...afterHost])
    expect(((await heard(c, 5)) as unknown[]).slice(3)).toEqual(afterHost)

    await dev.ask('drop-connection?seat=3', { method: 'POST' })
    expect(((await heard(c, 6)) as unknown[]).slice(5)).toEqual([['closed', { reason: 'connection_lost' }]])
    expect(((await heard(b, 5)) as unknown[]).slice(4)).toEqual([
      ['left', { player: player(3), reason: 'connection_lost' }],
    ])
    expect(await c.frame.evaluate(() => Service.multiplayer.list())).toMatchObject([
      { id: a.match.id, players: 1, host: player(2).id },
    ])

    await dev.ask('switches', { method: 'PATCH', body: '{"multiplayer":"off"}' })
    expect(((await heard(b, 6)) as unknown[]).slice(5)).toEqual([['closed', { reason: 'unavailable' }]])
    expect(await b.frame.evaluate(() => Service.supports('multiplayer'))).toBe(false)
    expect(await dev.ask('state')).toMatchObject({ matches: [] })
  })
})
