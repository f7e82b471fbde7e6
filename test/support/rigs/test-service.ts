import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listen } from '../../../src/local-server/listen.js'
import { createService } from '../../../src/service/app.js'
import { serviceClock } from '../../../src/service/clock.js'
import { Faults } from '../../../src/service/faults/faults.js'
import { MiniApps } from '../../../src/service/miniapps/mini-apps.js'
import { openWorldFiles, type WorldFiles } from '../../../src/service/records/media-files.js'
import { ServiceStore } from '../../../src/service/records/store.js'
import { Runs } from '../../../src/service/runs/runs.js'
import { newName } from '../../../src/service/secrets.js'
import type { ServiceEvent, World } from '../../../src/service/world.js'
import { type FakeAppRunner, fakeAppRunner } from '../fakes/fake-app-runner.js'
import { type TestClock, testClock } from '../fakes/test-clock.js'

/** The local service in this process, on a free port, with a clock that tests move. */
export interface TestService {
  readonly baseUrl: string
  readonly clock: TestClock
  readonly world: World
  readonly events: ServiceEvent[]
  /** What opens apps, without a browser. */
  readonly runner: FakeAppRunner
  /** Sends a form as our own page does. */
  submit(path: string, fields: Readonly<Record<string, string | readonly string[]>>): Promise<Response>
  /** Opens a page and sends one of its forms, with the page's ticket. The action is the page unless it is named. */
  fill(
    page: string,
    fields: Readonly<Record<string, string | readonly string[]>>,
    action?: string,
  ): Promise<Response>
  /** Decides on a code as a person does: opens the page, ticks, presses. Resolves with the page that follows. */
  decide(userCode: string, decision: 'approve' | 'deny', scopes?: readonly string[]): Promise<string>
  stop(): Promise<void>
}

export const startTestService = async (
  store: ServiceStore = ServiceStore.inMemory(),
  ownFiles: WorldFiles | null = null,
): Promise<TestService> => {
  const clock = testClock()
  const events: ServiceEvent[] = []
  const folder = await mkdtemp(join(tmpdir(), 'miniapp-service-'))
  const ownClock = serviceClock(store, clock.now)
  const { now } = ownClock
  const files =
    ownFiles ?? (await openWorldFiles({ root: folder }, store, () => newName({ random: randomBytes })))
  const parts = {
    store,
    files,
    media: files.media,
    miniApps: new MiniApps({ store, now, random: (bytes) => randomBytes(bytes) }),
    versionFiles: files.versionFiles,
    random: (bytes: number) => randomBytes(bytes),
    log: (event: ServiceEvent) => {
      events.push(event)
    },
  }
  const runner = fakeAppRunner()
  const world: World = {
    ...parts,
    runs: new Runs({
      ...parts,
      clock: ownClock,
      now,
      createRunner: async () => runner,
      testsFolder: join(folder, 'tests'),
      onDefect: (error) => {
        throw error
      },
    }),
    clock: ownClock,
    now,
    tokenLifetimeSeconds: 3_600,
    simulatorUrl: null,
    controlToken: 'control-token',
    delay: async (milliseconds) => clock.advance(milliseconds),
    faults: new Faults(),
    lastUsedAt: new Map(),
  }
  const server = await listen(await createService(world), 0)
  const baseUrl = `http://localhost:${server.port}`
  const submit: TestService['submit'] = (path, fields) => {
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries(fields))
      for (const one of [value].flat()) body.append(name, one)
    return fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { origin: baseUrl },
      body,
      redirect: 'manual',
    })
  }
  return {
    baseUrl,
    clock,
    world,
    events,
    runner,
    submit,
    fill: async (page, fields, action = page.split('?')[0] ?? page) => {
      const shown = await (await fetch(`${baseUrl}${page}`)).text()
      return submit(action, { ...fields, ticket: ticketOf(shown) })
    },
    decide: async (userCode, decision, scopes) => {
      const page = await (await fetch(`${baseUrl}/device?user_code=${userCode}`)).text()
      const requestedScopes = [...page.matchAll(/name="scope" value="([^"]*)"/g)].map(
        (match) => match[1] ?? '',
      )
      const answer = await submit('/device', {
        ticket: ticketOf(page),
        decision,
        scope: scopes ?? requestedScopes,
      })
      return await answer.text()
    },
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The proof in a form that its page was ours. */
export const ticketOf = (page: string): string => /name="ticket" value="([^"]*)"/.exec(page)?.[1] ?? ''

/** Gets tokens by the device flow, as any client would. */
export const signIn = async (
  service: TestService,
  scopes: string,
  approved?: readonly string[],
): Promise<{ readonly access_token: string; readonly refresh_token: string; readonly scope: string }> => {
  const grant = await postForm(service, '/oauth/device_authorization', {
    client_id: 'miniapp-cli',
    scope: scopes,
  })
  const { device_code, user_code } = (await grant.json()) as { device_code: string; user_code: string }
  await service.decide(user_code, 'approve', approved)
  const tokens = await postForm(service, '/oauth/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code,
    client_id: 'miniapp-cli',
  })
  return (await tokens.json()) as Awaited<ReturnType<typeof signIn>>
}

/** Sends a form as a client does. */
export const postForm = (
  service: TestService,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> =>
  fetch(`${service.baseUrl}${path}`, { method: 'POST', body: new URLSearchParams(fields) })
