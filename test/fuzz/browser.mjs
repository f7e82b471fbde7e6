import { createServer } from 'node:http'
import { chromium, errors } from 'playwright-core'
import { CHROME_ARGUMENTS, findOrInstallChrome } from '../../src/build/browsers.mjs'
import { filesOf } from './cases.mjs'
import { HOST, probesIn } from './probes.mjs'

/** How long a blocking script takes, while the browser's preload scanner runs. */
const WAIT_MS = 60
/** After the last frame has loaded, refreshes and requests of style sheets still follow. */
const SETTLE_MS = 250

const TYPES = {
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript',
}

/**
 * A browser that opens cases without a Content-Security-Policy, and a server in place of every other host:
 * nothing leaves the machine.
 */
export class FuzzBrowser {
  /** @type {Map<number, Record<string, string>>} */
  #files = new Map()
  /** @type {Set<string>} */
  #reached = new Set()
  /** @type {import('node:http').Server | undefined} */
  #server
  /** @type {import('playwright-core').Browser | undefined} */
  #browser
  /** @type {import('playwright-core').BrowserContext | undefined} */
  #context
  #origin = ''

  async start() {
    const server = createServer((request, response) => this.#answer(request, response))
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
    this.#server = server
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    this.#origin = `http://127.0.0.1:${port}`
    this.#browser = await chromium.launch({
      executablePath: findOrInstallChrome(),
      args: [
        ...CHROME_ARGUMENTS,
        `--host-resolver-rules=MAP ${HOST} 127.0.0.1:${port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
      ],
    })
    this.#context = await this.#browser.newContext()
    this.#context.on('request', (request) => this.#note(request.url()))
  }

  async stop() {
    await this.#browser?.close()
    this.#server?.closeAllConnections()
    await new Promise((resolve) => this.#server?.close(resolve))
  }

  /**
   * Opens cases side by side.
   * @param {readonly import('./cases.mjs').Case[]} cases of different indices
   * @returns {Promise<ReadonlySet<string>>} the probes that the browser requested
   */
  async open(cases) {
    this.#files = new Map(cases.map((one) => [one.index, filesOf(one)]))
    this.#reached = new Set()
    const tab = await this.#context?.newPage()
    if (tab === undefined) throw new Error('The browser has not been started.')
    try {
      await tab.goto(`${this.#origin}/all`)
      await tab.waitForLoadState('networkidle', { timeout: 8_000 })
    } catch (error) {
      // A page that never stops requesting must not block the others.
      if (!(error instanceof errors.TimeoutError)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    await tab.close()
    return this.#reached
  }

  /** @param {string} url */
  #note(url) {
    // Ignore unknown schemes, and the case's own folder.
    if (!/^(?:https?|wss?|ftp|file):/.test(url) || url.startsWith(`${this.#origin}/case/`)) return
    // The rest belongs to the same address.
    for (const name of probesIn(url).slice(0, 1)) this.#reached.add(name)
  }

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  #answer(request, response) {
    const path = request.url ?? '/'
    if (path === '/all') {
      const frames = [...this.#files].map(
        ([index, files]) =>
          `<iframe width="200" height="200" src="/case/${index}/app/${Object.keys(files)[0]}"></iframe>`,
      )
      response.setHeader('Content-Type', TYPES.html)
      response.end(`<!doctype html><title>cases</title>${frames.join('')}`)
      return
    }
    const [, index, name = ''] = /^\/case\/(\d+)\/app\/([\w.]+)$/.exec(path) ?? []
    if (index === undefined) this.#note(`http://${request.headers.host}${path}`)
    const extension = name.split('.').at(-1) ?? ''
    if (name === 'wait.js') {
      response.setHeader('Content-Type', TYPES.js)
      setTimeout(() => response.end(), WAIT_MS)
      return
    }
    const text = this.#files.get(Number(index))?.[name]
    response.statusCode = text === undefined ? 404 : 200
    if (extension === 'html' || extension === 'svg' || extension === 'css')
      response.setHeader('Content-Type', TYPES[extension])
    response.end(text ?? '')
  }
}
