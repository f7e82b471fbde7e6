import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { check } from '../../src/check/run.js'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { openShell } from '../support/browser/shell-page.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'
import { type DevSimulator, startDev } from '../support/rigs/dev-simulator.js'

/** What fails in the sandbox, each as an expression; no picker, sheet or window opens for any of them. */
const EXPRESSIONS = `
localStorage.getItem('a')
sessionStorage
indexedDB
indexedDB.open('a')
caches
cookieStore.get('a')
document.cookie
document.cookie = 'a=1'
navigator.storage.persist()
navigator.storage.getDirectory()
navigator.storageBuckets.open('a')
navigator.locks.query()
navigator.locks.request('a', () => {})
alert('a')
confirm('a')
prompt('a')
prompt('a').trim()
print()
open('a.html')
open('a.html').focus()
navigator.getGamepads()
document.body.requestFullscreen()
document.body.webkitRequestFullscreen()
document.body.requestPointerLock()
navigator.mediaDevices.getUserMedia({ video: true })
navigator.mediaDevices.getDisplayMedia({})
navigator.getUserMedia({ video: true }, () => {}, () => {})
document.createElement('video').requestPictureInPicture()
navigator.requestMIDIAccess()
navigator.usb.getDevices()
navigator.hid.getDevices()
navigator.serial.getPorts()
navigator.keyboard.lock()
navigator.keyboard.getLayoutMap()
screen.orientation.lock('portrait')
screen.lockOrientation('portrait')
document.requestStorageAccess()
queryLocalFonts()
getScreenDetails()
navigator.clipboard
navigator.clipboard.writeText('a')
navigator.geolocation.getCurrentPosition(() => {}, () => {})
navigator.geolocation.watchPosition(() => {})
navigator.wakeLock.request('screen')
navigator.share({ title: 'a' })
addEventListener('devicemotion', () => {})
new Notification('a')
Notification.requestPermission()
new Accelerometer()
new Gyroscope()
new PaymentRequest([{ supportedMethods: 'https://a.test' }], {})
new SpeechRecognition()
new IdleDetector()
new PresentationRequest('a.html')
new FileSystemObserver(() => {})
navigator.registerProtocolHandler('web+a', 'a?%s')
new PressureObserver(() => {})
showOpenFilePicker()
showDirectoryPicker()
document.domain = 'a.test'
parent.document
top.location.href
fetch('https://a.test/')
fetch('/a')
fetch('a.js', { mode: 'same-origin' })
fetchLater('https://a.test/')
(({ fetch: load }) => load('https://a.test/'))(window)
new AudioContext().audioWorklet.addModule('https://a.test/a.js')
import(URL.createObjectURL(new Blob(['1'], { type: 'text/javascript' })))
import('https://a.test/a.js')
import('data:text/javascript,1')
navigator.sendBeacon('https://a.test/')
new Audio('https://a.test/a.mp3')
new Worker('a.js')
new SharedWorker('a.js')
navigator.serviceWorker
navigator.serviceWorker.register('a.js')
`
  .trim()
  .split('\n')

/** Requests that neither throw nor are rejected, and what their failure does where nothing waits for an answer. */
const UNANSWERED = [
  ["new Request('https://a.test/a')", null],
  ["new WebTransport('https://a.test/')", 'degrades'],
  ["new WebSocket('wss://a.test/')", 'degrades'],
  ["new WebSocketStream('wss://a.test/')", 'degrades'],
  ["new EventSource('https://a.test/')", null],
] as const

/** What puts an error page in place of the app. */
const LEAVING = [
  "location = 'https://a.test/'",
  "location.assign('mailto:a@a.test')",
  "location.href = 'https://a.test/'",
  "navigation.navigate('https://a.test/')",
]

const PAGE = '<!doctype html><title>Test</title><p>Here.</p>'

let browser: Browser
let dev: DevSimulator

beforeAll(async () => {
  browser = await sharedBrowser()
  dev = await startDev({ 'index.html': PAGE, 'a.js': '' })
})
afterAll(async () => {
  await closeWindows(browser)
  await dev.stop()
})

/** The worst that check says of an expression that a page's script waits for while it loads. */
const impactOf = async (expression: string): Promise<string | null> => {
  const files = {
    ...sampleFiles(),
    'index.html':
      '<!doctype html><title>Test</title><p>Here.</p><script type="module" src="only.js"></script>',
    'only.js': `export const given = await (${expression})\n`,
    'a.js': '',
  }
  const { problems } = await check(memoryBundle(files))
  const impacts = problems.filter(({ file }) => file === 'only.js').map(({ impact }) => impact)
  return impacts.includes('breaks') ? 'breaks' : (impacts[0] ?? null)
}

describe('what check says that something does to the app', () => {
  it('is what Chromium does in the sandbox (2.10)', async () => {
    const app = await (await openShell(browser, dev.url)).app()
    const told = await Promise.all(EXPRESSIONS.map(async (one) => [one, await impactOf(one)]))
    const seen: (readonly [string, string])[] = []
    for (const expression of EXPRESSIONS) {
      const failed = await app.evaluate(
        `(async () => { try { await (${expression}) } catch { return true } return false })()`,
      )
      seen.push([expression, failed ? 'breaks' : 'degrades'])
    }
    expect(told).toEqual(seen)
  })

  it.each(UNANSWERED)(
    'is not that the app stops where nothing waits for an answer: %s',
    async (expression, impact) => {
      expect(await impactOf(expression)).toBe(impact)
      const app = await (await openShell(browser, dev.url)).app()
      expect(await app.evaluate(`(() => { ${expression}; return 'goes on' })()`)).toBe('goes on')
    },
  )

  it('is that the app fails where a worker never starts', async () => {
    expect(await impactOf("new Worker('data:text/javascript,')")).toBe('breaks')
  })

  it.each(LEAVING)('is that the app is gone: %s', async (expression) => {
    expect(await impactOf(expression)).toBe('breaks')
    const { page, app } = await openShell(browser, dev.url)
    const frame = await app()
    // The shell takes the frame away as soon as it has seen that the app is gone.
    const errorPage = page.waitForEvent('framenavigated', (one) => one.url().startsWith('chrome-error:'))
    await frame.evaluate(`void setTimeout(() => { ${expression} })`)
    await errorPage
  })
})
