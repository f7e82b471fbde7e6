import { openZip } from '../../../src/bundle/zip-reader.js'
import type { AppRunner, TestRun } from '../../../src/host/real-runs/app-runner.js'
import type { RunnableApp, Visitor } from '../../../src/host/real-runs/runnable-app.js'
import type { Session } from '../../../src/host/session/session.js'
import type { SessionSink } from '../../../src/host/session/session-world.js'
import type { SheetKind, SheetKinds } from '../../../src/host/session/sheets.js'
import type { HostMessage } from '../../../src/platform/envelope.js'
import { readManifestFacts } from '../../../src/simulator/server/app/manifest-facts.js'

/** An app that a person has open, without a page: calls go to its host. */
export interface OpenedRun {
  readonly app: RunnableApp
  readonly visitor: Visitor
  /** Everything that the app was sent. */
  readonly messages: HostMessage[]
  /** Makes a call after a tap. Resolves with its answer. */
  call(method: string, params?: object): Promise<Extract<HostMessage, { id: string }>>
  /** What the person chooses on the sheets that open from now on; null leaves a sheet open. */
  choose: ((kind: SheetKind, offer: unknown) => unknown) | null
}

export interface FakeAppRunner extends AppRunner {
  /** Every run that was opened, the latest last. */
  readonly runs: OpenedRun[]
  readonly tests: TestRun[]
  /** Its other orders, oldest first. */
  readonly orders: string[]
}

/** Opens apps without pages: the host and all of its rules are the real ones. */
export const fakeAppRunner = (): FakeAppRunner => {
  const runs: OpenedRun[] = []
  const tests: TestRun[] = []
  const orders: string[] = []
  return {
    runs,
    tests,
    orders,
    pictures: {
      redrawForShare: async (base64) => ({ type: 'image/png', width: 64, height: 64, base64 }),
    },
    aiMaker: {
      scripted: async () => null,
      make: async () => ({ kind: 'answer', text: 'An answer.', json: null, searched: false }),
      blocked: () => {},
    },
    openRun: async (app, visitor) => {
      const run = await openRun(app, visitor)
      runs.push(run)
      return `http://localhost:1/runs/${runs.length}`
    },
    update: async () => {},
    removeFiles: async (appId) => {
      orders.push(`remove files of ${appId}`)
    },
    endRuns: async () => {
      orders.push('end runs')
    },
    openTest: async (run) => {
      tests.push(run)
      const url = `http://localhost:2/${tests.length}/`
      return { url, control: `${url}control/`, token: 'test-token' }
    },
    endTests: async () => {
      orders.push('end tests')
    },
    stop: async () => {},
  }
}

const SHEETS: readonly SheetKind[] = ['payment', 'nickname', 'share', 'pick-image', 'pick-video', 'ai']

const openRun = async (app: RunnableApp, visitor: Visitor): Promise<OpenedRun> => {
  const messages: HostMessage[] = []
  const waiting = new Map<string, (message: Extract<HostMessage, { id: string }>) => void>()
  const live = app.live()
  if (live === null) throw new Error('No version is live.')
  const run: { choose: OpenedRun['choose'] } = { choose: null }
  const sink: SessionSink = {
    send: (message) => {
      messages.push(message)
      if ('id' in message) waiting.get(message.id)?.(message)
    },
    ready: () => {},
    pageVisibility: () => {},
    close: () => {},
    aiStrip: () => {},
    notice: () => {},
    sheets: {
      kinds: SHEETS,
      open: (kind, offer, judge) => ({
        choice: new Promise((resolve) => {
          if (run.choose === null) return
          const choice = run.choose(kind, offer) as SheetKinds[typeof kind]['choice']
          void Promise.resolve(judge(choice)).then((fault) => {
            if (fault === null) resolve(choice)
            else messages.push({ service: 1, id: 'fault', error: { code: 'INVALID', message: fault } })
          })
        }),
        close: () => {},
      }),
    },
  }
  const seat = await app.host.seat(visitor.seat)
  const bundle = await openZip(live.zip)
  const facts = readManifestFacts(await bundle.read('manifest.json'))
  await bundle.close()
  if (facts === null) throw new Error('The version has no manifest.')
  const session: Session = app.host.openSession(live.hosted(facts.app), seat, sink)
  let last = 0
  return Object.assign(run, {
    app,
    visitor,
    messages,
    call: (method: string, params: object = {}) =>
      new Promise<Extract<HostMessage, { id: string }>>((resolve) => {
        last += 1
        const id = `${last}`
        waiting.set(id, resolve)
        void session.receive({ json: JSON.stringify({ service: 1, id, method, params }), gesture: true })
      }),
  })
}
