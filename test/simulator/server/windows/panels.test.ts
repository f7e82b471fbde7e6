import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { SOCKET_PATH } from '../../../../src/simulator/messages.js'
import { writeShellMessage } from '../../../../src/simulator/shell-message-text.js'
import type { ShellMessage } from '../../../../src/simulator/shell-messages.js'
import { bytesOf } from '../../../support/cases/message-bytes.js'
import { openPanels } from '../../../support/rigs/shell-window.js'
import { MANIFEST, simulatorRig } from '../../../support/rigs/simulator-rig.js'

describe('the panels of a window', () => {
  it('are told all that they must know, and take no seat', async () => {
    const rig = await simulatorRig({ files: { 'icon.png': 'x' } })
    rig.simulator.log.add({ kind: 'note', seat: 1, message: 'earlier' })
    const seat = await rig.window(3)
    await seat.next('welcome')
    const panels = await rig.panels()
    expect(await panels.next('observing')).toMatchObject({
      app: { id: MANIFEST.app_id, name: 'Hello', version: '1.0.0' },
      frameUrl: `${rig.base}index.html`,
      taken: [3],
      log: [{ message: 'earlier' }],
    })
    expect(rig.simulator.windows.taken).toEqual([3])
  })

  it('get the log of every seat, once; the seats themselves get none of it', async () => {
    const rig = await simulatorRig()
    const panels = await rig.panels()
    await panels.next('observing')
    const seats = [await rig.window(1), await rig.window(2)]
    for (const seat of seats) {
      seat.send({ type: 'frame-opened', frame: 1 })
      await seat.call(1, 'ready')
    }
    const seen = () =>
      panels.received.flatMap((message) =>
        message.type === 'log' ? message.entries.map(({ seat }) => seat) : [],
      )
    // Each is loaded, and calls.
    await expect.poll(() => seen().length).toBe(5)
    expect(seen()).toEqual([1, 1, 1, 2, 2])
    expect(seats.flatMap(({ received }) => received.filter(({ type }) => String(type) === 'log'))).toEqual([])
  })

  it('are told which seats are open, as they come and go', async () => {
    const rig = await simulatorRig()
    const panels = await rig.panels()
    await panels.next('observing')
    const second = await rig.window(2)
    await panels.next('seats-taken', ({ taken }) => taken.join() === '2')
    await rig.window(1)
    await panels.next('seats-taken', ({ taken }) => taken.join() === '1,2')
    second.close()
    await panels.next('seats-taken', ({ taken }) => taken.join() === '1')
  })

  it('hear nothing when a window that lost its seat goes', async () => {
    const rig = await simulatorRig()
    const first = await rig.window(1)
    await first.next('welcome')
    const second = await rig.window(1)
    await second.next('welcome')
    expect(await first.next('refused')).toEqual({
      type: 'refused',
      message: 'Seat 1 is open in another window.',
      elsewhere: true,
    })
    expect(await first.closed).toBe(1008)
    expect(rig.simulator.windows.taken).toEqual([1])
  })

  it('are told when files change and when all is forgotten', async () => {
    const rig = await simulatorRig()
    const panels = await rig.panels()
    await panels.next('observing')
    await rig.write({ 'manifest.json': JSON.stringify({ ...MANIFEST, name: 'Other' }) })
    await rig.simulator.live.refresh()
    await panels.next('reload', ({ app }) => app.name === 'Other')
    await panels.next('problems')
    await rig.simulator.reset()
    await panels.next('log-cleared')
  })

  it('cannot act for a seat', async () => {
    const rig = await simulatorRig()
    const panels = await rig.panels()
    await panels.next('observing')
    panels.send({ type: 'set-switches', switches: { theme: 'dark' } })
    expect(await panels.closed).toBe(1008)
    expect(rig.simulator.switches.of(1).theme).toBe('light')
  })

  it('with a token of an earlier start are refused', async () => {
    const rig = await simulatorRig()
    const panels = await openPanels(rig.shellOrigin, 'old')
    await panels.next('refused')
    expect(await panels.closed).toBe(1008)
  })
})

describe('a seat', () => {
  it('is told from which entry of the log on its page’s session counts', async () => {
    const rig = await simulatorRig()
    rig.simulator.log.add({ kind: 'note', seat: 1, message: 'before' })
    const window = await rig.window()
    window.send({ type: 'frame-opened', frame: 7 })
    expect(await window.next('session-opened')).toEqual({ type: 'session-opened', frame: 7, after: 1 })
  })

  it('may send a message as bytes', async () => {
    const rig = await simulatorRig()
    const window = await rig.window()
    window.send({ type: 'frame-opened', frame: 1 })
    const value = 'é😀'.repeat(500)
    const json = JSON.stringify({
      service: 1,
      id: 'large',
      method: 'storage.set',
      params: { key: 'k', value },
    })
    window.sendBytes(bytesOf(writeShellMessage({ type: 'request', frame: 1, json, gesture: true })))
    await window.next('to-app', (told) => 'id' in told.message && told.message.id === 'large')
    expect(await window.call(1, 'storage.get', { key: 'k' })).toMatchObject({ result: value })
  })

  it('is turned away for bytes that are not text', async () => {
    const rig = await simulatorRig()
    const window = await rig.window()
    window.sendBytes(new Uint8Array([0x7b, 0xff, 0x7d]))
    expect(await window.next('refused')).toMatchObject({ outdated: true })
    expect(await window.closed).toBe(1008)
  })

  it('is the newer window’s alone, however late the older one hears that it lost it', async () => {
    const rig = await simulatorRig()
    const older = new WebSocket(`${rig.shellOrigin.replace('http', 'ws')}${SOCKET_PATH}`, {
      origin: rig.shellOrigin,
    })
    await once(older, 'open')
    const say = (message: ShellMessage): void => older.send(JSON.stringify(message))
    say({ type: 'hello', seat: 1, token: rig.served.token })
    say({ type: 'frame-opened', frame: 1 })
    const actions = () =>
      rig.simulator.log
        .entries()
        .flatMap((entry) => [
          ...(entry.turns ?? []).map((turn) => turn.do),
          ...(entry.kind === 'note' && entry.action !== undefined ? [entry.action.do] : []),
        ])
    await expect.poll(actions).toEqual(['start', 'open'])
    older.pause()
    const newer = await rig.window(1)
    newer.send({ type: 'frame-opened', frame: 1 })
    await newer.call(1, 'ready')
    // The page of the older one reloads, and does not know yet.
    say({ type: 'frame-opened', frame: 2 })
    expect(await newer.call(1, 'storage.keys')).toMatchObject({ result: { keys: [] } })
    older.resume()
    expect((await once(older, 'close'))[0]).toBe(1008)
    expect(await newer.call(1, 'storage.keys')).toMatchObject({ result: { keys: [] } })
    expect(actions()).toEqual(['start', 'open', 'end', 'open'])
  })

  it('flips switches for itself, or for every seat', async () => {
    const rig = await simulatorRig()
    const window = await rig.window(2)
    window.send({ type: 'set-switches', switches: { theme: 'dark' } })
    await window.next('switches')
    window.send({ type: 'set-switches', switches: { locale: 'de' }, everyone: true })
    await window.next('switches', ({ switches }) => switches.locale === 'de')
    expect([1, 2, 8].map((seat) => rig.simulator.switches.of(seat))).toMatchObject([
      { theme: 'light', locale: 'de' },
      { theme: 'dark', locale: 'de' },
      { theme: 'light', locale: 'de' },
    ])
  })
})
