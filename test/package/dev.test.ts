import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ZipFile } from 'yazl'
import { BINARY, runMiniapp } from '../support/processes/command-line.js'
import { startDev } from '../support/processes/dev-process.js'
import { openShellWindow, type ShellWindow } from '../support/rigs/shell-window.js'
import { MANIFEST } from '../support/rigs/simulator-rig.js'
import { missing } from '../support/vitest/missing.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const app = async (files: Readonly<Record<string, string>> = {}): Promise<string> => {
  const folder = await temporaryFolder()
  const all = {
    'manifest.json': JSON.stringify(MANIFEST),
    'index.html': '<!doctype html><title>x</title>',
    ...files,
  }
  for (const [path, text] of Object.entries(all)) await writeFile(join(folder, path), text)
  return folder
}

const openApp = async (url: string, token: string): Promise<ShellWindow> => {
  const window = await openShellWindow(new URL(url).origin, token, 1)
  await window.next('welcome')
  window.send({ type: 'frame-opened', frame: 1 })
  return window
}

describe('miniapp dev', () => {
  it('--format json prints ready, then the log, one JSON object a line, and nothing else', async () => {
    const dev = await startDev(await app())
    expect(dev.ready).toEqual({
      event: 'ready',
      url: expect.stringMatching(/^http:\/\/localhost:\d+\/$/),
      control: `${dev.ready.url}control/`,
      token: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/),
    })
    const window = await openApp(dev.ready.url, dev.ready.token)
    await window.call(1, 'ready')
    // The window and the pipe are two ways to here; neither waits for the other.
    await expect.poll(() => dev.lines.length).toBe(4)
    expect(dev.lines.slice(1).map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { seq: 1, kind: 'note', message: 'The host is ready.' },
      { seq: 2, kind: 'note', message: 'Hello 1.0.0 was loaded.' },
      { seq: 3, kind: 'call', method: 'ready', result: {} },
    ])
    expect(dev.stderr()).toBe('')
  })

  it('--seats opens that many seats, which have no window yet, with the network of --network', async () => {
    const folder = await app()
    const dev = await startDev(folder, ['--seats', '3', '--network', 'train'])
    const { seats } = (await (await dev.control('state')).json()) as { seats: readonly object[] }
    expect(seats).toMatchObject(
      [1, 2, 3].map((seat) => ({
        seat,
        running: true,
        window: false,
        switches: { network: { latency: 90 } },
      })),
    )
    const refused = await runMiniapp(['dev', folder, '--no-open'], {
      cwd: folder,
      environment: { MINIAPP_SEATS: '9' },
    })
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('Give a whole number from 1 to 8.'),
    ])
  })

  it('Ctrl-C ends it with 130 and leaves no lock', async ({ skip }) => {
    skip(...missing.signals)
    const folder = await app()
    const dev = await startDev(folder)
    await openApp(dev.ready.url, dev.ready.token)
    dev.child.kill('SIGINT')
    expect(await dev.ended).toBe(130)
    expect(await readdir(join(folder, '.miniapp'))).not.toContain('simulator.lock')
    expect(dev.stderr()).toBe('')
  })

  it('data survive a restart; --fresh starts without them; --data keeps them elsewhere', async () => {
    const folder = await app()
    const elsewhere = join(await temporaryFolder(), 'deep', 'er')
    const session = async (flags: readonly string[], value: string | null): Promise<unknown> => {
      const dev = await startDev(folder, flags)
      const window = await openApp(dev.ready.url, dev.ready.token)
      const before = await window.call(1, 'storage.get', { key: 'k' })
      if (value !== null) await window.call(1, 'storage.set', { key: 'k', value })
      dev.child.kill('SIGINT')
      await dev.ended
      return 'result' in before ? before.result : before
    }
    expect(await session([], 'one')).toBe(null)
    expect(await session([], null)).toBe('one')
    expect(await session(['--data', elsewhere], 'other')).toBe(null)
    expect(await session([], null)).toBe('one')
    expect(await session(['--data', elsewhere], null)).toBe('other')
    expect(await session(['--fresh'], null)).toBe(null)
    expect(await session([], null)).toBe(null)
  })

  it('a second one on the same data says so and ends with 2', async () => {
    const folder = await app()
    const dev = await startDev(folder)
    const second = await runMiniapp(['dev', folder, '--port', '0', '--no-open'], { cwd: folder })
    expect(second.code).toBe(2)
    expect(second.stdout).toBe('')
    expect(second.stderr).toContain(`Another simulator (process ${dev.child.pid}) uses the saved data in`)
    expect(second.stderr).toContain(`It runs at ${dev.ready.url}.`)
    expect(second.stderr.trimEnd().split('\n')).toHaveLength(2)
  })

  it('takes the next port where one is in use, and says so', async () => {
    const busy = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => busy.once('listening', resolve))
    onTestFinished(() => {
      busy.close()
    })
    const address = busy.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const folder = await app()
    const dev = await startDev(folder, ['--port', String(port)])
    expect(Number(new URL(dev.ready.url).port)).toBeGreaterThan(port)
  })

  it.each([
    ['an empty folder', {}, 'There is no manifest.json'],
    ['a package.json that names no folder', { 'package.json': '{}' }, 'There is no manifest.json'],
  ])('%s is an error that names what it looked for', async (_what, files, message) => {
    const folder = await temporaryFolder()
    for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text)
    const run = await runMiniapp(['dev', '--port', '0', '--no-open'], { cwd: folder })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toContain(message)
    expect(await readdir(folder)).not.toContain('.miniapp')
  })

  it('starts while the manifest is broken, and runs the app once it is fixed', async () => {
    const folder = await app({ 'manifest.json': '{\n  "name": ' })
    const dev = await startDev(folder)
    const window = await openShellWindow(new URL(dev.ready.url).origin, dev.ready.token, 1)
    const welcome = await window.next('welcome')
    expect(welcome.frameUrl).toBeNull()
    const { problems } = welcome.problems ?? (await window.next('problems')).problems
    expect(problems[0]).toMatchObject({ level: 'error', file: 'manifest.json', line: expect.any(Number) })
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(MANIFEST))
    expect(await window.next('reload', ({ frameUrl }) => frameUrl !== null)).toMatchObject({
      app: { name: 'Hello' },
    })
  })

  it('runs a zip, and a project whose package.json names the folder', async () => {
    const folder = await temporaryFolder()
    const zip = new ZipFile()
    zip.addBuffer(Buffer.from(JSON.stringify(MANIFEST)), 'manifest.json')
    zip.addBuffer(Buffer.from('<!doctype html><p>from the zip'), 'index.html')
    zip.end()
    await writeFile(join(folder, 'app.zip'), zip.outputStream)
    const zipped = await startDev(join(folder, 'app.zip'))
    const zippedState = (await (await zipped.control('state')).json()) as { frameUrl: string }
    expect(await (await fetch(zippedState.frameUrl)).text()).toContain('from the zip')
    const project = await temporaryFolder()
    await mkdir(join(project, 'public'))
    await writeFile(join(project, 'package.json'), '{"miniapp":{"folder":"public"}}')
    await writeFile(join(project, 'public/manifest.json'), JSON.stringify(MANIFEST))
    await writeFile(join(project, 'public/index.html'), '<!doctype html>')
    const dev = await startDev(project)
    const state = (await (await dev.control('state')).json()) as { frameUrl: string }
    expect((await fetch(state.frameUrl)).status).toBe(200)
    expect(await readdir(project)).toContain('.miniapp')
  })

  it.each([
    ['.', 'Saving a file reloads the app.'],
    [
      'dist',
      'A change in dist reloads the app. With the Vite plugin, `npm run dev` also builds on every save.',
    ],
  ])('says what reloads an app in %s', async (folder, words) => {
    const project = await temporaryFolder()
    await mkdir(join(project, folder), { recursive: true })
    await writeFile(join(project, 'package.json'), '{"miniapp":{"folder":"dist"}}')
    await writeFile(join(project, folder, 'manifest.json'), JSON.stringify(MANIFEST))
    const child = spawn(process.execPath, [BINARY, 'dev', '--port', '0', '--no-open'], { cwd: project })
    onTestFinished(async () => {
      child.kill('SIGINT')
      await once(child, 'exit')
    })
    let shown = ''
    for await (const text of child.stdout.setEncoding('utf8')) {
      shown += text
      if (shown.includes('Ctrl-C')) break
    }
    expect(shown).toContain(`  ${words} Press Ctrl-C to stop.\n`)
  })

  it('prints a log that replays, of many seats with faults on a slow network, and so does the log of the replay', async () => {
    const folder = await app()
    const dev = await startDev(folder, ['--torture', '7', '--network', 'train', '--seats', '3'])
    const { url, token } = dev.ready
    const windows = await Promise.all(
      [1, 2, 3].map((seat) => openShellWindow(new URL(url).origin, token, seat)),
    )
    const advance = async (time: string): Promise<void> => {
      const answer = await dev.control('clock', { method: 'POST', body: JSON.stringify({ advance: time }) })
      expect(answer.status).toBe(200)
    }
    for (const window of windows) window.send({ type: 'frame-opened', frame: 1 })
    for (let n = 0; n < 20; n += 1) {
      for (const [index, window] of windows.entries()) {
        const [method, params] =
          [
            ['storage.set', { key: 'k', value: String(n) }],
            ['db.set', { key: 'score', value: String(n), rank: n }],
            ['db.list', { key: 'score' }],
            ['getPurchases', {}],
          ][(n + index) % 4] ?? expect.unreachable()
        const json = JSON.stringify({ service: 1, id: `call-${n}`, method, params })
        window.send({ type: 'request', frame: 1, json, gesture: true })
      }
      if (n % 5 === 4) await advance('5s')
    }
    await advance('1m')
    // Only then has all of its output been read.
    const closed = once(dev.child, 'close')
    dev.child.kill('SIGINT')
    await closed
    await writeFile(join(folder, 'session.ndjson'), dev.lines.map((line) => `${line}\n`).join(''))
    const replay = async (log: string, flags: readonly string[]): Promise<string> => {
      const run = await runMiniapp(['replay', log, ...flags], { cwd: folder })
      expect(run).toMatchObject({ code: 0, stderr: '' })
      return run.stdout.slice(`${log}: `.length)
    }
    const replayed = await replay('session.ndjson', ['--output', 'again.ndjson'])
    expect(replayed).toMatch(/^\d\d answers and events, all identical\.\n$/)
    expect(await replay('again.ndjson', [])).toBe(replayed)
  })

  it('kill -9 at any moment tears nothing and loses nothing that was acknowledged', async () => {
    const folder = await app()
    let acknowledged = 0
    for (let round = 0; round < 6; round++) {
      const dev = await startDev(folder)
      const window = await openApp(dev.ready.url, dev.ready.token)
      const kept = await window.call(1, 'storage.get', { key: 'count' })
      const found = 'result' in kept ? Number(kept.result ?? 0) : Number.NaN
      expect(found).toBeGreaterThanOrEqual(acknowledged)
      let next = found
      let onAcknowledged = (): void => {}
      const first = new Promise<void>((resolve) => {
        onAcknowledged = resolve
      })
      const write = async (): Promise<void> => {
        for (;;) {
          next += 1
          const value = String(next)
          const answer = await window.call(1, 'storage.set', { key: 'count', value })
          if (!('result' in answer)) return
          acknowledged = Math.max(acknowledged, Number(value))
          onAcknowledged()
        }
      }
      // Many at a time, so that the kill falls into the middle of writes that share a flush.
      for (let i = 0; i < 4; i++) void write()
      // Every other round has something to lose, however long its first write takes on a busy machine.
      if (round % 2 === 0) await first
      setTimeout(() => dev.child.kill('SIGKILL'), Math.random() * 60)
      expect(await dev.ended).toBe('SIGKILL')
      await window.closed
    }
    expect(acknowledged).toBeGreaterThan(0)
    const names = await readdir(join(folder, '.miniapp/data/ma_abcdefghij'), { recursive: true })
    expect(names.filter((name) => name.includes('damaged'))).toEqual([])
  })
})
