import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MiniAppVersion } from '../../../src/service/miniapps/records.js'
import { TABLES } from '../../../src/service/records/records.js'
import type { Change } from '../../../src/service/records/store.js'
import { type FullService, fillService } from '../../support/rigs/full-service.js'
import { appZip } from '../../support/rigs/service-control.js'
import { openPage, type PageForm, type ShownPage, walkPages } from '../../support/rigs/service-pages.js'
import { startTestService, type TestService } from '../../support/rigs/test-service.js'

let service: TestService
let full: FullService
let pages: readonly ShownPage[]
let zip: Uint8Array
beforeAll(async () => {
  service = await startTestService()
  full = await fillService(service)
  pages = await walkPages(service.baseUrl, full.entrances)
  zip = await appZip({ app_id: full.appId, version: '2.0.0' })
})
afterAll(() => service.stop())

/** Everything that a form could change. */
const world = (): string => {
  const { store, faults, miniApps } = service.world
  const records = TABLES.map((table) => Object.fromEntries(store.entries(table)))
  const { api, signIn, operations } = faults
  return JSON.stringify([records, api, signIn, operations, miniApps.faults], sorted)
}

/** Fields in one order. */
const sorted = (_key: string, value: unknown): unknown =>
  value === null || typeof value !== 'object' || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))

/** What brings back every record, zip and fault that there is now. */
const saved = async (): Promise<() => Promise<void>> => {
  const { store, faults, miniApps, versionFiles } = service.world
  const zips = new Map<MiniAppVersion, Uint8Array>()
  for (const version of store.all('miniAppVersion')) {
    const zip = await versionFiles.zip(version)
    if (zip !== null) zips.set(version, zip)
  }
  const before = TABLES.flatMap((table) =>
    [...store.entries(table)].map(([key, value]) => ({ table, key, value }) as Change),
  )
  const { api, signIn, operations } = faults
  const money = miniApps.faults
  return async () => {
    const gone = TABLES.flatMap((table) =>
      [...store.entries(table)].map(([key]) => ({ table, key, value: null }) as Change),
    )
    await miniApps.replace(() => store.commit([...gone, ...before]))
    for (const version of await versionFiles.withoutZip([...zips.keys()])) {
      const incoming = await versionFiles.receive([zips.get(version) ?? zip], Number.POSITIVE_INFINITY)
      if (incoming !== null) await versionFiles.keep(incoming, version)
    }
    await miniApps.setFaults(money)
    faults.clear()
    faults.change({ api, signIn, operations }, [])
  }
}

/** Sends a form as a browser does, but for what is changed. */
const send = (
  form: PageForm,
  change: { readonly ticket?: string | null; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> => {
  const { ticket, headers = { origin: service.baseUrl, 'sec-fetch-site': 'same-origin' } } = change
  const fields = form.fields.flatMap(([name, value]) => {
    if (name !== 'ticket' || ticket === undefined) return [[name, value] as const]
    return ticket === null ? [] : [[name, ticket] as const]
  })
  const body = form.isMultipart ? new FormData() : new URLSearchParams()
  for (const [name, value] of fields) body.append(name, value)
  if (body instanceof FormData)
    for (const name of form.files) body.append(name, new Blob([new Uint8Array(zip)]), 'app.zip')
  return fetch(`${service.baseUrl}${form.action}`, { method: 'POST', headers, body, redirect: 'manual' })
}

const ticketIn = ({ fields }: PageForm): string => fields.find(([name]) => name === 'ticket')?.[1] ?? ''

/** A ticket of the same page as another member sees it; where it is the same for all, of another page. */
const anotherTicket = async (form: PageForm): Promise<string> => {
  const [plain] = form.page.split('?')
  const others = pages.filter(
    ({ forms }) => forms.length > 0 && forms.every(({ name }) => name !== form.name),
  )
  const other = others.find(({ path }) => path.split('?')[0] === plain) ?? others[0]
  const { page } = await openPage(service.baseUrl, other?.path ?? '')
  return page?.forms[0] === undefined ? '' : ticketIn(page.forms[0])
}

describe('every form of every page', () => {
  it('is found by walking, and walking changes nothing', async () => {
    const before = world()
    const again = await walkPages(service.baseUrl, full.entrances)
    expect(again.map(({ path }) => path)).toEqual(pages.map(({ path }) => path))
    expect(world()).toBe(before)
    const names = new Set(pages.flatMap(({ forms }) => forms.map(({ name }) => name)))
    expect(names.size).toBeGreaterThan(50)
  })

  it('comes with a policy that runs no script of others, is framed by nobody and is kept nowhere', () => {
    for (const { path, headers } of pages) {
      const policy = headers.get('content-security-policy') ?? ''
      expect([path, policy]).toEqual([path, expect.stringMatching(/^default-src 'none'; /)])
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? null
      // An upload has a progress.
      expect([path, scripts]).toEqual([path, path.startsWith('/developer/apps/') ? "'self'" : null])
      expect([path, policy]).toEqual([path, expect.stringContaining("frame-ancestors 'none'")])
      // Browsers would apply it to where an app's callback redirects to.
      const formAction = path.startsWith('/oauth/authorize') ? null : "form-action 'self'"
      expect([path, /form-action 'self'/.exec(policy)?.[0] ?? null]).toEqual([path, formAction])
      expect([path, headers.get('x-frame-options'), headers.get('cache-control')]).toEqual([
        path,
        'DENY',
        'no-store',
      ])
      expect([path, headers.get('access-control-allow-origin')]).toEqual([path, null])
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    }
  })

  it('changes nothing without its ticket, from a foreign page, or with a ticket of another; with its own it does', {
    timeout: 120_000,
  }, async () => {
    const before = world()
    const restore = await saved()
    const seen = new Set<string>()
    /** What a form is for, and whether it changed something for somebody. */
    const worked = new Map<string, boolean>()
    for (const { path, forms } of pages)
      for (const { name } of forms) {
        if (seen.has(name)) continue
        seen.add(name)
        const { page } = await openPage(service.baseUrl, path)
        const form = page?.forms.find((one) => one.name === name)
        if (form === undefined) throw new Error(`${path} has no form ${name} any more.`)
        expect([name, ticketIn(form)]).toEqual([name, expect.stringMatching(/^[\w-]{43}$/)])
        const origin = service.baseUrl
        const refused = [
          await send(form, { ticket: null }),
          await send(form, { ticket: '' }),
          await send(form, { ticket: await anotherTicket(form) }),
          await send(form, { headers: {} }),
          await send(form, { headers: { origin: 'null' } }),
          await send(form, { headers: { origin: 'https://evil.example' } }),
          await send(form, { headers: { origin: origin.replace('localhost', 'localhost.evil.test') } }),
          await send(form, { headers: { origin, 'sec-fetch-site': 'cross-site' } }),
          await send(form, { headers: { origin, 'sec-fetch-site': 'same-site' } }),
        ]
        // The pages of OAuth say that they have expired.
        const statuses = refused.map(({ status }) => status)
        expect([name, statuses.filter((one) => one !== 403 && one !== 400)]).toEqual([name, []])
        expect([name, world() === before]).toEqual([name, true])
        const answer = await send(form)
        expect([name, answer.status]).not.toEqual([name, 403])
        const purpose = name.replaceAll(/ma_[a-z2-7]{10}|member_\w+|app=\S+|sale=\S+|version=\S+/g, '*')
        const changed = world() !== before
        worked.set(purpose, (worked.get(purpose) ?? false) || changed)
        if (changed) await restore()
        expect([name, world() === before]).toEqual([name, true])
        expect([name, (await send(form)).status]).toEqual([name, expect.toBeOneOf([400, 403])])
      }
    const idle = [...worked].filter(([, changed]) => !changed).map(([purpose]) => purpose)
    expect(idle).toEqual([
      // It only goes back to the app.
      '/oauth/authorize decision=deny',
      // What people do in a test run is not in the service's records.
      '/admin * * do=test',
      '/developer/apps/* * do=test',
    ])
  })
})
