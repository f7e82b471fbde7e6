import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { findBrowser } from '../../src/build/browsers.mjs'
import { runMiniapp } from '../support/processes/command-line.js'
import { LONG } from '../support/vitest/runs.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const FIREFOX = findBrowser('firefox')

/** Starts a Firefox with preferences, and resolves with the address that it listens on. */
const startFirefox = async (
  profile: string,
  preferences: Readonly<Record<string, unknown>>,
): Promise<{ readonly process: ChildProcess; readonly address: string }> => {
  await mkdir(profile)
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const firefox = spawn(
    FIREFOX ?? '',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  for await (const piece of firefox.stderr.iterator({ destroyOnReturn: false })) {
    said += String(piece)
    const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said)?.[1]
    if (address === undefined) continue
    firefox.stderr.resume()
    return { process: firefox, address }
  }
  throw new Error(`Firefox did not start: ${said}`)
}

/** A grid of one real Firefox at a time, with as much of WebDriver as begins and ends a session of BiDi. */
const startGrid = async (folder: string) => {
  const wanted: Record<string, unknown>[] = []
  const firefoxes = new Map<string, Awaited<ReturnType<typeof startFirefox>>>()
  const sockets = new WebSocketServer({ noServer: true })
  const server = createServer((request, response) => {
    const answer = (value: unknown): void => {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ value }))
    }
    const work = async (): Promise<void> => {
      if (request.url === '/status') {
        answer({ ready: true, nodes: [{ slots: [{ stereotype: { browserName: 'firefox' } }] }] })
      } else if (request.method === 'POST' && request.url === '/session') {
        const { alwaysMatch } = JSON.parse(await text(request)).capabilities
        wanted.push(alwaysMatch)
        const id = String(wanted.length)
        firefoxes.set(id, await startFirefox(join(folder, id), alwaysMatch['moz:firefoxOptions'].prefs))
        answer({
          sessionId: id,
          capabilities: {
            browserName: 'firefox',
            browserVersion: '1.2.3',
            webSocketUrl: `ws://${request.headers.host}/session/${id}`,
          },
        })
      } else if (request.method === 'DELETE') {
        const id = request.url?.split('/')[2] ?? ''
        firefoxes.get(id)?.process.kill('SIGKILL')
        firefoxes.delete(id)
        answer(null)
      } else response.writeHead(404).end('{"value":{"error":"unknown command","message":"","stacktrace":""}}')
    }
    work().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  server.on('upgrade', (request, socket, head) => {
    const firefox = firefoxes.get(request.url?.split('/')[2] ?? '')
    sockets.handleUpgrade(request, socket, head, (client) => {
      const browser = new WebSocket(`${firefox?.address}/session`)
      const early: string[] = []
      client.on('message', (data) =>
        browser.readyState === WebSocket.OPEN ? browser.send(String(data)) : early.push(String(data)),
      )
      browser.on('open', () => {
        // A grid has begun the session already; its answer is not the client's.
        browser.send(JSON.stringify({ id: 0, method: 'session.new', params: { capabilities: {} } }))
        browser.once('message', () => {
          browser.on('message', (data) => client.send(String(data)))
          for (const message of early.splice(0)) browser.send(message)
        })
      })
      browser.on('error', () => client.close())
      browser.on('close', () => client.close())
      client.on('close', () => browser.close())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    wanted,
    left: () => firefoxes.size,
    stop: () => {
      for (const { process } of firefoxes.values()) process.kill('SIGKILL')
      server.close()
    },
  }
}

// Browsers take their time to start on a busy machine.
describe('miniapp test --connect, to a grid', { timeout: 400_000 }, () => {
  it.skipIf(FIREFOX === null || !LONG)(
    'plays in its Firefox, which has the view of the scenario, and ends it',
    async () => {
      const cwd = await temporaryFolder()
      expect((await runMiniapp(['init', 'game', '--template', 'blank'], { cwd })).code).toBe(0)
      const grid = await startGrid(cwd)
      try {
        const run = await runMiniapp(
          ['test', 'game', '--seconds', '1', '--scenario', 'narrow', '--browser', 'firefox'].concat([
            '--connect',
            grid.url,
          ]),
          { cwd, environment: { FIREFOX_PATH: join(cwd, 'none') } },
        )
        expect(run).toMatchObject({ code: 0, stderr: '1/1 narrow (dark, en)\n' })
        expect(run.stdout).toMatch(/no problems found \(Firefox 1\.2\.3; seed 1\)\n$/)
        expect(grid.wanted.at(-1)).toMatchObject({
          browserName: 'firefox',
          webSocketUrl: true,
          'moz:firefoxOptions': {
            args: ['-headless'],
            prefs: {
              'layout.css.prefers-color-scheme.content-override': 0,
              'dom.w3c_touch_events.enabled': 1,
            },
          },
        })
        expect(grid.left()).toBe(0)
        const other = await runMiniapp(['test', 'game', '--browser', 'webkit', '--connect', grid.url], {
          cwd,
        })
        expect(other).toMatchObject({ code: 2, stdout: '' })
        expect(other.stderr).toContain('has no browser for webkit. It has firefox.')
      } finally {
        grid.stop()
      }
    },
  )
})
