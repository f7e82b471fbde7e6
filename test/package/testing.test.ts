import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sampleFiles } from '../support/sample-bundle.js'
import { openShellWindow, type ShellWindow } from '../support/shell-window.js'
import { temporaryFolder } from '../support/temporary-folder.js'

type Testing = typeof import('../../src/testing/index.js')
type RunningSimulator = Awaited<ReturnType<Testing['startSimulator']>>

// As users import it: the built entry, which finds the built shell and the injected script beside it.
const { startSimulator, ControlClient }: Testing = await import(
  new URL('../../dist/testing/index.js', import.meta.url).href
)

const simulate = async (): Promise<RunningSimulator> => {
  const folder = await temporaryFolder()
  for (const [path, content] of Object.entries(sampleFiles())) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  const simulator = await startSimulator(folder)
  onTestFinished(() => simulator.stop())
  return simulator
}

/** A window with a running app, without a browser. */
const openApp = async ({ url, token }: RunningSimulator): Promise<ShellWindow> => {
  const window = await openShellWindow(url.slice(0, -1), token, 1)
  onTestFinished(() => window.close())
  window.send({ type: 'frame-opened', frame: 1 })
  return window
}

describe('miniapp/testing', () => {
  it('runs a simulator on free ports and tells its state', async () => {
    const { client, url } = await simulate()
    const page = await fetch(url)
    expect(page.status).toBe(200)
    const state = await client.state()
    expect(state).toMatchObject({
      schema: 1,
      app: { id: 'ma_abcdefghij' },
      seats: [],
    })
    expect(state.actingSwitches).toContain('theme')
  })

  it('flips switches, of which the app hears', async () => {
    const simulator = await simulate()
    const window = await openApp(simulator)
    await window.call(1, 'ready')
    expect((await simulator.client.setSwitches({ theme: 'dark', locale: 'ar' })).theme).toBe('dark')
    expect(await window.call(1, 'getContext')).toMatchObject({ result: { theme: 'dark', locale: 'ar' } })
    const event = await simulator.client.waitFor((entry) => entry.kind === 'event')
    expect(event).toMatchObject({ event: 'theme', data: { theme: 'dark' } })
  })

  it('5: moves the clock to the end of a session', async () => {
    const simulator = await simulate()
    const window = await openApp(simulator)
    expect(await window.call(1, 'ready')).toMatchObject({ result: {} })
    await simulator.client.advance('12h')
    expect(await window.call(1, 'getContext')).toMatchObject({ error: { code: 'LAUNCH_INVALID' } })
  })

  it('reads the log as it was and as it comes, and starts over', async () => {
    const simulator = await simulate()
    const window = await openApp(simulator)
    await window.call(1, 'storage.set', { key: 'k', value: 'v' })
    const [first] = await simulator.client.calls()
    expect(first).toMatchObject({ kind: 'call', method: 'storage.set', params: { key: 'k', value: 'v' } })
    const coming = simulator.client.waitFor(
      (entry) => entry.kind === 'call' && entry.method === 'storage.get',
    )
    await window.call(1, 'storage.get', { key: 'k' })
    expect(await coming).toMatchObject({ result: 'v' })
    await simulator.client.reset()
    expect(await simulator.client.calls()).toEqual([])
  })

  it('exports and imports what is saved, and goes back to snapshots', async () => {
    const simulator = await simulate()
    const { client } = simulator
    const saved = await client.setData({
      schema: 1,
      ownerId: 'u_test',
      storage: { 1: { level: '7' } },
      balances: { u_test: '12.5' },
    })
    expect(saved).toMatchObject({ ownerId: 'u_test', nicknames: {}, sales: [], sharedStore: [] })
    await client.takeSnapshot('level 7')
    const window = await openApp(simulator)
    await window.call(1, 'storage.set', { key: 'level', value: '8' })
    expect((await client.data()).storage).toEqual({ 1: { level: '8' } })
    expect((await client.returnToSnapshot('level 7')).storage).toEqual({ 1: { level: '7' } })
    expect((await client.snapshots()).map(({ name }) => name)).toEqual(['level 7'])
    await client.removeSnapshot('level 7')
    expect(await client.snapshots()).toEqual([])
    await expect(client.setData({ schema: 1, storage: { 1: { 'a b': '' } } })).rejects.toMatchObject({
      name: 'ControlError',
      status: 400,
      message: expect.stringContaining('storage.1.a b: must be a key'),
    })
  })

  it('stands the clock still, edits what is saved, and tells what will happen', async () => {
    const simulator = await simulate()
    const { client } = simulator
    await client.pause()
    const window = await openApp(simulator)
    await window.call(1, 'ready')
    expect((await client.upcoming()).map(({ what }) => what)).toEqual(['session-end'])
    await client.edit({ edit: 'set-record', player: 'grace', key: 'score', value: '', rank: 9 })
    expect(await window.call(1, 'db.get', { key: 'score', player: 'grace' })).toMatchObject({
      result: { record: { rank: 9 } },
    })
    await client.resume()
    expect(await client.state()).toMatchObject({
      clock: { paused: false },
      figures: { purchases: '0', held: '0', paid: '0' },
    })
  })

  it('says what came instead of what was waited for', async () => {
    const simulator = await simulate()
    const window = await openApp(simulator)
    await window.call(1, 'ready')
    await expect(simulator.client.waitFor(() => false, { timeoutMs: 200 })).rejects.toThrow(
      /did not come within 200 ms\. The last that came:\n {2}\{.*"method":"ready"/,
    )
  })

  it('names a bad switch, a bad token and a simulator that is gone', async () => {
    const simulator = await simulate()
    // What a program without types may send.
    const wrong = JSON.parse('{"theme":"purple"}') as { theme: 'dark' }
    await expect(simulator.client.setSwitches(wrong)).rejects.toMatchObject({
      name: 'ControlError',
      status: 400,
    })
    const stranger = new ControlClient({ control: simulator.control, token: 'none' })
    await expect(stranger.state()).rejects.toMatchObject({ name: 'ControlError', status: 401 })
    await simulator.stop()
    await expect(simulator.client.state()).rejects.toMatchObject({ name: 'ControlError', status: 0 })
  })
})
