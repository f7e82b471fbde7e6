import { describe, expect, it } from 'vitest'
import { TINY_PNG } from '../../../contract/contract.js'
import type { ShellWindow } from '../../../support/rigs/shell-window.js'
import { MANIFEST, send, simulatorRig } from '../../../support/rigs/simulator-rig.js'

const request = (window: ShellWindow, frame: number, id: string, method: string, params: object = {}): void =>
  window.send({
    type: 'request',
    frame,
    json: JSON.stringify({ service: 1, id, method, params }),
    gesture: false,
  })

const answer = (window: ShellWindow, id: string) =>
  window.next('to-app', ({ message }) => 'id' in message && message.id === id)

describe('a window', () => {
  it('is welcomed with all that it must know', async () => {
    const rig = await simulatorRig({ files: { 'icon.png': 'x' } })
    const window = await rig.window(3)
    const welcome = await window.next('welcome')
    expect(welcome).toMatchObject({
      seat: 3,
      app: {
        id: MANIFEST.app_id,
        name: 'Hello',
        version: '1.0.0',
        orientation: 'any',
        iconUrl: `${rig.base}icon.png`,
      },
      switches: { theme: 'light' },
      frameUrl: `${rig.base}index.html`,
    })
  })

  it('is welcomed with any file that a manifest names', async () => {
    const manifest = { ...MANIFEST, entry: '\ud800?#%.html', icon: '\udfff.png' }
    const rig = await simulatorRig({ files: { 'manifest.json': JSON.stringify(manifest) } })
    const { status } = await send(`${rig.shellOrigin}/`)
    const { app, frameUrl } = await (await rig.window()).next('welcome')
    expect([status, app.iconUrl, frameUrl]).toEqual([200, null, `${rig.base}%EF%BF%BD%3F%23%25.html`])
  })

  it('carries an app’s calls to the host and its answers back', async () => {
    const rig = await simulatorRig()
    const panels = await rig.panels()
    await panels.next('observing')
    const window = await rig.window()
    window.send({ type: 'frame-opened', frame: 1 })
    request(window, 1, 'a', 'ready')
    request(window, 1, 'b', 'storage.set', { key: 'k', value: 'v' })
    request(window, 1, 'c', 'storage.get', { key: 'k' })
    expect(await answer(window, 'a')).toMatchObject({ frame: 1, message: { result: {} } })
    expect(await window.next('app-ready')).toEqual({ type: 'app-ready', frame: 1 })
    expect(await answer(window, 'c')).toMatchObject({ message: { result: 'v' } })
    expect(await answer(window, 'b')).toMatchObject({ message: { result: { saved: true } } })
    const { entries } = await panels.next('log', (message) =>
      message.entries.some(({ kind }) => kind === 'call'),
    )
    expect(entries.find(({ kind }) => kind === 'call')).toMatchObject({ seat: 1, method: 'ready' })
  })

  it('4.4: is not sent the picture back that it keeps itself, until that is redrawn', async () => {
    const rig = await simulatorRig()
    const window = await rig.window(1, ['share'])
    window.send({ type: 'frame-opened', frame: 1 })
    const share = async (sheet: number, pictures: { readonly picture?: number }) => {
      const image = { type: 'image/png', bytes: Uint8Array.from(Buffer.from(TINY_PNG, 'base64')) } as const
      const json = JSON.stringify({
        service: 1,
        id: `share-${sheet}`,
        method: 'share',
        params: { image: '' },
      })
      window.send({ type: 'request', frame: 1, json, image, gesture: true, ...pictures })
      const shown = await window.next('sheet-opened', (message) => message.sheet === sheet)
      const changed = await window.next('sheet-changed', (message) => message.sheet === sheet)
      window.send({ type: 'sheet-choice', sheet, choice: null })
      await answer(window, `share-${sheet}`)
      return [shown, changed].map(({ content }) => content.kind === 'share' && content.offer.picture)
    }
    const header = { type: 'image/png', width: 64, height: 64 }
    const whole = { ...header, base64: TINY_PNG }
    const redrawn = { ...header, base64: expect.any(String) }
    expect(await share(1, {})).toEqual([whole, redrawn])
    expect(await share(2, { picture: 7 })).toEqual([{ ...header, kept: 7 }, redrawn])
    // The window forgets a picture once its request is answered.
    expect(await share(3, {})).toEqual([whole, redrawn])
  })

  it('takes nothing from a frame that is gone', async () => {
    const { window: open } = await simulatorRig()
    const window = await open()
    window.send({ type: 'frame-opened', frame: 1 })
    window.send({ type: 'frame-opened', frame: 2 })
    request(window, 1, 'old', 'ready')
    request(window, 2, 'new', 'ready')
    await answer(window, 'new')
    expect(window.received.filter(({ type }) => type === 'to-app')).toHaveLength(1)
  })

  it('4.1: is told when the app closes itself, after the answer', async () => {
    const { window: open } = await simulatorRig()
    const window = await open()
    window.send({ type: 'frame-opened', frame: 1 })
    request(window, 1, 'a', 'close')
    expect(await window.next('app-closed')).toEqual({ type: 'app-closed', by: 'app' })
    expect(
      window.received.map(({ type }) => type).filter((type) => type === 'to-app' || type === 'app-closed'),
    ).toEqual(['to-app', 'app-closed'])
    window.send({ type: 'open-app' })
    window.send({ type: 'frame-opened', frame: 2 })
    request(window, 2, 'b', 'ready')
    await answer(window, 'b')
  })

  it('6: a switch that a person flips reaches their app as an event, and every change comes back', async () => {
    const { window: open } = await simulatorRig()
    const window = await open()
    window.send({ type: 'frame-opened', frame: 1 })
    window.send({ type: 'set-switches', switches: { theme: 'dark' } })
    expect(await window.next('switches')).toMatchObject({ switches: { theme: 'dark' } })
    expect(await window.next('to-app')).toEqual({
      type: 'to-app',
      frame: 1,
      message: { service: 1, event: 'theme', data: { theme: 'dark' } },
    })
    window.send({ type: 'page-visibility', visible: false })
    await window.next('to-app', ({ message }) => 'event' in message && message.event === 'visibility')
  })

  it('reports of the app go to the log with the bundle path and what to do', async () => {
    const rig = await simulatorRig()
    const panels = await rig.panels()
    await panels.next('observing')
    const window = await rig.window()
    window.send({ type: 'frame-opened', frame: 1 })
    window.send({
      type: 'app-report',
      frame: 1,
      report: {
        kind: 'violation',
        message: 'The sandbox blocked https://example.com (connect-src).',
        source: `${rig.base}js/net.js`,
        line: 3,
        column: 7,
        directive: 'connect-src',
        blocked: 'https://example.com',
      },
    })
    const { entries } = await panels.next('log', (message) =>
      message.entries.some(({ kind }) => kind === 'violation'),
    )
    expect(entries.filter(({ kind }) => kind !== 'note')).toMatchObject([
      {
        kind: 'violation',
        file: 'js/net.js',
        line: 3,
        column: 7,
        why: expect.stringContaining('Mini apps have no network'),
      },
    ])
  })

  it('says where a page names what was blocked, which the browser does not', async () => {
    const rig = await simulatorRig({
      files: {
        'index.html':
          '<!doctype html>\n<script src="https://example.com/x.js"></script>\n<img src="/art/a.png">',
      },
    })
    const window = await rig.window()
    window.send({ type: 'frame-opened', frame: 1 })
    await window.next('session-opened')
    for (const blocked of [
      'https://example.com/x.js',
      `${rig.bundleOrigin}/art/a.png`,
      'https://elsewhere.test/',
    ])
      window.send({
        type: 'app-report',
        frame: 1,
        report: {
          kind: 'violation',
          message: 'Blocked.',
          source: null,
          line: null,
          column: null,
          directive: 'img-src',
          blocked,
        },
      })
    await expect
      .poll(() => rig.simulator.log.entries().filter(({ kind }) => kind !== 'note'))
      .toMatchObject([
        {
          file: 'index.html',
          line: 2,
          column: 14,
          why: expect.stringContaining('Add the file to the bundle'),
        },
        { file: 'index.html', line: 3, column: 11, why: expect.stringContaining('Use a relative path') },
        { file: null, line: null },
      ])
  })

  it('says of a symbol of another file, which no page without an origin can use, where it is named', async () => {
    const rig = await simulatorRig({
      files: {
        'index.html': '<!doctype html>\n<svg><use href="icons.svg#play"/></svg>',
        'icons.svg': '<svg/>',
      },
    })
    const window = await rig.window()
    window.send({ type: 'frame-opened', frame: 1 })
    await window.next('session-opened')
    window.send({
      type: 'app-report',
      frame: 1,
      report: {
        kind: 'failed-file',
        message: '<use> could not load icons.svg#play.',
        source: null,
        line: null,
        column: null,
        blocked: 'icons.svg#play',
      },
    })
    await expect
      .poll(() => rig.simulator.log.entries().filter(({ kind }) => kind !== 'note'))
      .toMatchObject([
        {
          kind: 'failed-file',
          file: 'index.html',
          line: 2,
          column: 17,
          why: expect.stringContaining('Put the symbols into the page'),
        },
      ])
  })

  it('reports a missing file once, with the line that names it', async () => {
    const rig = await simulatorRig({
      files: { 'index.html': '<!doctype html>\n<img src="art/a.png"><img src=b.png>', 'b.png': 'no picture' },
    })
    const window = await rig.window()
    window.send({ type: 'frame-opened', frame: 1 })
    await window.next('session-opened')
    await send(`${rig.base}art/a.png`)
    // The bundle's server reports this one, and the page the others: neither waits for the other.
    await expect.poll(() => rig.simulator.log.entries().filter(({ kind }) => kind !== 'note').length).toBe(1)
    const failed = (source: string) =>
      window.send({
        type: 'app-report',
        frame: 1,
        report: {
          kind: 'failed-file',
          message: '<img> could not load it.',
          source,
          line: null,
          column: null,
        },
      })
    failed(`${rig.base}art/a.png`)
    failed('https://example.com/c.png')
    failed(`${rig.base}b.png`)
    await expect
      .poll(() => rig.simulator.log.entries().filter(({ kind }) => kind !== 'note'))
      .toMatchObject([
        {
          kind: 'failed-file',
          message: 'The app requested art/a.png, which does not exist.',
          file: 'index.html',
          line: 2,
          column: 11,
        },
        { kind: 'failed-file', file: 'b.png', why: expect.stringContaining('It may be damaged') },
      ])
  })

  it('is reloaded when files change, and finds a new version at its new address', async () => {
    const rig = await simulatorRig()
    const window = await rig.window()
    await rig.write({ 'manifest.json': JSON.stringify({ ...MANIFEST, version: '1.0.1' }) })
    await rig.simulator.live.refresh()
    expect(await window.next('reload')).toMatchObject({
      app: { version: '1.0.1' },
      frameUrl: `${rig.bundleOrigin}/ma_abcdefghij/1.0.1/index.html`,
    })
    await window.next('problems')
  })

  it('keeps what is saved apart by app', async () => {
    const rig = await simulatorRig()
    const window = await rig.window()
    window.send({ type: 'frame-opened', frame: 1 })
    request(window, 1, 'a', 'storage.set', { key: 'k', value: 'v' })
    await answer(window, 'a')
    await rig.write({ 'manifest.json': JSON.stringify({ ...MANIFEST, app_id: 'ma_bbbbbbbbbb' }) })
    await rig.simulator.live.refresh()
    window.send({ type: 'frame-opened', frame: 2 })
    request(window, 2, 'b', 'storage.get', { key: 'k' })
    expect(await answer(window, 'b')).toMatchObject({ message: { result: null } })
  })

  it('4.3: draws the host’s sheets, and brings back what the person chose', async () => {
    const product = {
      id: 'gems',
      title: 'Gems',
      statement: 'You receive 100 gems.',
      price: '1',
      kind: 'consumable',
    }
    const rig = await simulatorRig({
      files: { 'manifest.json': JSON.stringify({ ...MANIFEST, products: [product] }) },
    })
    const window = await rig.window(1, ['payment'])
    window.send({ type: 'frame-opened', frame: 1 })
    const paid = window.call(1, 'pay', { product: 'gems' })
    const { sheet, content } = await window.next('sheet-opened')
    expect(content).toMatchObject({ kind: 'payment', offer: { title: 'Gems', total: '1' } })
    window.send({ type: 'sheet-choice', sheet: sheet + 1, choice: 'pay' })
    window.send({ type: 'sheet-choice', sheet, choice: 'steal' })
    window.send({ type: 'sheet-choice', sheet, choice: 'pay' })
    expect(await paid).toMatchObject({ result: { status: 'paid' } })
    expect(await window.next('sheet-closed')).toEqual({ type: 'sheet-closed', sheet })
    void window.call(1, 'pay', { product: 'gems' })
    const second = await window.next('sheet-opened', (message) => message.sheet !== sheet)
    window.send({ type: 'frame-opened', frame: 2 })
    await window.next('sheet-closed', (message) => message.sheet === second.sheet)
  })

  it('2.5: an app in a shell that cannot draw a sheet is not told that the call is there', async () => {
    const rig = await simulatorRig()
    const window = await rig.window(1)
    window.send({ type: 'frame-opened', frame: 1 })
    expect(await window.call(1, 'getContext')).toMatchObject({ result: { features: ['db'] } })
    expect(await window.call(1, 'pay', { product: 'gems' })).toMatchObject({
      error: { code: 'UNKNOWN_METHOD' },
    })
  })
})
