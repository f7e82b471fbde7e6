import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { AppWindow } from '../support/browser/app-window.js'
import { axeFindings } from '../support/browser/axe.js'
import { closeWindows, sharedChrome } from '../support/browser/browser.js'
import { openShell } from '../support/browser/shell-page.js'
import { showPanel } from '../support/browser/shell-panel.js'
import { type DevSimulator, startDev } from '../support/rigs/dev-simulator.js'

/** What a child tells its maker: whether it has WebRTC. Written so that it stands in an attribute. */
const TELL = `<script>parent.postMessage({ child: typeof RTCPeerConnection }, '*')</script>`

const APP = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<script>var atOnce = typeof RTCPeerConnection + ' ' + ('webkitRTCPeerConnection' in window)</script>
<script src="service-miniapp.js"></script></head>
<body><script>Service.ready()</script></body></html>`

let browser: Browser
let dev: DevSimulator

beforeAll(async () => {
  browser = await sharedChrome()
  dev = await startDev({
    'index.html': APP,
    'drawing.svg': `<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = typeof RTCPeerConnection</script></svg>`,
    'closed.html': `<!doctype html><script>
      heard = []
      addEventListener('message', (event) => { if (event.source !== parent) heard.push(event.data) })
    </script><div><template shadowrootmode="closed"><iframe srcdoc="${TELL}"></iframe></template></div><script>
      ;(async () => {
        for (let i = 0; i < 20; i++) {
          await new Promise((resolve) => requestAnimationFrame(resolve))
          await fetch('level.json')
        }
        quiet = true
      })()
    </script>`,
    'broken.html': `<!doctype html><script>
      heard = []
      onerror = (...given) => { heard.push(given) }
      addEventListener('error', (event) => heard.push(event.message))
      onunhandledrejection = () => heard.push('rejection')
    </script>
<script src="broken.js"></script><script>show = () => { document.body.append(Object.assign(new Image(), { src: 'art/none.png' })) }</script>`,
    'broken.js': `// one line
Promise.reject(new Error('not caught'))
const late = document.createElement('script')
late.src = 'late.js'
document.head.append(late)
nothing.here()`,
    'late.js': '\nnever()',
    'level.json': '{"n":7}',
  })
  appWindow = new AppWindow(browser, dev.url)
})
afterAll(async () => {
  await closeWindows(browser)
  await dev.stop()
})

let appWindow: AppWindow
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await appWindow.close()
})

/** Loads the app, in a window in which nothing is done but in the app's frame. */
const openApp = async (): Promise<Frame> => (await appWindow.open()).frame

/** Makes a child by the given code, in the app, and gives what it could do in a time in which any child would have answered. */
const childOf = (app: Frame, code: string): Promise<unknown> =>
  app.evaluate(
    async ([make, tell]) => {
      new Function('TELL', make ?? '')(tell)
      // Only now, since a rewritten document loses its listeners; a child's messages come later still.
      const told = new Promise((resolve) => {
        addEventListener('message', (event) => {
          if (event.source !== parent && event.data?.child !== undefined) resolve(event.data.child)
        })
      })
      // A worker's round trip, a picture's and a fetch's: a child that loads at all has loaded by then.
      const quiet = (async () => {
        for (let i = 0; i < 20; i++) {
          await new Promise((resolve) => requestAnimationFrame(resolve))
          await fetch('level.json')
        }
        return 'nothing ran'
      })()
      return Promise.race([told, quiet])
    },
    [code, TELL],
  )

describe('WebRTC', () => {
  it('2.10: its constructors are gone before the app’s own code runs', async () => {
    const app = await openApp()
    expect(await app.evaluate('atOnce')).toBe('undefined false')
    const names = await app.evaluate(() =>
      Object.getOwnPropertyNames(window).filter((name) => /^(webkit)?RTC(Peer|Data)/.test(name)),
    )
    expect(names.filter((name) => /PeerConnection$|DataChannel$/.test(name))).toEqual([])
  })

  it.each([
    [
      'a frame with srcdoc',
      `const f = document.createElement('iframe'); f.srcdoc = TELL; document.body.append(f)`,
    ],
    [
      'a frame with a javascript: URL',
      `const f = document.createElement('iframe'); f.src = "javascript:parent.postMessage({child: typeof RTCPeerConnection}, '*')"; document.body.append(f)`,
    ],
    [
      'a frame with a data: URL',
      `const f = document.createElement('iframe'); f.src = 'data:text/html,' + encodeURIComponent(TELL); document.body.append(f)`,
    ],
    [
      'a frame with a blob: URL',
      `const f = document.createElement('iframe'); f.src = URL.createObjectURL(new Blob([TELL], { type: 'text/html' })); document.body.append(f)`,
    ],
    [
      'a frame written as HTML',
      `const d = document.createElement('div'); document.body.append(d); d.innerHTML = '<p><iframe srcdoc="' + TELL + '"></iframe></p>'`,
    ],
    [
      'a frame in a closed shadow root',
      `const d = document.createElement('div'); document.body.append(d); const f = document.createElement('iframe'); f.srcdoc = TELL; d.attachShadow({ mode: 'closed' }).append(f)`,
    ],
    [
      'a frame in a shadow root made before it is in the page',
      `const d = document.createElement('div'); const f = document.createElement('iframe'); f.srcdoc = TELL; d.attachShadow({ mode: 'closed' }).append(f); document.body.append(d)`,
    ],
    [
      'a frame in a declarative closed shadow root',
      `const d = document.createElement('div'); document.body.append(d); d.setHTMLUnsafe('<div><template shadowrootmode="closed"><iframe srcdoc="' + TELL + '"></iframe></template></div>')`,
    ],
    [
      'a frame adopted from another document',
      `const x = document.implementation.createHTMLDocument(''); x.body.innerHTML = '<iframe srcdoc="' + TELL + '"></iframe>'; document.body.append(x.body.firstChild)`,
    ],
    [
      'a frame while the script goes on for long',
      `const f = document.createElement('iframe'); f.srcdoc = TELL; document.body.append(f); const t = performance.now(); while (performance.now() - t < 200);`,
    ],
    [
      'an object',
      `const o = document.createElement('object'); o.type = 'text/html'; o.data = 'data:text/html,' + encodeURIComponent(TELL); document.body.append(o)`,
    ],
    [
      'a frame of an app that replaced what could find it',
      `Object.defineProperty(Element, Symbol.hasInstance, { value: () => false }); window.Element = class {};
       const none = { value: () => undefined }
       for (const [owner, names] of [[Element.prototype, ['matches', 'querySelectorAll', 'remove']], [MutationObserver.prototype, ['observe']], [NodeList.prototype, [Symbol.iterator, 'item']], [Array.prototype, ['map']], [WeakSet.prototype, ['has']], [String.prototype, ['replace']], [RegExp.prototype, ['exec']], [Reflect, ['apply']]])
         for (const name of names) Object.defineProperty(owner, name, none)
       Object.defineProperty(MutationRecord.prototype, 'addedNodes', { get: () => [] })
       Object.prototype.attributeFilter = 7
       const d = document.createElement('div'); document.body.append(d)
       const f = document.createElement('iframe'); f.srcdoc = TELL; d.attachShadow({ mode: 'closed' }).append(f)`,
    ],
    [
      'a frame in a clone of a closed shadow root',
      `const d = document.createElement('div'); const f = document.createElement('iframe'); f.srcdoc = TELL; d.attachShadow({ mode: 'closed', clonable: true }).append(f); document.body.append(d.cloneNode(true))`,
    ],
    [
      'a frame in a declarative closed shadow root written in disguise',
      `const d = document.createElement('div'); document.body.append(d); let read = 0; d.setHTMLUnsafe({ toString: () => read++ > 0 ? '' : '<div><template shadowrootmode="&#99;losed"><iframe srcdoc="' + TELL + '"></iframe></template></div>' })`,
    ],
    [
      'a frame in a declarative closed shadow root written in pieces',
      `document.open(); document.write('<body><div><template shadowrootmode="clo'); document.write('sed"><iframe srcdoc="' + TELL + '"></iframe></template></div>'); document.close()`,
    ],
    [
      'an embedded drawing with a script',
      `const e = document.createElement('embed'); e.src = 'drawing.svg'; document.body.append(e)`,
    ],
  ])('2.10: no child page gets them: %s', async (_what, code) => {
    expect(await childOf(await openApp(), code)).toBe('nothing ran')
  })

  it('2.10: an empty frame’s window cannot be reached', async () => {
    const app = await openApp()
    const reached = await app.evaluate(() => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      try {
        return typeof (frame.contentWindow as unknown as { RTCPeerConnection: unknown }).RTCPeerConnection
      } catch (error) {
        return (error as Error).name
      }
    })
    expect(reached).toBe('SecurityError')
  })

  it('2.10: a rewritten page and a worker have none', async () => {
    const app = await openApp()
    const found = await app.evaluate(async () => {
      const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(typeof RTCPeerConnection)'])))
      const inWorker = await new Promise((resolve) => {
        worker.onmessage = ({ data }) => resolve(data)
      })
      document.open()
      document.write('<script>var written = typeof RTCPeerConnection</script>')
      document.close()
      return [inWorker, (window as unknown as { written: string }).written]
    })
    expect(found).toEqual(['undefined', 'undefined'])
  })

  it('2.10: a frame in a closed shadow root that the page itself declares never loads', async () => {
    const { app } = await openShell(browser, dev.url)
    const frame = await app()
    await frame.evaluate(() => {
      location.href = 'closed.html'
    })
    await frame.waitForURL(/closed\.html$/)
    await frame.waitForFunction(() => Reflect.get(window, 'quiet') === true)
    expect(await frame.evaluate(() => Reflect.get(window, 'heard'))).toEqual([])
    expect(frame.childFrames()).toEqual([])
  })

  it('2.10: a drawing of the bundle that is opened as a page has none', async () => {
    const { app } = await openShell(browser, dev.url)
    const frame = await app()
    await frame.evaluate(() => {
      location.href = 'drawing.svg'
    })
    await frame.waitForURL(/drawing\.svg$/)
    expect(await frame.title()).toBe('undefined')
  })
})

describe('files and the clipboard', () => {
  /** Clicks in the app, and tells whether the browser offered files. */
  const offersFiles = async (page: Page, click: () => Promise<unknown>): Promise<boolean> => {
    let offered = false
    page.once('filechooser', () => {
      offered = true
    })
    await click()
    // A chooser is reported before the answer to any later request.
    for (let i = 0; i < 5; i++)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    return offered
  }

  it('2.10: no file input opens, however it is asked to, and the log says what to do instead', async () => {
    const { page, app } = await openShell(browser, dev.url)
    const frame = await app()
    await frame.evaluate(() => {
      document.body.innerHTML = `<input type="file" id="input"><label for="input" id="label">Photo</label>
        <input type="checkbox" id="check"><button id="click">Click</button><button id="made">Make</button>
        <button id="picker">Picker</button>`
      const input = document.getElementById('input') as HTMLInputElement
      const on = (id: string, does: () => void) =>
        document.getElementById(id)?.addEventListener('click', does)
      on('click', () => input.click())
      on('made', () => {
        const made = document.createElement('input')
        made.type = 'file'
        made.click()
      })
      on('picker', () => {
        try {
          input.showPicker()
        } catch (error) {
          document.title = (error as Error).name
        }
      })
    })
    for (const id of ['input', 'label', 'click', 'made', 'picker'])
      expect([id, await offersFiles(page, () => frame.click(`#${id}`))]).toEqual([id, false])
    expect(await frame.title()).toBe('SecurityError')
    await frame.click('#check')
    expect(await frame.isChecked('#check')).toBe(true)
    await expect
      .poll(async () => {
        const log = (await dev.ask('calls')) as { kind: string; message?: string; why?: string }[]
        return log
          .filter(({ kind, message }) => kind === 'violation' && message?.includes('file input'))
          .at(-1)?.why
      })
      .toContain('Service.pickImage')
  })
})

describe('downloads', () => {
  it('2.10: a download saves nothing', async () => {
    const { page, app } = await openShell(browser, dev.url)
    const downloads: string[] = []
    page.on('download', (download) => downloads.push(download.suggestedFilename()))
    const refused = page.waitForEvent('console', {
      predicate: (message) => message.text().includes('allow-downloads'),
    })
    const frame = await app()
    await frame.evaluate(() => {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob(['saved']))
      link.download = 'saved.txt'
      link.click()
    })
    await refused
    expect(downloads).toEqual([])
  })
})

describe('what works', () => {
  it('what the sandbox blocks, what fails and what is missing is in the log, with what to do', async () => {
    const { app } = await openShell(browser, dev.url)
    const frame = await app()
    await frame.evaluate(async () => {
      await fetch('https://example.com/').catch(() => undefined)
      await fetch('nothing.json')
      document.body.insertAdjacentHTML('beforeend', '<img src=""><svg><use href="icons.svg#play"/></svg>')
      setTimeout(() => {
        throw new Error('my own mistake')
      })
      void Promise.reject(new Error('nobody caught me'))
      await new Promise((resolve) => requestAnimationFrame(resolve))
    })
    await expect
      .poll(async () => {
        const log = (await dev.ask('calls')) as { kind: string; message?: string; why?: string }[]
        return {
          violation: log.find(({ kind, message }) => kind === 'violation' && message?.includes('example.com'))
            ?.why,
          missing: log.find(
            ({ kind, message }) => kind === 'failed-file' && message?.includes('nothing.json'),
          )?.why,
          symbol: log.find(({ message }) => message === '<use> could not load icons.svg#play.')?.why,
          empty: log.some(({ message }) => message?.includes('<img>')),
          error: log.some(({ kind, message }) => kind === 'error' && message?.includes('my own mistake')),
          rejection: log.some(
            ({ kind, message }) => kind === 'rejection' && message?.includes('nobody caught me'),
          ),
        }
      })
      .toEqual({
        violation: expect.stringContaining('Mini apps have no network'),
        missing: expect.stringContaining('The bundle has no file nothing.json'),
        symbol: expect.stringContaining('A page without an origin cannot use the symbols of another file'),
        empty: false,
        error: true,
        rejection: true,
      })
  })

  it('an error in a script that is loaded without CORS has a place for the developer, and for the app no more than on the service', async () => {
    const { page, app } = await openShell(browser, dev.url)
    const frame = await app()
    await frame.evaluate(() => {
      location.href = 'broken.html'
    })
    await frame.waitForFunction(() => Reflect.get(window, 'heard')?.length === 4)
    await showPanel(page, 'problems')
    const problems = page.getByRole('region', { name: 'At run time' })
    // The simulator lists what goes wrong after it has heard of the page, and these come after that.
    await problems.getByRole('listitem').nth(2).waitFor()
    await frame.evaluate('show()')
    await expect
      .poll(async () =>
        (await problems.getByRole('listitem').allInnerTexts()).map((text) => text.split(/\n+/).slice(0, 3)),
      )
      .toEqual(
        expect.arrayContaining([
          ['Error', 'broken.js:6', 'Uncaught ReferenceError: nothing is not defined'],
          ['Error', 'late.js:2', 'Uncaught ReferenceError: never is not defined'],
          ['Uncaught error', 'broken.js:2', 'Error: not caught'],
          ['Failed to load', 'broken.html:7', 'The app requested art/none.png, which does not exist.'],
        ]),
      )
    expect(await problems.getByRole('listitem').count()).toBe(4)
    const muted = ['Script error.', '', 0, 0, null]
    expect(await frame.evaluate(() => Reflect.get(window, 'heard'))).toEqual([
      muted,
      'Script error.',
      muted,
      'Script error.',
    ])
    expect(await axeFindings(page)).toEqual([])
  })

  it('a saved style sheet is taken over by the running page, imported or in a shadow root too', async () => {
    const { url, save, stop } = await startDev({
      'index.html': `<!doctype html><html lang="en"><title>A</title><script src="service-miniapp.js"></script>
<link rel="stylesheet" href="all.css"><p>1</p><div><template shadowrootmode="open"><link rel="stylesheet" href="own.css"><b>2</b></template></div>
<script>window.kept = true</script></html>`,
      'all.css': '@import "part.css";',
      'part.css': 'p { color: red }',
      'own.css': 'b { color: red }',
      'read.css': '.a {}',
    })
    onTestFinished(stop)
    const { app } = await openShell(browser, url)
    const frame = await app()
    const color = (element: string) =>
      frame.evaluate(
        (name) =>
          getComputedStyle(
            document.querySelector(name) ??
              document.querySelector('div')?.shadowRoot?.querySelector(name) ??
              document.body,
          ).color,
        element,
      )
    for (const shade of [1, 2]) {
      await save('part.css', `p { color: rgb(${shade}, 0, 0) }`)
      await expect.poll(() => color('p')).toBe(`rgb(${shade}, 0, 0)`)
      await save('own.css', `b { color: rgb(0, ${shade}, 0) }`)
      await expect.poll(() => color('b')).toBe(`rgb(0, ${shade}, 0)`)
    }
    expect(await frame.evaluate(() => Reflect.get(window, 'kept'))).toBe(true)
    await expect
      .poll(() => frame.evaluate(() => document.querySelectorAll('link[rel=stylesheet]').length))
      .toBe(1)

    // What a script made of a sheet, only the script can make again.
    await frame.evaluate(async () => {
      Reflect.set(window, 'text', await (await fetch('read.css')).text())
    })
    await save('read.css', '.b {}')
    await expect
      .poll(async () => (await app()).evaluate(() => Reflect.get(window, 'text') === undefined))
      .toBe(true)
  })

  it('a saved file loads the app again', async () => {
    const { page, app } = await openShell(browser, dev.url)
    await app()
    await dev.save('index.html', APP.replace('<body>', '<body><p id="new">New</p>'))
    await page.frameLocator('iframe[title="Mini app"]').locator('#new').waitFor()
  })
})
