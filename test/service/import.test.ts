import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Response } from 'express'
import { beforeEach, describe, expect, it } from 'vitest'
import { sha256Of } from '../../src/durable/whole-file.js'
import { writeData } from '../../src/service/control/data-document.js'
import type { VersionFiles } from '../../src/service/miniapps/version-files.js'
import { openWorldFiles, type WorldFiles } from '../../src/service/records/media-files.js'
import { ServiceStore } from '../../src/service/records/store.js'
import { startService } from '../../src/service/start.js'
import { appZip, control } from '../support/rigs/service-control.js'
import { startTestService, type TestService } from '../support/rigs/test-service.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const APP = 'ma_abcdefghij'

type Data = Awaited<ReturnType<typeof control>>['body']

/** A service of its own with the same app in it, whose files are told apart by a word. */
const dataWith = async (word: string): Promise<Data> => {
  const service = await startTestService()
  const ask = (method: string, path: string, body?: unknown) => control(service, method, path, body)
  await ask('POST', 'apps', { owner: 'member_you', name: word, category: 'games', id: APP })
  const files = { 'index.html': `<!doctype html><title>${word}</title>` }
  expect(await ask('POST', `apps/${APP}/versions`, await appZip({ app_id: APP }, files))).toMatchObject({
    status: 201,
  })
  const media = {
    id: 'media_x',
    clientId: 'c',
    memberId: null,
    filename: word,
    type: 'image/png',
    bytes: word.length,
    sha256: sha256Of(Buffer.from(word)),
    uploadedAt: 1,
  }
  const { body } = await ask('GET', 'data')
  await service.stop()
  return {
    ...body,
    records: { ...body.records, media: { media_x: media } },
    media: { media_x: Buffer.from(word).toString('base64') },
  }
}

/** A disk that fails at one of its steps. */
class Disk {
  /** Which step fails, counted from 0. */
  readonly #failing: number
  /** `before` and `after`: the process is killed there. `full`: there is no room for the step. */
  readonly #way: 'before' | 'after' | 'full'
  readonly #kill: () => void
  /** Resolves when the process is killed. */
  readonly killed: Promise<void>
  steps = 0

  constructor(failing: number, way: 'before' | 'after' | 'full') {
    this.#failing = failing
    this.#way = way
    const { promise, resolve } = resolvable()
    this.killed = promise
    this.#kill = resolve
  }

  async step<Result>(work: () => Promise<Result>): Promise<Result> {
    const number = this.steps++
    if (number !== this.#failing) return work()
    if (this.#way === 'full') throw Object.assign(new Error('No space'), { code: 'ENOSPC' })
    if (this.#way === 'after') await work()
    this.#kill()
    // Nothing goes on.
    return new Promise<never>(() => {})
  }

  /** An object each of whose methods is a step. */
  over<Target extends object>(target: Target): Target {
    return new Proxy(target, {
      get: (_target, name) => {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return (...given: unknown[]) => this.step(async () => Reflect.apply(method, target, given))
      },
    })
  }

  /** Files whose successors are written to this disk. */
  files(files: WorldFiles): WorldFiles {
    return {
      media: files.media,
      versionFiles: files.versionFiles,
      begin: () =>
        this.step(async () => {
          const next = await files.begin()
          return {
            media: this.over(next.media),
            versionFiles: this.over<VersionFiles>(next.versionFiles),
            discard: () => this.step(() => next.discard()),
            replaceWith: (commit) => next.replaceWith((own) => this.step(() => commit(own))),
          }
        }),
    }
  }
}

const resolvable = () => {
  let resolve = (): void => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

let old: Data
let given: Data
let folder: string
beforeEach(async () => {
  old ??= await dataWith('old')
  given ??= await dataWith('given')
  folder = await temporaryFolder()
})

const dataOf = async (service: TestService): Promise<Data> => (await control(service, 'GET', 'data')).body

/** The service on the folder, with what is on its disk; all of it goes through `disk` from then on. */
const open = async (disk: Disk | null) => {
  const store = await ServiceStore.open(folder, { fresh: false, now: 0, warn: () => {} })
  const files = await openWorldFiles({ root: folder }, store, () => Math.random().toString(36).slice(2))
  const service = await startTestService(store, disk === null ? files : disk.files(files))
  return { service, close: () => service.stop().then(() => store.close()) }
}

/** Imports the old data, then the given ones onto a disk that fails. @returns the status, and what is there then */
const importOnto = async (disk: Disk) => {
  folder = await temporaryFolder()
  const first = await open(null)
  expect((await control(first.service, 'PUT', 'data', old)).status).toBe(200)
  await first.close()
  const { service, close } = await open(disk)
  const importing = control(service, 'PUT', 'data', given).then(async ({ status }) => {
    expect(await dataOf(service)).toEqual(status === 200 ? given : old)
    return status
  })
  const status = await Promise.race([importing, disk.killed.then(() => null)])
  importing.catch(() => {})
  await close()
  const again = await open(null)
  const kept = await dataOf(again.service)
  await again.close()
  expect((await readdir(folder)).map((name) => name.split('-')[0]).sort()).toEqual(FOLDERS)
  const isNew = kept.records.miniApp[APP].name === 'given'
  expect(kept).toEqual(isNew ? given : old)
  return { status, world: isNew ? 'new' : 'old' }
}

const FOLDERS = ['media', 'service.ndjson', 'versions']

describe('an import', () => {
  it.each([
    ['before', null],
    ['after', null],
    ['full', 507],
  ] as const)(
    'leaves the old world or the new one, whole, at any step that the disk fails: %s',
    {
      timeout: 120_000,
    },
    async (way, status) => {
      const whole = new Disk(Number.POSITIVE_INFINITY, way)
      expect(await importOnto(whole)).toEqual({ status: 200, world: 'new' })
      expect(whole.steps).toBeGreaterThan(6)
      for (let failing = 0; failing < whole.steps; failing++) {
        // The last step is the commit.
        const world = way === 'after' && failing === whole.steps - 1 ? 'new' : 'old'
        expect([failing, await importOnto(new Disk(failing, way))]).toEqual([failing, { status, world }])
      }
    },
  )

  it('refuses a zip that is not that of its version, and changes nothing', async () => {
    const { service, close } = await open(null)
    await control(service, 'PUT', 'data', old)
    const key = `${APP}/1.0.0`
    const versions = { [key]: Buffer.alloc(given.records.miniAppVersion[key].zipBytes).toString('base64') }
    expect(await control(service, 'PUT', 'data', { ...given, versions })).toEqual({
      status: 400,
      body: { error: `records.miniAppVersion.${key}: has another file than was uploaded` },
    })
    // As an earlier version exported it, without a digest.
    const { zipSha256: _, ...earlier } = given.records.miniAppVersion[key]
    const records = { ...given.records, miniAppVersion: { [key]: earlier } }
    expect(await control(service, 'PUT', 'data', { ...given, records, versions })).toEqual({
      status: 400,
      body: { error: expect.stringMatching(/^versions\.ma_abcdefghij\/1\.0\.0: is not the zip/) },
    })
    expect(await control(service, 'PUT', 'data', { ...given, versions: { [key]: 'AAAA' } })).toEqual({
      status: 400,
      body: {
        error: expect.stringMatching(
          /^records\.miniAppVersion\.ma_abcdefghij\/1\.0\.0: has a file of 3 bytes, not of/,
        ),
      },
    })
    expect(await dataOf(service)).toEqual(old)
    const own = { fileFolders: { files: { name: 'x' } } }
    expect(await control(service, 'PUT', 'data', { schema: 1, records: own })).toMatchObject({ status: 400 })
    await close()
  })

  it('puts records in the order of the document', async () => {
    const { service, close } = await open(null)
    await control(service, 'PUT', 'data', old)
    const members = Object.entries(old.records.member).reverse()
    const turned = { ...old, records: { ...old.records, member: Object.fromEntries(members) } }
    await control(service, 'PUT', 'data', turned)
    expect([...service.world.store.all('member')].map(({ id }) => id)).toEqual(members.map(([id]) => id))
    await close()
  })

  it('takes an upload that began before into the new world', async () => {
    const { service, close } = await open(null)
    await control(service, 'PUT', 'data', old)
    const zip = await appZip({ app_id: APP, version: '2.0.0' })
    let goOn = (): void => {}
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        stream.enqueue(zip.slice(0, 100))
        goOn = () => {
          stream.enqueue(zip.slice(100))
          stream.close()
        }
      },
    })
    const upload = fetch(`${service.baseUrl}/control/apps/${APP}/versions`, {
      method: 'POST',
      headers: { authorization: 'Bearer control-token', 'content-type': 'application/zip' },
      body,
      duplex: 'half',
    } as RequestInit)
    await expect.poll(() => readdir(join(folder, 'incoming'))).toHaveLength(1)
    expect((await control(service, 'PUT', 'data', given)).status).toBe(200)
    goOn()
    expect((await upload).status).toBe(201)
    const { versions } = await dataOf(service)
    expect(versions[`${APP}/2.0.0`]).toBe(Buffer.from(zip).toString('base64'))
    await close()
  })
})

describe('the files of the service', () => {
  it('of a killed import are removed at the next start', async () => {
    const { service, close } = await open(null)
    await control(service, 'PUT', 'data', old)
    await close()
    for (const name of ['media', 'versions-abc123', 'media-abc123', 'incoming']) {
      await mkdir(join(folder, name), { recursive: true })
      await writeFile(join(folder, name, 'x'), 'x')
    }
    const again = await open(null)
    expect(await dataOf(again.service)).toEqual(old)
    await again.close()
    expect((await readdir(folder)).map((name) => name.split('-')[0]).sort()).toEqual(FOLDERS)
  })

  it('stay where records are damaged: they may be all that is left', async () => {
    const start = () =>
      startService({
        port: 0,
        dataFolder: folder,
        fresh: false,
        log: () => {},
        warn: () => {},
        onDefect: () => {},
      })
    await (await start()).stop()
    await writeFile(join(folder, 'service.ndjson'), 'damaged\n{}\n')
    await mkdir(join(folder, 'versions', APP, '1.0.0'), { recursive: true })
    for (const name of ['versions-abc', 'media-abc']) await mkdir(join(folder, name))
    await writeFile(join(folder, 'media', 'media_x'), 'x')
    await (await start()).stop()
    expect(await readdir(join(folder, 'versions', APP))).toEqual(['1.0.0'])
    expect(await readdir(join(folder, 'media'))).toEqual(['media_x'])
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['versions-abc', 'media-abc']))
  })
})

it('an export to a slow reader leaves nothing behind for each of its pieces', async () => {
  const service = await startTestService()
  const response = Object.assign(new PassThrough({ highWaterMark: 1 }), { type: () => {} })
  const before = response.listenerCount('close')
  const counts: number[] = []
  response.on('data', () => counts.push(response.listenerCount('close')))
  await writeData(service.world, response as unknown as Response)
  expect(counts.length).toBeGreaterThan(2)
  expect(Math.max(...counts)).toBe(Math.min(...counts))
  expect(response.listenerCount('close')).toBe(before)
  await service.stop()
})
