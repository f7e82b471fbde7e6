import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { extname, join } from 'node:path'
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core'
import { contentSecurityPolicy, PERMISSIONS_POLICY, SANDBOX } from '../../../src/platform/csp.js'
import { PROTOCOL_VERSION } from '../../../src/platform/envelope.js'
import type { EventData, EventName } from '../../../src/platform/events.js'
import { extensionOf, FILE_TYPES } from '../../../src/platform/file-types.js'

/**
 * A host of a few lines for tests of what runs inside one: the sandbox and headers of 2.10, the messages of
 * section 4, storage in memory, and failures on demand. It has none of the real host's limits.
 */
export interface FakeHost {
  readonly page: Page
  /** The app's frame. */
  readonly frame: Frame
  /** What the browser complained of: errors, violations, files that were not there. */
  readonly complaints: string[]
  /** The methods that the app has called, in order. */
  calls(): Promise<readonly string[]>
  /** What the app has stored. */
  stored(): Promise<Readonly<Record<string, string>>>
  send<Name extends EventName>(event: Name, data: EventData[Name]): Promise<void>
  /** From now on: answers as usual, rejections with this code, or no answers at all. */
  behave(storage: 'well' | 'silent' | { readonly code: string }): Promise<void>
  close(): Promise<void>
}

export interface FakeHostOptions {
  readonly theme?: 'light' | 'dark'
  readonly stored?: Readonly<Record<string, string>>
  readonly storage?: 'well' | 'silent' | { readonly code: string }
  readonly context?: BrowserContextOptions
  /** The app as a page of its own, without a host around it. */
  readonly alone?: boolean
}

/** Opens the app of a folder in a new browser context. */
export const openInFakeHost = async (
  browser: Browser,
  folder: string,
  options: FakeHostOptions = {},
): Promise<FakeHost> => {
  const server = await serve(folder, hostPage(options))
  const context = await browser.newContext(options.context)
  const page = await context.newPage()
  // Time in the page flows as ever until a test stops it.
  await page.clock.install()
  const complaints: string[] = []
  page.on('console', (message) => {
    // That a browser does not know a feature which the host denies is not about the app.
    if (message.text().startsWith('Error with Permissions-Policy header')) return
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  const { port } = server.address() as { readonly port: number }
  const origin = `http://127.0.0.1:${port}`
  await page.goto(options.alone === true ? `${origin}/app/index.html` : `${origin}/`)
  const frame = options.alone === true ? page.mainFrame() : await appFrame(page)
  await frame.waitForLoadState()
  return {
    page,
    frame,
    complaints,
    calls: () => page.evaluate('calls'),
    stored: () => page.evaluate('stored'),
    send: (event, data) =>
      page.evaluate((message) => window.postMessage({ toApp: message }), { event, data }),
    behave: (storage) => page.evaluate((value) => window.postMessage({ behave: value }), storage),
    close: async () => {
      await context.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const appFrame = async (page: Page): Promise<Frame> => {
  const frame = await (await page.waitForSelector('iframe')).contentFrame()
  if (frame === null) throw new Error('The app has no frame.')
  return frame
}

const serve = async (folder: string, host: string): Promise<Server> => {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/') return response.setHeader('content-type', 'text/html').end(host)
    if (pathname === '/favicon.ico') return response.writeHead(204).end()
    const file = join(folder, pathname.slice('/app/'.length))
    const extension = extensionOf(pathname)
    try {
      const bytes = await readFile(file)
      return response
        .setHeader('content-type', extension === null ? extname(file) : FILE_TYPES[extension].contentType)
        .setHeader('access-control-allow-origin', '*')
        .setHeader('content-security-policy', contentSecurityPolicy(`http://${request.headers.host}/app/`))
        .setHeader('permissions-policy', PERMISSIONS_POLICY)
        .end(bytes)
    } catch {
      return response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const hostPage = ({
  theme = 'light',
  stored = {},
  storage = 'well',
}: FakeHostOptions): string => `<!doctype html>
<style>html, body { height: 100%; margin: 0 } iframe { display: block; width: 100%; height: 100%; border: 0 }</style>
<script>
  const calls = []
  const stored = ${JSON.stringify(stored)}
  let storage = ${JSON.stringify(storage)}
  const context = { app_user_id: 'player', platform: 'web', locale: 'en', theme: '${theme}', version: '1.0.0',
    test_mode: true, access: { type: 'free', active: true }, features: [] }
  const answer = {
    ready: () => ({}),
    getContext: () => context,
    'storage.get': ({ key }) => stored[key] ?? null,
    'storage.set': ({ key, value }) => { stored[key] = value; return { saved: true } },
    'storage.remove': ({ key }) => { delete stored[key]; return { removed: true } },
    'storage.keys': () => ({ keys: Object.keys(stored) }),
  }
  addEventListener('message', ({ source, data }) => {
    const app = document.querySelector('iframe').contentWindow
    const post = (message) => app.postMessage({ service: ${PROTOCOL_VERSION}, ...message }, '*')
    if (source === window) {
      if (data.toApp) post(data.toApp)
      if (data.behave) storage = data.behave
      return
    }
    if (source !== app || data.service !== ${PROTOCOL_VERSION}) return
    calls.push(data.method)
    const fails = data.method.startsWith('storage.') && storage !== 'well'
    if (fails && storage === 'silent') return
    if (fails) post({ id: data.id, error: { code: storage.code, message: 'It failed, as the test wants.' } })
    else if (answer[data.method]) post({ id: data.id, result: answer[data.method](data.params) })
    else post({ id: data.id, error: { code: 'UNKNOWN_METHOD', message: data.method } })
  })
</script>
<iframe title="Mini app" sandbox="${SANDBOX}" src="/app/index.html"></iframe>`
