import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Frame } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { SHIM_PART_NAMES } from '../../src/shim/part-names.js'
import { composeShim } from '../../src/shim/shim-file.js'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { openShell } from '../support/browser/shell-page.js'
import { type DevSimulator, startDev } from '../support/rigs/dev-simulator.js'

const APP = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<script src="service-miniapp.js"></script><script src="browser-shim.js"></script></head>
<body><canvas></canvas><script>Service.ready(); var at = localStorage.getItem('best') + ' ' + document.cookie</script></body></html>`

const RENAMED = {
  'img/red (1).png': 'img/red-1.png',
  'snd/tune one.wav': 'snd/tune-one.wav',
  'data/level #2.json': 'data/level-2.json',
  'data/größe.json': 'data/gro-e.json',
  'fonts/my font.woff2': 'fonts/my-font.woff2',
  'js/count up.js': 'js/count-up.js',
  'data/sheet.xml': 'data/sheet.xml.txt',
  'game.wasm': 'game.wasm.packed.bin',
  'game.pck': 'game.pck.packed.bin',
}

/** A tenth of a second of silence. */
const wave = (): Buffer => {
  const samples = 800
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8_000, 24)
  header.writeUInt32LE(8_000, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples, 40)
  return Buffer.concat([header, Buffer.alloc(samples, 128)])
}

/** A font that browsers read: the one of Playwright's own pages. */
const anyFont = async (): Promise<Uint8Array> => {
  const home = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))
  const folder = join(home, 'lib/vite/traceViewer')
  const name = (await readdir(folder)).find((file) => file.endsWith('.ttf'))
  if (name === undefined) throw new Error(`There is no font in ${folder}.`)
  return readFile(join(folder, name))
}

let browser: Browser
let dev: DevSimulator

beforeAll(async () => {
  browser = await sharedBrowser()
  const background = { r: 255, g: 0, b: 0 }
  dev = await startDev({
    'index.html': APP,
    'browser-shim.js': await composeShim({ parts: SHIM_PART_NAMES, renamed: RENAMED }),
    'img/red-1.png': await sharp({ create: { width: 3, height: 2, channels: 3, background } })
      .png()
      .toBuffer(),
    'snd/tune-one.wav': wave(),
    'data/level-2.json': '{"level":2}',
    'data/gro-e.json': '{"level":3}',
    'data/sheet.xml.txt': '<sheet><frame/><frame/></sheet>',
    'game.wasm.packed.bin': gzipSync(Buffer.from([0, 97, 115, 109, 1, 0, 0, 0])),
    'game.pck.packed.bin': gzipSync(Buffer.alloc(70_000, 'pack')),
    'js/count-up.js': 'postMessage(6)',
    'js/worker.js': `importScripts('tools/double.js')
      onmessage = async ({ data }) => {
        const { level } = await (await fetch('../data/level-2.json')).json()
        const request = new XMLHttpRequest()
        request.open('GET', '../data/level-2.json', false)
        request.send()
        postMessage([double(data), level, request.responseText.length, location.pathname.split('/').pop()])
      }`,
    'fonts/pixel.ttf': await anyFont(),
    'fonts/pixel.css': "@font-face { font-family: 'Pixel'; src: url(pixel.ttf) }",
    'js/tools/double.js': 'function double(n) { return n * 2 }',
    'js/module-worker.js': `import { triple } from './tools/triple.js'
      onmessage = ({ data }) => postMessage(triple(data))`,
    'img/icons.svg':
      '<svg xmlns="http://www.w3.org/2000/svg"><defs><linearGradient id="g"><stop stop-color="rgb(0,128,0)"/></linearGradient></defs>' +
      '<symbol id="play" viewBox="0 0 2 2"><path id="p" d="M0 0h2v2h-2z" fill="url(#g)"/></symbol>' +
      '<symbol id="stop" viewBox="0 0 2 2"><use href="#p"/></symbol></svg>',
    'img/logo.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path id="p" d="M0 0h2v2h-2z" fill="red"/></svg>',
    'js/tools/triple.js': 'export const triple = (n) => n * 3',
  })
})
afterAll(async () => {
  await closeWindows(browser)
  await dev.stop()
})

const openApp = async (): Promise<Frame> => (await openShell(browser, dev.url)).app()

/** One page for the tests that leave nothing behind: each opening takes far longer than they do. */
let shared: Promise<Frame> | undefined
const sharedApp = (): Promise<Frame> => {
  shared ??= browser.newPage().then(async (page) => {
    await page.goto(dev.url)
    const frame = await (await page.waitForSelector('iframe[title="Mini app"]')).contentFrame()
    if (frame === null) throw new Error('There is no app frame.')
    await frame.waitForLoadState('load')
    return frame
  })
  return shared
}

describe('what an app saves', () => {
  it('8.2: is there again when it is opened next, with any names and sizes', async () => {
    await dev.reset()
    const first = await openApp()
    const long = 'é😀"\\'.repeat(4_000)
    await first.evaluate((value) => {
      localStorage['best'] = 41
      localStorage['best']++
      localStorage.setItem('a name with spaces / and ünusual: characters', 'x')
      localStorage.setItem('', 'nobody')
      localStorage.setItem('n'.repeat(1_000), 'long name')
      localStorage['save'] = value
      localStorage.setItem('gone', '1')
      localStorage.removeItem('gone')
      for (const cookie of [
        'level=7; max-age=86400; path=/',
        'session=s',
        'old=1; expires=Thu, 01 Jan 1970 00:00:00 GMT',
      ])
        Reflect.set(document, 'cookie', cookie)
    }, long)
    await expect
      .poll(async () => JSON.stringify(((await dev.ask('data')) as { storage: unknown }).storage))
      .toContain('cookie.session')
    await expect
      .poll(async () => JSON.stringify(((await dev.ask('data')) as { storage: unknown }).storage))
      .toMatch(/\\"pieces\\"/)
    const next = await openApp()
    expect(await next.evaluate(() => Reflect.get(window, 'at'))).toBe('42 level=7; session=s')
    expect(await next.evaluate(() => ({ ...localStorage }))).toEqual({
      best: '42',
      'a name with spaces / and ünusual: characters': 'x',
      '': 'nobody',
      ['n'.repeat(1_000)]: 'long name',
      save: long,
    })
    await next.evaluate(() => localStorage.clear())
    await expect
      .poll(async () =>
        Object.keys(
          ((await dev.ask('data')) as { storage: Record<string, object> }).storage['1'] ?? {},
        ).sort(),
      )
      .toEqual(['cookie.level', 'cookie.session'])
  })
})

describe("an app's own classes with the names of the browser's", () => {
  it.each([
    ['declared', 'class Map {} class Set {} const Event = 1, EventTarget = 2, Element = 3'],
    [
      'set on window',
      'window.Map = window.Set = window.Event = window.EventTarget = function () { throw new Error() }',
    ],
  ])('4.1: leave the SDK and the shim as they are: %s', async (_how, classes) => {
    const own = await startDev({
      'index.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
        <script src="service-miniapp.js"></script><script src="browser-shim.js"></script><script>${classes}</script></head>
        <body><output></output><script>
        const show = (text) => { document.querySelector('output').append(text) }
        Service.on('theme', ({ theme }) => show(theme + '. '))
        Service.ready()
          .then(() => Service.storage.set('level', '2'))
          .then(() => Service.storage.get('level'))
          .then((level) => { localStorage.setItem('best', level); show('Best ' + localStorage.getItem('best') + '. ') }, show)
        </script></body></html>`,
      'browser-shim.js': await composeShim({ parts: SHIM_PART_NAMES, renamed: {} }),
    })
    onTestFinished(() => own.stop())
    const { app, errors } = await openShell(browser, own.url)
    const frame = await app()
    await frame.getByText('Best 2.').waitFor()
    await own.ask('switches', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ theme: 'dark' }),
    })
    await frame.getByText('Best 2. dark.').waitFor()
    await expect
      .poll(async () => JSON.stringify(((await own.ask('data')) as { storage: unknown }).storage))
      .toContain('"localStorage.best":"2"')
    expect(errors).toEqual([])
  })
})

describe('6: a person who leaves', () => {
  it.each(['ios', 'web'])('hides the page on %s, once', async (platform) => {
    await dev.reset()
    const change = (switches: object) =>
      dev.ask('switches', { method: 'PATCH', body: JSON.stringify(switches) })
    await change({ platform })
    const frame = await openApp()
    await frame.evaluate(() => {
      const seen: unknown[] = []
      Reflect.set(window, 'seen', seen)
      document.addEventListener('visibilitychange', ({ bubbles }) => {
        seen.push([document.hidden, document.visibilityState, bubbles])
      })
    })
    const seen = () => frame.evaluate(() => Reflect.get(window, 'seen'))
    await change({ visible: false })
    await expect.poll(seen).toEqual([[true, 'hidden', true]])
    await change({ visible: true })
    await expect.poll(seen).toEqual([
      [true, 'hidden', true],
      [false, 'visible', true],
    ])
  })
})

describe('what the sandbox takes away', () => {
  it.each([
    ['navigator.getGamepads().length', 0],
    ['[...navigator.getGamepads()].length', 0],
    [
      'new Promise((r) => { const one = new Accelerometer(); one.onerror = ({ error }) => r([error.name, one.activated]); one.start() })',
      ['NotReadableError', false],
    ],
    ["alert('a')", null],
    ["confirm('a')", true],
    ["[confirm('a'), confirm('b')]", [true, false]],
    ["prompt('a', 'b')", 'b'],
    ["prompt('a')", ''],
    ["(() => { let name = ''; while (name.length < 2) name = prompt('a'); return name })()", 'Player'],
    [
      "(() => { try { for (;;) prompt('a') } catch (error) { return error.message } })()",
      expect.stringContaining('100'),
    ],
    ["open('').document.write('a')", null],
    ['print()', null],
    ["window.open('https://a.test').closed", true],
    ["open('a.html').focus()", null],
    ['navigator.cookieEnabled', true],
    ['navigator.serviceWorker.getRegistrations()', []],
    ["navigator.serviceWorker.register('a.js').then((one) => one.active)", null],
    [
      "Promise.all([navigator.serviceWorker.register('a.js'), navigator.serviceWorker.getRegistrations()]).then(([one, all]) => all[0] === one)",
      true,
    ],
    [
      `navigator.serviceWorker.register('a.js').then((one) => new Promise((resolve) => {
        const tell = () => { if (one.active?.state === 'activated') resolve([one.active.scriptURL.split('/').pop(), one.installing, navigator.serviceWorker.controller]) }
        one.installing?.addEventListener('statechange', tell)
        tell()
      }))`,
      ['a.js', null, null],
    ],
    ['navigator.serviceWorker.controller', null],
    ["'serviceWorker' in navigator", true],
    ['Notification.permission', 'denied'],
    ['Notification.requestPermission()', 'denied'],
    ["new Notification('hello').title", 'hello'],
    ["document.querySelector('canvas').requestFullscreen()", null],
    ["document.querySelector('canvas').webkitRequestFullscreen()", null],
    ['document.exitFullscreen()', null],
    ["screen.orientation.lock('landscape')", null],
    ["screen.lockOrientation('landscape')", false],
    [
      "new Promise((r) => { document.onpointerlockchange = () => r(document.pointerLockElement.localName); document.querySelector('canvas').requestPointerLock() })",
      'canvas',
    ],
    ['[window.parent.document.hasFocus() === document.hasFocus(), parent === window]', [true, true]],
    ['Service.getContext().then(({ theme }) => theme)', 'light'],
    ['sessionStorage.a = 1, sessionStorage.a', '1'],
    // As the part for routers has it.
    ['new URL(document.URL).pathname', '/'],
    [
      "fetch('fonts/pixel.ttf').then((one) => one.blob()).then((blob) => { const url = URL.createObjectURL(blob); const face = new FontFace('Blob', 'url(' + url + ')'); URL.revokeObjectURL(url); return face.load() }).then((face) => [face.family, face.status])",
      ['Blob', 'loaded'],
    ],
    [
      `fetch('fonts/pixel.ttf').then((one) => one.blob()).then((blob) => new Promise((resolve) => {
        const code = "onmessage = ({ data }) => new FontFace('Blob', 'url(' + data + ')').load().then(({ status }) => postMessage(status), ({ name }) => postMessage(name))"
        const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))
        worker.onmessage = ({ data }) => resolve(data)
        worker.postMessage(URL.createObjectURL(blob))
      }))`,
      'loaded',
    ],
    ["caches.open('a').then((one) => one.put('b', new Response('c'))).then(() => caches.match('b'))", null],
    ["caches.open('a').then((one) => one.keys())", []],
  ])('is answered: %s', async (code, expected) => {
    const answer = await (await sharedApp()).evaluate(
      async (text) => (await new Function(`return ${text}`)()) ?? null,
      code,
    )
    expect(answer).toEqual(expected)
  })

  it('4: dialogs are in the log', async () => {
    const frame = await sharedApp()
    const line = frame.page().waitForEvent('console', {
      predicate: (one) => one.text() === 'browser-shim: alert: New best',
    })
    await frame.evaluate(() => alert('New best'))
    await line
  })
})

describe('WebFont.load', () => {
  const events = (config: string): string => `new Promise((resolve) => {
    const heard = []
    const hear = (name) => (...font) => heard.push([name, ...font].join(' '))
    const listeners = { loading: hear('loading'), active: () => resolve([...heard, 'active']), inactive: hear('inactive') }
    for (const name of ['fontloading', 'fontactive', 'fontinactive']) listeners[name] = hear(name)
    ${config}
  })`

  it.each([
    [
      'loads the fonts of the app',
      "WebFont.load({ custom: { families: ['Pixel:n4'], urls: ['fonts/pixel.css'] }, ...listeners })",
      ['loading', 'fontloading Pixel n4', 'fontactive Pixel n4', 'active'],
    ],
    [
      'starts the app without fonts of other sites',
      "WebFont.load({ google: { families: ['Press+Start+2P:400,700italic'] }, ...listeners })",
      [
        'loading',
        'fontloading Press Start 2P n4',
        'fontloading Press Start 2P i7',
        'fontinactive Press Start 2P n4',
        'fontinactive Press Start 2P i7',
        'active',
      ],
    ],
    [
      'stays when a copy of the real loader sets its own',
      'window.WebFont = {}; WebFont.load({ events: true, ...listeners })',
      ['loading', 'active'],
    ],
    [
      'reads WebFontConfig once the page has loaded',
      "window.WebFontConfig = listeners; dispatchEvent(new Event('load')); dispatchEvent(new Event('load'))",
      ['loading', 'active'],
    ],
  ])('%s', async (_does, config, expected) => {
    const frame = await sharedApp()
    const heard = await frame.evaluate((code) => new Function(`return ${code}`)(), events(config))
    expect(heard).toEqual(expected)
    expect(await frame.evaluate(() => document.documentElement.classList.contains('wf-active'))).toBe(true)
  })
})

describe('pictures on a canvas', () => {
  it.each(['src', 'setAttribute'])('2.10: can be read, and are textures: %s', async (how) => {
    const answer = await (await sharedApp()).evaluate(async (how) => {
      const picture = new Image()
      const loaded = new Promise((resolve) => {
        picture.onload = resolve
      })
      if (how === 'src') picture.src = 'img/red-1.png'
      else picture.setAttribute('src', 'img/red-1.png')
      await loaded
      const context = document.createElement('canvas').getContext('2d')
      context?.drawImage(picture, 0, 0)
      const data = document.createElement('img')
      data.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
      return [...(context?.getImageData(0, 0, 1, 1).data ?? []), data.crossOrigin]
    }, how)
    expect(answer).toEqual([255, 0, 0, 255, null])
  })
})

describe('symbols of other SVG files', () => {
  const draw = (frame: Frame, html: string, how: string): Promise<void> =>
    frame.evaluate(
      async ([html = '', how = '']) => {
        document.querySelector('#drawings')?.remove()
        const host = document.createElement('div')
        host.id = 'drawings'
        host.style.cssText = 'position:fixed;inset:0;background:white;display:flex'
        document.body.append(host)
        const root = how === 'in a shadow' ? host.attachShadow({ mode: 'closed' }) : host
        root.innerHTML = html
        const parts = [...root.querySelectorAll('use')]
        if (how === 'set later') for (const use of parts) use.href.baseVal = 'img/icons.svg#play'
        const isOwn = (): boolean => parts.every((use) => use.getAttribute('href')?.startsWith('#'))
        while (!isOwn()) await new Promise(requestAnimationFrame)
        await new Promise(requestAnimationFrame)
      },
      [html, how],
    )

  /** The colour in the middle of each drawing. */
  const coloursOf = async (frame: Frame): Promise<readonly string[]> => {
    const picture = sharp(await (await frame.frameElement()).screenshot())
    const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
    return [20, 60, 100].map((x) => {
      const at = (20 * info.width + x) * 3
      return [...data.subarray(at, at + 3)].join(' ')
    })
  }
  const use = (link: string): string =>
    `<svg width="40" height="40" viewBox="0 0 2 2"><use width="2" height="2" ${link}/></svg>`
  const GREEN = '0 128 0'
  const RED = '255 0 0'

  it.each([
    [
      'of a page',
      ['href="img/icons.svg#play"', 'xlink:href="img/icons.svg#stop"', 'href="img/logo.svg"'],
      [GREEN, GREEN, RED],
    ],
    [
      'in a shadow',
      ['href="img/icons.svg#play"', 'href="img/logo.svg#p"', 'href="/img/icons.svg#stop"'],
      [GREEN, RED, GREEN],
    ],
    ['set later', ['href="#a"', 'href="img/logo.svg"', ''], [GREEN, GREEN, GREEN]],
  ])('2.10: are drawn: %s', async (how, links, colours) => {
    const frame = await sharedApp()
    await draw(frame, links.map(use).join(''), how)
    await expect.poll(() => coloursOf(frame)).toEqual(colours)
  })
})

describe('scripts from blob: URLs', () => {
  it.each(['src', 'setAttribute'])('2.10: run, and tell that they have: %s', async (how) => {
    const answer = await (await sharedApp()).evaluate(
      (how) =>
        new Promise((resolve) => {
          const script = document.createElement('script')
          const url = URL.createObjectURL(
            new Blob(["window.fromBlob = document.currentScript.src.slice(0, 5) + 'ü'"]),
          )
          if (how === 'src') script.src = url
          else script.setAttribute('src', url)
          URL.revokeObjectURL(url)
          script.onload = () => resolve(Reflect.get(window, 'fromBlob'))
          script.onerror = () => resolve('failed')
          document.body.append(script)
        }),
      how,
    )
    expect(answer).toBe('blob:ü')
  })

  it.each([
    'data:text/javascript;,window.fromData%20%3D%20%27%C3%BC%27',
    'data:text/javascript;charset=utf-8;base64,d2luZG93LmZyb21EYXRhID0gJ8O8Jw==',
  ])('2.10: and of data: %s', async (url) => {
    const answer = await (await sharedApp()).evaluate(
      (url) =>
        new Promise((resolve) => {
          const script = document.createElement('script')
          script.src = url
          script.onload = () => resolve([Reflect.get(window, 'fromData'), script.src === url])
          script.onerror = () => resolve('failed')
          document.body.append(script)
        }),
      url,
    )
    expect(answer).toEqual(['ü', true])
  })

  it('2.10: are modules too', async () => {
    const answer = await (await sharedApp()).evaluate(
      () =>
        new Promise((resolve) => {
          const script = document.createElement('script')
          script.type = 'module'
          script.src = URL.createObjectURL(new Blob(['window.fromModule = typeof this; await null']))
          script.onload = () => resolve(Reflect.get(window, 'fromModule'))
          document.body.append(script)
        }),
    )
    expect(answer).toBe('undefined')
  })
})

describe('workers by their path', () => {
  it.each([
    ["new Worker('js/worker.js')", [8, 2, 11, 'worker.js']],
    ["new Worker(new URL('js/module-worker.js', document.baseURI), { type: 'module' })", 12],
    ["new Worker('data:text/javascript,onmessage = ({ data }) => postMessage(data - 1)')", 3],
    [
      "new Worker('data:text/javascript;base64,' + btoa('onmessage = ({ data }) => postMessage(data - 2)'))",
      2,
    ],
    ["new Worker(URL.createObjectURL(new Blob(['onmessage = ({ data }) => postMessage(data)'])))", 4],
  ])('start: %s', async (code, expected) => {
    const answer = await (await sharedApp()).evaluate(
      (text) =>
        new Promise((resolve, reject) => {
          const worker = new Function(`return ${text}`)() as Worker
          worker.onmessage = ({ data }) => resolve(data)
          worker.onerror = (event) => reject(new Error(event.message))
          worker.postMessage(4)
        }),
      code,
    )
    expect(answer).toEqual(expected)
  })
})

describe('files that were renamed', () => {
  const loaded = (make: string): string =>
    `new Promise((r, e) => { ${make}; it.onload = it.onloadedmetadata = () => r(it.naturalWidth || it.duration || it.dataset.ok); it.onerror = () => e(new Error('not found')) })`
  it.each([
    ["fetch('data/level #2.json').then((r) => r.json()).then((j) => j.level)", 2],
    ["fetch('./data/level%20%232.json?v=1').then((r) => r.json()).then((j) => j.level)", 2],
    ["fetch(new URL('data/größe.json', document.baseURI)).then((r) => r.json()).then((j) => j.level)", 3],
    ["fetch(new Request('data/größe.json')).then((r) => r.json()).then((j) => j.level)", 3],
    ["fetch('/data/größe.json').then((r) => r.json()).then((j) => j.level)", 3],
    [
      "new Promise((r) => { const x = new XMLHttpRequest(); x.open('GET', 'data/' + 'level #2' + '.json'); x.onload = () => r(JSON.parse(x.responseText).level); x.send() })",
      2,
    ],
    [
      "WebAssembly.instantiateStreaming(fetch('game' + '.wasm')).then(({ module }) => WebAssembly.Module.exports(module).length)",
      0,
    ],
    ["fetch('game.pck').then((r) => r.arrayBuffer()).then((b) => b.byteLength)", 70_000],
    [
      "Promise.all([fetch('data/level%20%232.json').then(({ url }) => url), new Promise((r) => { const x = new XMLHttpRequest(); x.open('GET', 'data/sheet.xml'); const before = x.responseURL; x.onload = () => r([before, x.responseURL]); x.send() })]).then((all) => all.flat().map((url) => url.split('/').pop()))",
      ['level%20%232.json', '', 'sheet.xml'],
    ],
    [
      "new Promise((r) => { const x = new XMLHttpRequest(); x.open('GET', 'data/' + 'sheet.xml'); x.onload = () => r(x.responseXML.querySelectorAll('frame').length); x.send() })",
      2,
    ],
    [loaded("const it = new Image(); it.src = 'img/red (' + 1 + ').png'"), 3],
    [loaded("const it = document.createElement('img'); it.setAttribute('SRC', 'img/red (1).png')"), 3],
    [
      loaded(
        "document.body.insertAdjacentHTML('beforeend', '<img id=\"made\" src=\"img/red (1).png\">'); const it = document.getElementById('made')",
      ),
      3,
    ],
    [
      "(() => { const style = document.head.appendChild(document.createElement('style')); style.sheet.insertRule('i { background: url(\"img/red (1).png\") }'); return style.sheet.cssRules[0].cssText.includes('(1)') })()",
      false,
    ],
    [loaded("const it = new Audio('snd/tune one.wav')"), 0.1],
    [loaded("const it = document.createElement('video'); it.src = 'snd/tune one.wav'"), 0.1],
    [
      loaded(
        "const it = document.createElement('audio'); const s = document.createElement('source'); s.src = 'snd/tune one.wav'; it.append(s)",
      ),
      0.1,
    ],
    ["new Promise((r) => { new Worker('js/count up.js').onmessage = ({ data }) => r(data) })", 6],
    [
      "new Promise((r) => { const s = document.createElement('script'); const post = window.postMessage; window.postMessage = (n) => { window.postMessage = post; r(n) }; s.src = 'js/count up.js'; document.head.append(s) })",
      6,
    ],
    [
      "new Promise((r) => { const s = document.createElement('script'); const post = window.postMessage; window.postMessage = (n) => { window.postMessage = post; r(n) }; s.src = trustedTypes.createPolicy('test', { createScriptURL: (url) => url }).createScriptURL('js/count up.js'); document.head.append(s) })",
      6,
    ],
    ['new FontFace(\'A\', \'url("fonts/my font.woff2") format("woff2")\').family', 'A'],
    [
      "new Image() instanceof HTMLImageElement && new Audio() instanceof HTMLAudioElement && new Request('a') instanceof Request",
      true,
    ],
    ["fetch('data/none.json').then((r) => r.status)", 404],
  ])('are found by their old names: %s', async (code, expected) => {
    const answer = await (await sharedApp()).evaluate(
      (text) => new Function(`return ${text}`)() as unknown,
      code,
    )
    expect(answer).toEqual(expected)
  })
})

describe('2.10: a form that opens a page of the app', () => {
  it.each([
    ['game.html', '', 'game.html?name=Ann+%26+Bo&level=2'],
    ['pages/more.html?old=1#part', '', 'pages/more.html?name=Ann+%26+Bo&level=2#part'],
    ['game.html', "onsubmit='event.preventDefault()'", 'index.html'],
    ['game.html', "method='post'", 'index.html'],
    ['https://a.test/game.html', '', 'index.html'],
  ])('opens %s %s', async (action, attributes, expected) => {
    const forms = await startDev({
      'index.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title><script src="browser-shim.js"></script></head>
<body><form action="${action}" ${attributes}><input name="name" value="Ann &amp; Bo"><button name="level" value="2">Play</button></form></body></html>`,
      'game.html': '<!doctype html><title>Game</title>',
      'pages/more.html': '<!doctype html><title>More</title>',
      'browser-shim.js': await composeShim({ parts: ['forms'], renamed: {} }),
    })
    onTestFinished(() => forms.stop())
    const { page: shell, app } = await openShell(browser, forms.url)
    onTestFinished(() => shell.close())
    const frame = await app()
    const base = new URL('.', frame.url()).href
    // Playwright's own click waits for where a form leads, which is nowhere here.
    await frame.evaluate(() => document.querySelector('button')?.click())
    await expect.poll(() => frame.url()).toBe(`${base}${expected}`)
    await frame.waitForLoadState('load')
    expect(frame.url()).toBe(`${base}${expected}`)
  })
})

describe('2.10: a script that opens a page of the app in the same window', () => {
  it.each([
    ["window.open('pages/more.html?level=2', '_self')", 'pages/more.html?level=2'],
    ["window.open('game.html', '_top')", 'game.html'],
    ["window.open('game.html', 'side')", 'index.html'],
    ["window.open('https://a.test/game.html', '_self')", 'index.html'],
  ])('%s', async (script, expected) => {
    const pages = await startDev({
      'index.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title><script src="browser-shim.js"></script></head>
<body><button onclick="${script}; this.textContent = 'Opened'">Play</button></body></html>`,
      'game.html': '<!doctype html><title>Game</title>',
      'pages/more.html': '<!doctype html><title>More</title>',
      'browser-shim.js': await composeShim({ parts: ['new-window'], renamed: {} }),
    })
    onTestFinished(() => pages.stop())
    const { page: shell, app } = await openShell(browser, pages.url)
    onTestFinished(() => shell.close())
    const frame = await app()
    const base = new URL('.', frame.url()).href
    await frame.click('button')
    await expect.poll(() => frame.url()).toBe(`${base}${expected}`)
  })
})
