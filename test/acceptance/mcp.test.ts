import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPageBrowser } from '../../src/build/browsers.mjs'
import { BINARY, NODE, runMiniapp } from '../support/processes/command-line.js'

const PAGE = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title>
<script src="service-miniapp.js" crossorigin></script><body><h1>Shop</h1><p id="said">Nothing yet</p>
<button id="buy" style="width: 200px; height: 60px">Buy a hat</button>
<script>
const say = (text) => { said.textContent = text }
buy.onclick = () => Service.pay({ product: 'hat' }).then(({ status, reason }) => say(status + ' ' + (reason ?? '')), ({ code }) => say(code))
addEventListener('keydown', ({ key }) => say('key ' + key))
Service.ready()
</script></body></html>`

const MANIFEST = {
  service_miniapp: 1,
  app_id: 'ma_exampleapp',
  version: '1.0.0',
  name: 'Shop',
  summary: 'A shop that sells one hat.',
  age_rating: '4+',
  icon: 'icon.png',
  access: { type: 'free' },
  products: [{ id: 'hat', title: 'Hat', statement: 'You receive one hat.', price: '2', kind: 'permanent' }],
}

let client: Client
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'miniapp-test-'))
  expect((await runMiniapp(['init', '.', '--template', 'blank'], { cwd: folder })).code).toBe(0)
  await writeFile(join(folder, 'index.html'), PAGE)
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(MANIFEST))
  client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(
    new StdioClientTransport({
      command: NODE,
      args: [BINARY, 'mcp'],
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, CHROME_PATH: findPageBrowser() },
    }),
  )
})
afterAll(async () => {
  await client.close()
  await rm(folder, { recursive: true, force: true })
})

/** Calls a tool. @returns its texts joined, and its pictures */
const call = async (name: string, given: Readonly<Record<string, unknown>> = {}) => {
  const { content, isError = false } = CallToolResultSchema.parse(
    await client.callTool({ name, arguments: { ...given } }, undefined, { timeout: 200_000 }),
  )
  return {
    isError,
    text: content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'),
    pictures: content.flatMap((part) => (part.type === 'image' ? [Buffer.from(part.data, 'base64')] : [])),
  }
}

describe('miniapp mcp, with the client of the SDK', { timeout: 240_000 }, () => {
  it('lists its tools, each with what it does, and says which change nothing', async () => {
    const { tools } = await client.listTools()
    expect(tools.every(({ description = '' }) => /^[A-Z].*\.$/s.test(description))).toBe(true)
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)).toEqual([
      'check',
      'test',
      'docs',
      'state',
      'calls',
      'screenshot',
    ])
  })

  it('does not start on a path that does not exist', async () => {
    expect(await runMiniapp(['mcp', 'nowhere'], { cwd: folder })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Cannot open nowhere: no such file or folder.'),
    })
  })

  it('checks the app as the command does', async () => {
    const { stdout } = await runMiniapp(['check', '--format', 'json'], { cwd: folder })
    expect(JSON.parse((await call('check')).text)).toEqual(JSON.parse(stdout))
  })

  it('gives a topic of the reference, or lists those with some words', async () => {
    expect((await call('docs', { words: 'NEEDS_TAP' })).text).toMatch(/^# `?NEEDS_TAP/)
    expect((await call('docs', { words: 'web search' })).text).toContain('- `ai.ask`: ')
    expect((await call('docs', { words: 'zzz' })).text).toBe('No topic contains "zzz".')
  })

  it('says what to do first', async () => {
    expect(await call('screenshot')).toMatchObject({
      isError: true,
      text: 'The simulator is not running. Call simulator_start first.',
    })
  })

  it('plays: sees, taps, pays on the sheet, types, and reads why a call was refused', async () => {
    expect((await call('simulator_start', { seats: 2 })).text).toMatch(
      /^The simulator runs at http:\/\/localhost:\d+\/ with 2 seats\.$/,
    )
    const first = await call('screenshot')
    const [picture] = first.pictures
    expect(await sharp(picture).metadata()).toMatchObject({ width: 390, height: 844 })
    expect(JSON.parse(first.text)).toMatchObject({
      size: { width: 390, height: 844 },
      lines: ['Shop', 'Nothing yet', 'Buy a hat'],
      controls: [{ label: 'Buy a hat' }],
    })
    expect((await call('tap', { label: 'sell' })).text).toBe(
      'Nothing visible is labelled "sell". Tap one of "Buy a hat".',
    )
    await call('tap', { label: 'buy' })
    expect(JSON.parse((await call('answer_sheet', { kind: 'payment', choice: 'pay' })).text)).toMatchObject({
      total: '2',
      balance: '100',
    })
    await expect.poll(async () => (await call('screenshot')).text).toContain('"paid"')
    await call('set_switches', { change: { balance: '0' }, seat: 2 })
    await call('tap', { label: 'buy', seat: 2 })
    await call('answer_sheet', { kind: 'payment', choice: 'pay', seat: 2 })
    await expect
      .poll(async () => (await call('screenshot', { seat: 2 })).text)
      .toContain('insufficient_balance')
    const entries = (await call('calls', { seat: 2 })).text.split('\n').map((line) => JSON.parse(line))
    expect(entries.find(({ method }) => method === 'pay')).toMatchObject({
      why: expect.stringContaining('balance'),
    })
    await call('type', { keys: ['ArrowLeft'] })
    await expect.poll(async () => (await call('screenshot')).text).toContain('key ArrowLeft')
    expect(await call('set_switches', { change: { platform: 'fridge' } })).toMatchObject({
      isError: true,
      text: expect.stringContaining('must be "web", "ios" or "android"'),
    })
    for (const [tool, given, words] of [
      ['screenshot', { seat: 5 }, 'Seat 5 is not open. Call add_seats first.'],
      ['set_switches', { change: { theme: 'dark' }, seat: 4 }, 'Seat 4 is not open.'],
      ['move_clock', { by: '25h' }, 'by'],
      ['move_clock', { advance: 'abc' }, 'must be a number with ms, s, m, h or d'],
      ['tap', { x: 5_000, y: 1 }, '5000, 1 is outside the app, which is 390 × 844 pixels.'],
      ['type', { keys: ['Foo'] }, 'There is no key "Foo".'],
      ['type', {}, 'Nothing to type.'],
    ] as const)
      expect(await call(tool, given)).toMatchObject({
        isError: true,
        text: expect.stringContaining(words),
      })
    expect((await call('simulator_stop')).text).toBe('Stopped.')
    expect((await call('simulator_stop')).text).toBe('The simulator was not running.')
  })

  it('tests the app, with a picture of each scenario, and leaves nothing in its folder', async () => {
    const before = await readdir(folder)
    const { text, pictures } = await call('test', { scenarios: ['phone'], seconds: 1 })
    expect(JSON.parse(text.slice(0, text.lastIndexOf('}') + 1))).toMatchObject({
      ok: true,
      scenarios: [{ name: 'phone' }],
    })
    expect(pictures).toHaveLength(2)
    expect(await readdir(folder)).toEqual(before)
  })
})
