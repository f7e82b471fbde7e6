import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from '../support/axe.js'
import { closeWindows, sharedBrowser } from '../support/browser.js'
import { postForm, startTestService, type TestService } from '../support/test-service.js'

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
    // The pages allow no script; what judges them must get in all the same.
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

  it.each([
    ['light', 900],
    ['dark', 900],
    ['light', 320],
  ])('are fit for assistive technology and their width: %s, %d pixels', async (scheme, width) => {
    const { user_code } = await newCode()
    await service.submit('/members/message', { member: 'member_ada', text: 'Hello' })
    const { access_token } = await approved()
    await fetch(`${service.baseUrl}/v1/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        content: `${'w'.repeat(200)}\nhttps://a.example/${'x'.repeat(100)}\nhttps://youtu.be/1`,
        content_rating: 'suggestive',
        rating_reasoning: 'x',
      }),
    })
    for (const path of ['/', '/apps', '/members', '/faults', '/device', `/device?user_code=${user_code}`]) {
      const page = await open(path, { width, dark: scheme === 'dark' })
      await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
      expect([path, await axeFindings(page)]).toEqual([path, []])
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, width])
      await page.close()
    }
  })
})

const approved = async () => {
  const { user_code, device_code } = await newCode()
  await service.decide(user_code, 'approve')
  return (await tokenOf(device_code)) as { access_token: string }
}
