import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService } from '../../src/testing/service.js'
import { axeFindings } from '../support/browser/axe.js'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { fillService } from '../support/rigs/full-service.js'
import { appZip } from '../support/rigs/service-control.js'
import { type ShownPage, walkPages } from '../support/rigs/service-pages.js'
import { postForm, startTestService, type TestService } from '../support/rigs/test-service.js'
import { someOf } from '../support/vitest/runs.js'

let browser: Browser
let service: TestService
beforeAll(async () => {
  browser = await sharedBrowser()
  service = await startTestService()
})
afterAll(async () => {
  await closeWindows(browser)
  await service.stop()
})

const open = async (
  path: string,
  options: { readonly width?: number; readonly dark?: boolean } = {},
): Promise<Page> => {
  const page = await browser.newPage({
    viewport: { width: options.width ?? 900, height: 700 },
    colorScheme: options.dark === true ? 'dark' : 'light',
    // The pages allow no scripts; the script that checks them must still run.
    bypassCSP: true,
  })
  await page.goto(`${service.baseUrl}${path}`)
  return page
}

const newCode = async () => {
  const grant = await postForm(service, '/oauth/device_authorization', {
    client_id: 'miniapp-cli',
    scope: 'write:post read:feed',
  })
  return (await grant.json()) as { user_code: string; device_code: string }
}
const tokenOf = async (device_code: string) => {
  service.clock.advance(10_000)
  const answer = await postForm(service, '/oauth/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code,
    client_id: 'miniapp-cli',
  })
  return (await answer.json()) as { scope?: string; error?: string }
}

describe("the service's pages in a browser", () => {
  it('a person types the code, narrows the permissions and approves', async () => {
    const { user_code, device_code } = await newCode()
    const context = await browser.newContext()
    const page = await context.newPage()
    const problems: string[] = []
    page.on('console', (message) => problems.push(message.text()))
    await page.goto(`${service.baseUrl}/device`)
    await page.getByLabel('Code').fill(user_code.toLowerCase())
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText(user_code).waitFor()
    await page.getByLabel("Read the user's feed").uncheck()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('heading', { name: 'Connected' }).waitFor()
    expect(await tokenOf(device_code)).toMatchObject({ scope: 'write:post' })
    expect(problems).toEqual([])
    await context.close()
  })

  it('a person denies', async () => {
    const { user_code, device_code } = await newCode()
    const page = await open(`/device?user_code=${user_code}`)
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.getByRole('heading', { name: 'Denied' }).waitFor()
    expect(await tokenOf(device_code)).toEqual({ error: 'access_denied' })
    await page.close()
  })

  it('a developer registers an app, uploads a zip, an admin approves it, and it is deleted', async () => {
    const page = await open('/developer')
    await page.getByLabel('Name').fill('By hand')
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByRole('heading', { name: 'By hand' }).waitFor()
    const id = (await page.locator('code').first().textContent()) ?? ''
    const choose = async (app_id: string) => {
      const buffer = Buffer.from(await appZip({ app_id }))
      const zip = { name: 'app.zip', mimeType: 'application/zip', buffer }
      await page.getByLabel('Zip of the app').setInputFiles(zip)
      await page.getByRole('button', { name: 'Upload' }).click()
    }
    const shown: string[] = []
    await page.exposeFunction('onStatus', (text: string) => shown.push(text))
    await page.evaluate(`
      const status = document.querySelector('form [role="status"]')
      new MutationObserver(() => onStatus(status.textContent)).observe(status, { childList: true })`)
    await choose('ma_zzzzzzzzzz')
    await page.getByText('Problems to fix: 1.').waitFor()
    expect(shown[0]).toBe('Uploading: 0%')
    expect(shown.at(-1)).toBe('Checking …')
    await choose(id)
    await page.getByText('Goes live').waitFor()
    await page.goto(`${service.baseUrl}/admin`)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('No version is waiting.').waitFor()
    await page.goto(`${service.baseUrl}/developer/apps/${id}`)
    await page.getByLabel(/Type the name/).fill('By hand')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'By hand deleted' }).waitFor()
    await page.close()
  })

  it('a member opens an app, which runs as a real run in its sandbox', async () => {
    const own = await startService()
    const { client } = own
    const id = await client.register({ name: 'Played', owner: 'member_studio', id: 'ma_abcdefghij' })
    // A page that reaches nothing but its host says so.
    const html = `<!doctype html><meta charset="utf-8"><title>Played</title><p></p><script>
const say = (words) => { document.querySelector('p').textContent += words + ' ' }
addEventListener('message', ({ data }) => data.id === '1' && say('test_mode ' + data.result.test_mode))
parent.postMessage({ service: 1, id: '1', method: 'getContext' }, '*')
fetch('${own.baseUrl}/control/state').then(() => say('reached'), () => say('sealed'))
</script>`
    const { version } = await client.upload(id, await appZip({ app_id: id }, { 'index.html': html }))
    await client.approve(id, version)
    const page = await browser.newPage({ viewport: { width: 390, height: 700 } })
    await page.goto(`${own.baseUrl}/apps/played?as=member_ada`)
    await page.getByRole('button', { name: 'Open' }).click()
    const app = page.frameLocator('iframe')
    await app.getByText('test_mode false').waitFor()
    await app.getByText('sealed').waitFor()
    expect(await page.getByRole('tab').count()).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    // Nobody else has the run's address, and its page cannot be framed.
    const { origin } = new URL(page.url())
    expect((await fetch(`${origin}/runs/guessed`)).status).toBe(404)
    expect((await fetch(`${origin}/control/state`)).status).toBe(404)
    expect((await fetch(page.url())).headers.get('x-frame-options')).toBe('DENY')
    await client.block(id)
    await page.reload()
    await page.getByText('This app is not available at the moment.').waitFor()
    await page.close()
    await own.stop()
  })

  it('a foreign page can neither frame the consent page nor send its form', async () => {
    const { user_code, device_code } = await newCode()
    const page = await browser.newPage()
    await page.route('https://evil.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<iframe src="${service.baseUrl}/device?user_code=${user_code}"></iframe>
<form method="post" action="${service.baseUrl}/device"><input name="decision" value="approve"><input name="scope" value="write:post"><button>x</button></form>`,
      }),
    )
    await page.goto('https://evil.example/')
    expect(page.frames().at(-1)?.url()).not.toContain('/device')
    await page.getByRole('button').click()
    await page.getByRole('heading', { name: 'Refused' }).waitFor()
    expect(await tokenOf(device_code)).toEqual({ error: 'authorization_pending' })
    await page.close()
  })
})

describe('every page of a service that is full of everything', () => {
  let full: TestService
  let paths: readonly string[]
  beforeAll(async () => {
    full = await startTestService()
    const { entrances } = await fillService(full)
    const walked = await walkPages(full.baseUrl, entrances)
    // Of pages that have the same forms, such as those of two adults, the last.
    const shape = ({ path, forms }: ShownPage) =>
      [path.split('?')[0], ...forms.map(({ name }) => name)].join('\n').replaceAll(/\b(ma|member)_\w+/g, '*')
    paths = [...new Map(walked.map((page) => [shape(page), page.path])).values()]
    expect(paths.length).toBeGreaterThan(15)
  })
  afterAll(() => full.stop())

  it('is fit for assistive technology and its width: wide and narrow, light and dark', async () => {
    const page = await browser.newPage({ bypassCSP: true })
    for (const path of someOf(paths, 10)) {
      await page.goto(`${full.baseUrl}${path}`)
      await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
      for (const [colorScheme, width] of LOOKS) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 700 })
        const look = [path, colorScheme, width]
        expect([...look, await axeFindings(page)]).toEqual([...look, []])
        expect([...look, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([
          ...look,
          width,
        ])
      }
    }
    await page.close()
  })
})

const LOOKS = [
  ['light', 900],
  ['dark', 320],
] as const
