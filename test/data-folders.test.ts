import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readAppData, writeAppData } from '../src/host/control/app-data-codec.js'
import { SwitchBoard } from '../src/host/control/switch-board.js'
import { openWorldFiles } from '../src/service/records/media-files.js'
import { ServiceStore } from '../src/service/records/store.js'
import { DataFolder } from '../src/simulator/server/data/data-folder.js'
import { saveInService, saveInSimulator } from './saved-data.js'
import { APP, hostRig } from './support/rigs/host-rig.js'
import { control } from './support/rigs/service-control.js'
import { startTestService, type TestService } from './support/rigs/test-service.js'
import { temporaryFolder } from './support/vitest/temporary-folder.js'

/** Of each released version, the data folders that it wrote, and what it exported from them. They are never changed. */
const FIXTURES = fileURLToPath(new URL('../fixtures/data-folders/', import.meta.url))

/** The version that is about to be released, to add its folders. */
const ADDED = process.env['MINIAPP_ADD_DATA_FOLDERS']

const OWN = 'this version'

/** The version that is not released yet has some records only. */
const RELEASED = (await readdir(FIXTURES)).filter((version) => existsSync(join(FIXTURES, version, 'service')))

const SAVE = { simulator: saveInSimulator, service: saveInService } as const

/** A folder that a version saved, and what it exported from it. */
const savedBy = async (version: string, part: keyof typeof SAVE) => {
  const folder = join(await temporaryFolder(), part)
  const fixture = join(FIXTURES, version, part)
  if (version === OWN) return { folder, exported: JSON.parse(JSON.stringify(await SAVE[part](folder))) }
  await cp(fixture, folder, { recursive: true })
  return { folder, exported: JSON.parse(await readFile(`${fixture}.exported.json`, 'utf8')) }
}

if (ADDED !== undefined)
  it('adds the data folders of a version', async () => {
    const root = join(FIXTURES, ADDED)
    await mkdir(root, { recursive: true })
    for (const part of ['simulator', 'service'] as const) {
      const exported = await SAVE[part](join(root, part))
      await writeFile(join(root, `${part}.exported.json`), `${JSON.stringify(exported, null, 2)}\n`)
    }
  })

/** Without the documents of real runs, which later versions may save in another form. */
const withoutRuns = (data: { readonly records: Readonly<Record<string, unknown>> }) => {
  const { runDocument: _, runEntry: __, ...records } = data.records
  return { ...data, records }
}

const dataOf = async (service: TestService) => withoutRuns((await control(service, 'GET', 'data')).body)

const serviceWith = async (exported: unknown): Promise<TestService> => {
  const service = await startTestService()
  onTestFinished(() => service.stop())
  expect((await control(service, 'PUT', 'data', exported)).status).toBe(200)
  return service
}

/** What a member's app reads in a real run. */
const seenInRun = async (service: TestService, member: string) => {
  const opened = await control(service, 'POST', `apps/${APP.id}/runs`, { member, device: 'web' })
  expect(opened).toMatchObject({ status: 201 })
  const run = service.runner.runs.at(-1)
  const read = async (method: string, params: object) => {
    const answer = await run?.call(method, params)
    return answer !== undefined && 'result' in answer ? answer.result : answer
  }
  return {
    level: await read('storage.get', { key: 'level' }),
    scores: await read('db.list', { key: 'score', order: 'rank_asc' }),
    removed: await read('db.get', { key: 'gone' }),
  }
}

const score = (member: string) => ({
  player: expect.anything(),
  key: 'score',
  value: `${member}!`,
  rank: 7,
  replaceable: true,
  updated_at: expect.any(String),
})

const MEMBERS = ['member_ada', 'member_you']

const SEEN = { level: '7', scores: { next: null, records: MEMBERS.map(score) }, removed: { record: null } }

describe.each([...RELEASED, OWN])('what %s saved', (version) => {
  it('is all there in the simulator, and again after that', async () => {
    const { folder: path, exported } = await savedBy(version, 'simulator')
    const now = Date.parse(exported.savedAt)
    // In the form of today.
    const read = readAppData(exported, { app: APP.id, ownerId: '', now })
    if ('problems' in read) throw new Error(read.problems.join('\n'))
    const expected = writeAppData(APP.id, now, read.contents)
    expect(expected).toMatchObject(exported)
    for (let time = 0; time < 2; time++) {
      const notices: string[] = []
      const folder = await DataFolder.open(path, (notice) => notices.push(notice))
      const switches = await SwitchBoard.open(folder.store())
      const { host } = await hostRig(folder.store(APP.id))
      expect(writeAppData(APP.id, now, await host.contents())).toEqual(expected)
      expect(switches.of(1).locale).toBe('fr')
      host.close()
      await folder.close()
      expect(notices).toEqual([])
    }
  })

  it('is all there in the service, and again after that', async () => {
    const { folder, exported } = await savedBy(version, 'service')
    // In the form of today.
    const expected = await dataOf(await serviceWith(exported))
    for (let time = 0; time < 2; time++) {
      const warnings: string[] = []
      const store = await ServiceStore.open(folder, {
        fresh: false,
        now: 0,
        warn: (line) => warnings.push(line),
      })
      const service = await startTestService(
        store,
        await openWorldFiles({ root: folder }, store, () => 'next'),
      )
      expect(await dataOf(service)).toEqual(expected)
      for (const member of MEMBERS) expect(await seenInRun(service, member)).toEqual(SEEN)
      expect(store.count('runEntry')).toBe(0)
      await service.stop()
      await store.close()
      expect(warnings).toEqual([])
    }
  })

  it('can be imported into the service', async () => {
    const { exported } = await savedBy(version, 'service')
    const service = await serviceWith(exported)
    expect(await dataOf(service)).toMatchObject(withoutRuns(exported))
    for (const member of MEMBERS) expect(await seenInRun(service, member)).toEqual(SEEN)
  })
})
