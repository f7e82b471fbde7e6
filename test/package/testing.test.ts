import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SheetKind } from '../../src/host/session/sheets.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'
import { runMiniapp } from '../support/processes/command-line.js'
import { openShellWindow, type ShellWindow } from '../support/rigs/shell-window.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

type Testing = typeof import('../../src/testing/index.js')
type RunningSimulator = Awaited<ReturnType<Testing['startSimulator']>>

// As users import it: the built entry, which finds the built shell and the injected script beside it.
const { startSimulator, ControlClient, replayLog }: Testing = await import(
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
const openApp = async (
  { url, token }: RunningSimulator,
  sheets: readonly SheetKind[] = [],
): Promise<ShellWindow> => {
  const window = await openShellWindow(url.slice(0, -1), token, 1, sheets)
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
    const first = (await simulator.client.calls()).find(({ kind }) => kind === 'call')
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

  it('answers sheets as a person would, judged by the host', async () => {
    const simulator = await simulate()
    const { client } = simulator
    const window = await openApp(simulator, ['nickname', 'pick-image'])
    const nickname = window.call(1, 'getNickname', { ask: true })
    expect((await client.waitForSheet('nickname')).offer).toMatchObject({ current: null, typing: true })
    await expect(client.answerSheet('nickname', { nickname: 'x#y' })).rejects.toMatchObject({
      name: 'ControlError',
      status: 422,
      message: expect.stringContaining('A nickname cannot contain a #.'),
    })
    await client.answerSheet('nickname', { nickname: 'Ada Vale' })
    expect(await nickname).toMatchObject({ result: { nickname: 'Ada Vale' } })
    const picked = window.call(1, 'pickImage', {})
    await expect(client.answerSheet('pick-image', { file: Buffer.from('no picture') })).rejects.toMatchObject(
      { status: 422 },
    )
    await client.answerSheet('pick-image', null)
    expect(await picked).toMatchObject({ result: { status: 'cancelled' } })
    await expect(client.waitForSheet('payment', { timeoutMs: 50 })).rejects.toThrow(
      'No sheet payment was opened in seat 1 within 50 ms.',
    )
  })

  it('replays what was recorded, here and by the command, and tells the first difference', async () => {
    const simulator = await simulate()
    const window = await openApp(simulator)
    await window.call(1, 'storage.set', { key: 'level', value: '3' })
    await simulator.client.setSwitches({ theme: 'dark' })
    await window.call(1, 'storage.get', { key: 'level' })
    const log = await simulator.client.calls()
    expect(await replayLog(log)).toEqual({ alike: 3, difference: null, stopped: null })
    const folder = await temporaryFolder()
    const text = log.map((entry) => `${JSON.stringify(entry)}\n`).join('')
    await writeFile(join(folder, 'same.ndjson'), text)
    await writeFile(join(folder, 'other.ndjson'), text.replace('"result":"3"', '"result":"4"'))
    expect(await runMiniapp(['replay', 'same.ndjson'], { cwd: folder })).toMatchObject({
      code: 0,
      stdout: 'same.ndjson: 3 answers and events, all identical.\n',
    })
    const other = await runMiniapp(['replay', 'other.ndjson', '--format', 'json'], { cwd: folder })
    expect(other.code).toBe(1)
    expect(JSON.parse(other.stdout)).toMatchObject({
      schema: 1,
      ok: false,
      difference: { what: 'storage.get', recorded: { result: '4' }, replayed: { result: '3' } },
    })
    expect(await runMiniapp(['replay', 'none.ndjson'], { cwd: folder })).toMatchObject({ code: 2 })
  })

  it('says what came instead of what was waited for', async () => {
    const simulator = await simulate()
    const window = await openApp(simulator)
    await window.call(1, 'ready')
    // Long enough for the log so far to come on a busy machine.
    await expect(simulator.client.waitFor(() => false, { timeoutMs: 2_000 })).rejects.toThrow(
      /did not come within 2000 ms\. The last entries:\n(?: {2}\{.*\n)* {2}\{.*"method":"ready"/,
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
