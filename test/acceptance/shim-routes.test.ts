import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeShim } from '../../src/shim/shim-file.js'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { openShell } from '../support/browser/shell-page.js'
import { type DevSimulator, startDev } from '../support/rigs/dev-simulator.js'
import { someOf } from '../support/vitest/runs.js'

/** A router as those of frameworks are: it reads the path, and follows links and steps back. */
const ROUTER = `
const show = async () => {
  const { pathname } = location
  const page = pathname === '/' ? './home.js' : pathname === '/about' ? '/pages/about.js' : null
  const text = page === null ? '404 ' + pathname : (await import(page)).text
  const data = await (await fetch('data.json')).json()
  const picture = new Image()
  picture.src = '/pages/dot.svg'
  await picture.decode()
  document.querySelector('main').textContent = [text, data.word, picture.naturalWidth].join(' ')
}
addEventListener('popstate', show)
document.querySelector('nav').addEventListener('click', (event) => {
  event.preventDefault()
  history.pushState({}, '', event.target.getAttribute('href'))
  show()
})
show()
`

const page = (scripts: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<script src="service-miniapp.js"></script><script src="browser-shim.js"></script></head>
<body><main></main><nav><a href="/">Home</a> <a href="/about">About</a></nav><a href="/">Again</a><img src="pages/dot.svg" alt="">${scripts}</body></html>`

interface TrustedTypePolicies {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string },
  ): { createHTML(text: string): string }
}

let browser: Browser
let dev: DevSimulator

beforeAll(async () => {
  browser = await sharedBrowser()
  dev = await startDev({
    'browser-shim.js': await composeShim({ parts: ['routes', 'stable-address'], renamed: {} }),
    'router.js': ROUTER,
    'home.js': "export const text = 'Home'",
    'pages/about.js': "export { text } from '../about-text.js'",
    'about-text.js': "export const text = 'About'",
    'data.json': '{"word":"loaded"}',
    'pages/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"/>',
  })
})
afterAll(async () => {
  await closeWindows(browser)
  await dev.stop()
})

/** Opens the app with this page. */
const openApp = async (html: string) => {
  await dev.save('index.html', html)
  const shell = await openShell(browser, dev.url)
  const frame = await shell.app()
  return { frame, main: frame.locator('main') }
}

describe('2.10: a router of paths', () => {
  const SCRIPTS = [
    ['a module', '<script type="module" src="router.js"></script>'],
    ['a script that waits for the page', '<script defer src="router.js"></script>'],
    ['a script in the page', `<script>${ROUTER}</script>`],
    ['a script in the page that loads it', "<script>import('./router.js')</script>"],
  ] as const
  it.each(someOf(SCRIPTS, 2))(
    'sees the path of its first page, and finds the files of the app: %s',
    async (_, scripts) => {
      const { frame, main } = await openApp(page(scripts))
      await expect.poll(() => main.textContent()).toBe('Home loaded 7')
      await frame.getByText('About').click()
      await expect.poll(() => main.textContent()).toBe('About loaded 7')
      await frame.evaluate(() => history.back())
      await expect.poll(() => main.textContent()).toBe('Home loaded 7')
      expect(
        await frame.evaluate(() => [
          location.pathname,
          // SvelteKit loads the page again where these differ.
          document.URL === location.href,
          document.querySelector('img')?.naturalWidth,
          new URL('pages/dot.svg', document.baseURI).pathname,
          ((box) => {
            box.innerHTML = '<img alt="" src="/pages/dot.svg">'
            return new URL(box.querySelector('img')?.src ?? '').pathname
          })(document.createElement('div')),
        ]),
      ).toEqual(['/', true, 7, '/pages/dot.svg', expect.stringMatching(/^\/.+\/pages\/dot\.svg$/)])
    },
  )

  it('is in the folder of its site, where the app was', async () => {
    const router = ROUTER.replaceAll("'/", "'/my-game/")
    await dev.save('site-router.js', router)
    const { frame, main } = await openApp(
      page('<script type="module" src="site-router.js"></script>')
        .replace('"browser-shim.js"', '"browser-shim.js" data-site="/my-game"')
        .replaceAll('href="/', 'href="/my-game/'),
    )
    await expect.poll(() => main.textContent()).toBe('Home loaded 7')
    await frame.getByText('About').click()
    await expect.poll(() => main.textContent()).toBe('About loaded 7')
    expect(await frame.evaluate(() => location.pathname)).toBe('/my-game/about')
  })

  it.each([
    ['a reload by a script', 'location.reload(window.dispatchEvent(new Event("browser-shim-reload")))'],
    ['a link that nothing handles', 'document.querySelector("nav + a").click()'],
  ])('stays in the app after %s', async (_, leave) => {
    const { frame, main } = await openApp(page('<script type="module" src="router.js"></script>'))
    await frame.getByText('About').click()
    await expect.poll(() => main.textContent()).toBe('About loaded 7')
    await frame.evaluate(leave)
    await expect.poll(() => main.textContent()).toBe('Home loaded 7')
  })

  it('finds the files of HTML that a script writes, parses or inserts', async () => {
    const picture = '<img alt="" src="/pages/dot.svg">'
    const { frame } = await openApp(page(`<script>document.write('${picture}')</script>`))
    expect(
      await frame.evaluate((html) => {
        const parsed = new DOMParser().parseFromString(html, 'text/html')
        const made = document.createRange().createContextualFragment(html)
        const box = document.createElement('div')
        box.append(document.createElement('p'))
        if (box.firstElementChild !== null) box.firstElementChild.outerHTML = html
        const shadow = box.attachShadow({ mode: 'open' })
        shadow.innerHTML = html
        // As lit, Vue and Angular insert it, where browsers have that.
        const { trustedTypes } = window as { trustedTypes?: TrustedTypePolicies }
        const template = document.createElement('template')
        template.innerHTML =
          trustedTypes?.createPolicy('lit-html', { createHTML: (text) => text }).createHTML(html) ?? html
        const unsafe = document.createElement('div')
        unsafe.setHTMLUnsafe(html)
        return [document, parsed, made, box, shadow, template.content, unsafe].map(
          (place) =>
            [...place.querySelectorAll('img')]
              .at(-1)
              ?.getAttribute('src')
              ?.replace(/^.+(?=\/pages)/, '…') ?? null,
        )
      }, picture),
    ).toEqual(Array(7).fill('…/pages/dot.svg'))
  })
})
