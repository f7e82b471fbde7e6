import { createHash } from 'node:crypto'
import type { CheckResult, Problem } from '../../../src/check/problem.js'
import { type Manifest, manifestSchema } from '../../../src/platform/manifest.js'
import { type CommandContext, versionsOf } from '../../../src/service/miniapps/context.js'
import { addFirstMembers } from '../../../src/service/miniapps/members.js'
import { MiniApps } from '../../../src/service/miniapps/mini-apps.js'
import type { MiniApp } from '../../../src/service/miniapps/records.js'
import { registerApp } from '../../../src/service/miniapps/registration.js'
import { acceptUpload, type UploadOutcome } from '../../../src/service/miniapps/upload.js'
import { ServiceStore } from '../../../src/service/records/store.js'
import { sampleManifest } from '../fakes/sample-bundle.js'
import { type TestClock, testClock } from '../fakes/test-clock.js'

/** Mini apps in memory, with a clock that tests move and randomness that is the same each time. */
export interface MiniAppsRig {
  readonly miniApps: MiniApps
  readonly store: ServiceStore
  readonly clock: TestClock
  register(name?: string, owner?: string): Promise<MiniApp>
  /** Uploads a version whose bundle `check` has nothing to say about but these problems. */
  upload(
    appId: string,
    manifest?: Readonly<Record<string, unknown>>,
    problems?: readonly Problem[],
  ): Promise<UploadOutcome>
  /** The states of an app's versions, by version. */
  states(appId: string): Readonly<Record<string, string>>
  /** What developers were notified of, oldest first. */
  notices(): readonly string[]
  /** Runs a command; the words of its refusal, or null. */
  attempt(command: (context: CommandContext) => unknown): Promise<string | null>
}

export const miniAppsRig = async (): Promise<MiniAppsRig> => {
  const clock = testClock()
  const store = ServiceStore.inMemory()
  const random = countedRandom()
  const miniApps = new MiniApps({ store, now: clock.now, random })
  await miniApps.run(({ draft, now }) => addFirstMembers(draft, 'member_you', now))
  return {
    miniApps,
    store,
    clock,
    register: (name = 'Hello', owner = 'member_you') =>
      miniApps.run((context) => registerApp(context, { owner, name, category: 'games' }, random)),
    upload: (appId, changes = {}, problems = []) => {
      const manifest = manifestSchema.parse(JSON.parse(sampleManifest({ app_id: appId, ...changes })))
      return miniApps.run((context) => acceptUpload(context, appId, checked(manifest, problems)))
    },
    states: (appId) =>
      Object.fromEntries(
        versionsOf({ draft: miniApps.records }, appId).map(({ version, state }) => [version, state]),
      ),
    notices: () => [...miniApps.records.all('notice')].map(({ to, text }) => `${to}: ${text}`),
    attempt: async (command) => {
      try {
        await miniApps.run(command)
        return null
      } catch (error) {
        if (error instanceof Error && error.name === 'RefusedError') return error.message
        throw error
      }
    },
  }
}

const checked = (manifest: Manifest, problems: readonly Problem[]) => {
  const isFlagged = problems.some(({ level }) => level === 'flag')
  const result: CheckResult = {
    schema: 1,
    path: 'app.zip',
    kind: 'zip',
    ok: !problems.some(({ level }) => level === 'error'),
    review: isFlagged ? 'admin' : 'automatic',
    runs: true,
    app: { id: manifest.app_id, name: manifest.name, version: manifest.version },
    problems,
    totals: { files: 3, bytes: 1_000, zipBytes: 500 },
  }
  return { result, manifest, zipBytes: 500, zipSha256: '', pictureBytes: {}, pictureSha256: {} }
}

/** A finding of `check`. */
export const aProblem = (change: Partial<Problem>): Problem => ({
  rule: 'script/webrtc',
  level: 'flag',
  impact: null,
  file: 'app.js',
  line: 1,
  column: 1,
  pointer: null,
  message: 'Uses WebRTC: the script has the text RTCPeerConnection, so this version waits for an admin.',
  fix: 'Remove the code.',
  spec: '2.8',
  ...change,
})

/** Bytes that look random and are the same in every run. */
const countedRandom = (): ((bytes: number) => Uint8Array) => {
  let count = 0
  return (bytes) => createHash('sha512').update(String(count++)).digest().subarray(0, bytes)
}
