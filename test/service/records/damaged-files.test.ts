import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readText } from '../../../src/durable/json-document.js'
import { sha256Of } from '../../../src/durable/whole-file.js'
import { sweepFiles } from '../../../src/service/control/replace-world.js'
import { openWorldFiles } from '../../../src/service/records/media-files.js'
import { put, ServiceStore } from '../../../src/service/records/store.js'
import { startService } from '../../../src/service/start.js'
import { contentOf, DAMAGES, denying } from '../../support/fakes/file-damage.js'
import { appZip, control } from '../../support/rigs/service-control.js'
import { startTestService } from '../../support/rigs/test-service.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

const NOW = Date.UTC(2026, 0, 2)
const TIME = '2026-01-02T00-00-00.000Z'
const JOURNAL = 'service.ndjson'
const APP = 'ma_abcdefghij'

const connection = (id: string) =>
  put('connection', id, {
    id,
    clientId: 'app',
    memberId: 'member_you',
    scopes: [],
    off: [],
    connectedAt: 1,
    disconnectedAt: null,
  })

interface Way {
  readonly damage: (path: string) => Promise<void>
  /** Which of the records `a`, `b` and `c` stay. */
  readonly visible: readonly string[]
  readonly warning: (path: string) => string
  readonly aside: string
  readonly denied?: true
}

const edited =
  (edit: (lines: readonly string[]) => string) =>
  async (path: string): Promise<void> =>
    writeFile(path, edit((await readText(path)).trimEnd().split('\n')))

const WAYS: Readonly<Record<string, Way>> = {
  cut: {
    damage: edited(([a, b]) => `${a}\n${b?.slice(0, 20)}`),
    visible: ['a'],
    warning: (path) =>
      `${path} ends in the middle of a change. The file was copied to ${path}.damaged-${TIME}.`,
    aside: 'damaged',
  },
  empty: {
    damage: edited(() => ''),
    visible: [],
    warning: (path) =>
      `${path} is empty. Uploaded files are kept as long as ${path}.damaged-${TIME} is there.`,
    aside: 'damaged',
  },
  garbled: {
    damage: edited(([a, _b, c]) => `${a}\n\u0000\u0001{\n${c}\n`),
    visible: ['a', 'c'],
    warning: (path) => `${path} is damaged in part. The file was copied to ${path}.damaged-${TIME}.`,
    aside: 'damaged',
  },
  'other JSON': {
    damage: edited(([a, _b, c]) => `${a}\n{"a":1}\n${c}\n`),
    visible: ['a', 'c'],
    warning: (path) =>
      `${path} has changes that are damaged: 1. The file was copied to ${path}.damaged-${TIME}.`,
    aside: 'damaged',
  },
  'a folder': {
    damage: DAMAGES['a folder'],
    visible: [],
    warning: (path) =>
      `${path} cannot be read: it is a folder. The file was moved to ${path}.unreadable-${TIME}.`,
    aside: 'unreadable',
  },
  unreadable: {
    damage: async () => {},
    visible: [],
    warning: (path) =>
      `${path} cannot be read: permission denied. The file was moved to ${path}.unreadable-${TIME}.`,
    aside: 'unreadable',
    denied: true,
  },
  'in a newer format': {
    damage: edited(
      ([a, b, c]) =>
        `${a}\n${b?.replace('"scopes":[]', '"scopes":["read:later"]')}\n${c}\n{"table":"later","key":"x","value":1}\n`,
    ),
    visible: ['a', 'c'],
    warning: (path) =>
      `${path} has records that a newer version of miniapp wrote: 2. The file was copied to ${path}.newer-${TIME}. Update miniapp to use them.`,
    aside: 'newer',
  },
}

const open = async (folder: string, denied = false) => {
  const warnings: string[] = []
  const store = await ServiceStore.open(folder, {
    fresh: false,
    now: NOW,
    warn: (line) => warnings.push(line),
    read: async (path) => {
      if (denied) throw Object.assign(new Error('denied'), { code: 'EACCES' })
      return await readText(path)
    },
  })
  const files = await openWorldFiles({ root: folder }, store, () => 'next')
  const service = await startTestService(store, files)
  await sweepFiles(service.world)
  return {
    warnings,
    records: [...store.all('connection')].map(({ id }) => id),
    uploads: await readdir(join(folder, 'media')),
    close: async () => {
      await service.stop()
      await store.close()
    },
  }
}

/** What a service saved: three records, and an upload. */
const saved = async (): Promise<string> => {
  const folder = await temporaryFolder()
  const store = await ServiceStore.open(folder, { fresh: true, now: NOW, warn: expect.unreachable })
  for (const id of ['a', 'b', 'c']) await store.commit([connection(id)])
  const upload = {
    clientId: 'app',
    memberId: null,
    filename: 'x.png',
    type: 'image/png',
    bytes: 1,
    sha256: sha256Of(new Uint8Array(1)),
    uploadedAt: NOW,
  }
  await store.commit([put('media', 'media_x', { id: 'media_x', ...upload })])
  await (await openWorldFiles({ root: folder }, store, () => 'next')).media.put('media_x', new Uint8Array(1))
  await store.close()
  return folder
}

describe('records of the service in a file that cannot be used', () => {
  it.each(Object.entries(WAYS))(
    '%s: what is whole stays visible, and the file is kept',
    async (_name, way) => {
      const folder = await saved()
      const path = join(folder, JOURNAL)
      await way.damage(path)
      const damaged = await contentOf(path)
      const opened = await open(folder, way.denied)
      await opened.close()
      expect(opened.records).toEqual(way.visible)
      expect(opened.uploads).toEqual(['media_x'])
      expect(opened.warnings).toEqual([way.warning(path)])
      const asides = (await readdir(folder)).filter((name) => name.startsWith(`${JOURNAL}.`))
      expect(asides).toEqual([`${JOURNAL}.${way.aside}-${TIME}`])
      expect(await contentOf(`${path}.${way.aside}-${TIME}`)).toBe(damaged)
      // The upload stays as long as what could not be read is there, and is said once.
      const again = await open(folder)
      await again.close()
      expect(again.records).toEqual(way.visible)
      expect(again.uploads).toEqual(['media_x'])
      expect(again.warnings).toEqual([])
    },
  )
})

describe('records that are lost', () => {
  it('without uploads: an empty file is named, and a missing one is a first start', async () => {
    const folder = await temporaryFolder()
    const path = join(folder, JOURNAL)
    await writeFile(path, '')
    for (const expected of [[`${path} is empty. The service starts with new records.`], []]) {
      const opened = await open(folder)
      await opened.close()
      expect(opened.warnings).toEqual(expected)
    }
    await rm(path)
    const first = await open(folder)
    await first.close()
    expect(first.warnings).toEqual([])
  })

  it('with uploads: they are kept where the file is missing, and where one of their folders is a file', async () => {
    const folder = await saved()
    const path = join(folder, JOURNAL)
    await rm(path)
    const opened = await open(folder)
    await opened.close()
    expect(opened.warnings).toEqual([
      `${path} is missing. Uploaded files are kept as long as ${path}.damaged-${TIME} is there.`,
    ])
    expect(opened.uploads).toEqual(['media_x'])
    await rm(join(folder, 'media'), { recursive: true })
    await writeFile(join(folder, 'media'), '')
    const options = { port: 0, fresh: false, log: () => {}, warn: () => {}, onDefect: () => {} }
    await expect(startService({ ...options, dataFolder: folder })).rejects.toMatchObject({
      message: `Cannot keep uploaded files in ${folder}: it already exists.`,
    })
  })
})

const ZIP = `versions/${APP}/1.0.0/app.zip`
const ICON = `versions/${APP}/1.0.0/icon.png`

/** Each kind of file that is uploaded, and what is still there without it. */
const UPLOADS = [
  { file: 'media/media_x', media: 404, icon: 200, run: 201 },
  { file: ZIP, media: 200, icon: 200, run: 409 },
  // It is unpacked again.
  { file: ICON, media: 200, icon: 200, run: 201 },
] as const

const whole = async (): Promise<string> => {
  const folder = await temporaryFolder()
  const store = await ServiceStore.open(folder, { fresh: true, now: NOW, warn: expect.unreachable })
  const service = await startTestService(store, await openWorldFiles({ root: folder }, store, () => 'next'))
  await control(service, 'POST', 'apps', {
    owner: 'member_studio',
    name: 'Hello',
    category: 'games',
    id: APP,
  })
  await control(service, 'POST', `apps/${APP}/versions`, await appZip({ app_id: APP, version: '1.0.0' }))
  await control(service, 'POST', `apps/${APP}/versions/1.0.0`, { action: 'approve' })
  const upload = {
    clientId: 'app',
    memberId: null,
    filename: 'x.png',
    type: 'image/png',
    bytes: 3,
    sha256: sha256Of(new Uint8Array(3)),
    uploadedAt: service.world.now(),
  }
  await store.commit([put('media', 'media_x', { id: 'media_x', ...upload })])
  await service.world.media.put('media_x', new Uint8Array(3))
  await service.stop()
  await store.close()
  return folder
}

const seen = async (folder: string, denied: string | null = null) => {
  const store = await ServiceStore.open(folder, { fresh: false, now: NOW, warn: expect.unreachable })
  const disk = { root: folder, openFile: denying(denied) }
  const service = await startTestService(store, await openWorldFiles(disk, store, () => 'next'))
  const status = async (path: string) => (await fetch(`${service.baseUrl}${path}`)).status
  const ask = async (method: string, path: string, body?: object) =>
    (await control(service, method, path, body)).status
  const found = {
    media: await status('/media/media_x'),
    icon: await status('/apps/hello/icon.png'),
    run: await ask('POST', `apps/${APP}/runs`, { member: 'member_you', device: 'web' }),
    test: await ask('POST', `apps/${APP}/versions/1.0.0/test`),
  }
  const exported = await control(service, 'GET', 'data')
  const words = service.events.flatMap((event) => (event.event === 'set-aside' ? [event.words] : []))
  const path = words[0]?.split(' set aside as ')[1]?.slice(0, -1) ?? ''
  const aside = await contentOf(path)
  // What is exported can be imported again.
  expect(await ask('PUT', 'data', exported.body)).toBe(200)
  expect(await ask('POST', 'reset')).toBe(200)
  await service.stop()
  await store.close()
  return { ...found, words, path, aside }
}

const garbledInside = async (path: string): Promise<void> => {
  const bytes = await readFile(path)
  await writeFile(
    path,
    bytes.map((byte) => byte ^ 0x55),
  )
}

/** The six ways in which an upload cannot be used; it has no format of its own that could be newer. */
const UPLOAD_WAYS = {
  ...DAMAGES,
  'garbled, of the same size': garbledInside,
  unreadable: async () => {},
} as const

describe('an uploaded file that cannot be used', () => {
  const cases = UPLOADS.flatMap((upload) =>
    Object.entries(UPLOAD_WAYS).map(([name, damage]) => ({ ...upload, name, damage })),
  )
  it.each(cases)('$file, $name: it is set aside and named, and the rest is there', async (one) => {
    const folder = await whole()
    const path = join(folder, one.file)
    await one.damage(path)
    const damaged = await contentOf(path)
    const first = await seen(folder, one.name === 'unreadable' ? path : null)
    expect(first).toMatchObject({ media: one.media, icon: one.icon, run: one.run })
    const [words, ...others] = first.words
    expect(others).toEqual([])
    const wrong =
      one.name === 'unreadable'
        ? 'cannot be read: permission denied'
        : one.name === 'a folder'
          ? 'cannot be read: it is a folder'
          : one.name === 'garbled, of the same size'
            ? 'is damaged: its content is not what was saved'
            : expect.stringMatching(/^is damaged: it has \d+ bytes of \d+$/)
    const [named, what] =
      /^(.+?) ((?:is damaged|cannot be read): .+)\. It was set aside as/.exec(words ?? '')?.slice(1) ?? []
    expect([named, what]).toEqual([path, wrong])
    expect(first.path).toMatch(
      new RegExp(`^${join(folder, 'set-aside', one.file)}\\.(?:damaged|unreadable)-2`),
    )
    expect(first.aside).toBe(damaged)
    // An import and a reset came since.
    expect(await contentOf(first.path)).toBe(damaged)
  })

  it('that was set aside stays, and is not reported again; one that is lost is', async () => {
    const folder = await whole()
    await DAMAGES.cut(join(folder, ZIP))
    await rm(join(folder, 'media/media_x'))
    // File managers put such files there: they are not ours.
    await writeFile(join(folder, 'versions/.DS_Store'), '')
    const store = await ServiceStore.open(folder, { fresh: false, now: NOW, warn: expect.unreachable })
    for (const words of [2, 1]) {
      const service = await startTestService(
        store,
        await openWorldFiles({ root: folder }, store, () => 'next'),
      )
      expect(service.events.filter(({ event }) => event === 'set-aside')).toHaveLength(words)
      expect(service.events.at(-1 - (words - 1))).toMatchObject({
        words: `${join(folder, 'media/media_x')} is missing.`,
      })
      await service.stop()
    }
    await store.close()
    expect(await readdir(join(folder, `versions/${APP}/1.0.0`))).toEqual(['icon.png'])
    expect(await readdir(join(folder, `set-aside/versions/${APP}/1.0.0`))).toEqual([
      expect.stringMatching(/^app\.zip\.damaged-/),
    ])
  })
})

describe('what an earlier version saved, without digests', () => {
  const earlier = async (): Promise<string> => {
    const folder = await whole()
    const journal = join(folder, JOURNAL)
    const PICTURE = new URL('../../../fixtures/media/animated.png', import.meta.url)
    const picture = await readFile(PICTURE)
    await writeFile(join(folder, 'media/media_x'), picture)
    await writeFile(
      journal,
      (await readText(journal))
        .replace(/"(?:zipSha256|sha256)":"[^"]*",|,"picture(?:Bytes|Sha256)":\{[^}]*\}/g, '')
        .replace('"bytes":3', `"bytes":${picture.byteLength}`),
    )
    return folder
  }

  it('gets them at the start: from then on another content is noticed', async () => {
    const folder = await earlier()
    const store = await ServiceStore.open(folder, { fresh: false, now: NOW, warn: expect.unreachable })
    expect(store.get('miniAppVersion', `${APP}/1.0.0`)).toMatchObject({ zipSha256: null, pictureBytes: {} })
    const service = await startTestService(store, await openWorldFiles({ root: folder }, store, () => 'next'))
    const digest = /^[0-9a-f]{64}$/
    expect(store.get('media', 'media_x')?.sha256).toMatch(digest)
    expect(store.get('miniAppVersion', `${APP}/1.0.0`)).toMatchObject({
      zipSha256: expect.stringMatching(digest),
      pictureBytes: { 'icon.png': expect.any(Number) },
      pictureSha256: { 'icon.png': expect.stringMatching(digest) },
    })
    expect(service.events.filter(({ event }) => event === 'set-aside')).toEqual([])
    await service.stop()
    await store.close()
  })

  it.each(['media/media_x', ZIP, ICON])(
    '%s: what is damaged by then is set aside and named',
    async (file) => {
      const folder = await earlier()
      await (file === ICON ? DAMAGES.cut : garbledInside)(join(folder, file))
      const damaged = await contentOf(join(folder, file))
      const { words, aside, icon } = await seen(folder)
      expect(words).toEqual([expect.stringContaining(`${join(folder, file)} is damaged: `)])
      expect([aside, icon]).toEqual([damaged, 200])
    },
  )
})

describe('a damaged upload', () => {
  it('is noticed while the service runs, by every page that shows it', async () => {
    const folder = await whole()
    const store = await ServiceStore.open(folder, { fresh: false, now: NOW, warn: expect.unreachable })
    const service = await startTestService(store, await openWorldFiles({ root: folder }, store, () => 'next'))
    const status = async (path: string) => (await fetch(`${service.baseUrl}${path}`)).status
    for (const file of [ICON, ZIP, 'media/media_x']) await garbledInside(join(folder, file))
    const zip = `/developer/apps/${APP}/versions/1.0.0/app.zip`
    const both = await Promise.all([status('/media/media_x'), status('/media/media_x')])
    expect([...both, await status(zip), await status('/apps/hello/icon.png')]).toEqual([404, 404, 404, 404])
    expect(service.events.filter(({ event }) => event === 'set-aside')).toHaveLength(3)
    await service.stop()
    await store.close()
  })

  it('in a document is refused', async () => {
    const folder = await whole()
    const store = await ServiceStore.open(folder, { fresh: false, now: NOW, warn: expect.unreachable })
    const service = await startTestService(store, await openWorldFiles({ root: folder }, store, () => 'next'))
    const { body } = await control(service, 'GET', 'data')
    for (const [part, key] of [
      ['media', 'media_x'],
      ['versions', `${APP}/1.0.0`],
    ] as const) {
      const bytes = Buffer.from(body[part][key], 'base64').map((byte) => byte ^ 0x55)
      const given = { ...body, [part]: { [key]: Buffer.from(bytes).toString('base64') } }
      expect(await control(service, 'PUT', 'data', given)).toMatchObject({
        status: 400,
        body: {
          error: expect.stringMatching(
            / has another file than was uploaded$|: has another file than was uploaded$/,
          ),
        },
      })
    }
    await service.stop()
    await store.close()
  })
})

describe('what belongs to records that could not be read', () => {
  it('stays at an import, a reset, a fresh start, and where a version is uploaded in its place', async () => {
    const folder = await whole()
    const zip = await contentOf(join(folder, ZIP))
    const { body } = await (async () => {
      const store = await ServiceStore.open(folder, { fresh: false, now: NOW, warn: expect.unreachable })
      const service = await startTestService(
        store,
        await openWorldFiles({ root: folder }, store, () => 'next'),
      )
      const exported = await control(service, 'GET', 'data')
      await service.stop()
      await store.close()
      return exported
    })()
    await writeFile(join(folder, JOURNAL), '{\n')
    let number = 0
    for (const fresh of [false, true]) {
      const store = await ServiceStore.open(folder, { fresh, now: NOW, warn: () => {} })
      const files = await openWorldFiles({ root: folder }, store, () => `next${++number}`)
      const service = await startTestService(store, files)
      await control(service, 'POST', 'apps', {
        owner: 'member_studio',
        name: 'Hello',
        category: 'games',
        id: APP,
      })
      await control(
        service,
        'POST',
        `apps/${APP}/versions`,
        await appZip({ app_id: APP, version: '1.0.0', name: 'Other' }),
      )
      expect((await control(service, 'PUT', 'data', body)).status).toBe(200)
      expect((await control(service, 'POST', 'reset')).status).toBe(200)
      await service.stop()
      await store.close()
    }
    const kept = join(folder, `set-aside/versions/${APP}`)
    const [version] = await readdir(kept)
    expect(await contentOf(join(kept, version ?? '', 'app.zip'))).toBe(zip)
    expect(await readdir(join(folder, 'media'))).toEqual(['media_x'])
  })

  it('of a test run stays at a reset', async () => {
    const folder = await temporaryFolder()
    const service = await startService({
      port: 0,
      dataFolder: folder,
      fresh: false,
      log: () => {},
      warn: () => {},
      onDefect: () => {},
    })
    const aside = join(folder, 'tests', APP, 'set-aside/data/x.damaged-2026-01-02T')
    for (const path of [aside, join(folder, 'tests', APP, 'data/x')]) {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, 'x')
    }
    const { status } = await control(service, 'POST', 'reset', undefined, {
      authorization: `Bearer ${service.token}`,
    })
    expect(status).toBe(200)
    await service.stop()
    expect(await readdir(join(folder, 'tests', APP))).toEqual(['set-aside'])
    expect(await readText(aside)).toBe('x')
  })
})

describe('a document of real runs that cannot be used', () => {
  const KEY = `${APP}/nicknames`
  it.each([
    ['is damaged', { schema: 1, nicknames: 7 }, 'damaged', ''],
    ['was written by a newer version of miniapp', { schema: 2 }, 'newer', ' Update miniapp to use it.'],
  ] as const)('%s: it is kept under another name, and named', async (words, document, why, remedy) => {
    const folder = await whole()
    const store = await ServiceStore.open(folder, { fresh: false, now: NOW, warn: expect.unreachable })
    await store.commit([put('runDocument', KEY, { id: KEY, appId: APP, name: 'nicknames', document })])
    const service = await startTestService(store, await openWorldFiles({ root: folder }, store, () => 'next'))
    await control(service, 'POST', `apps/${APP}/runs`, { member: 'member_you', device: 'web' })
    const run = service.runner.runs.at(-1)
    if (run === undefined) throw new Error('No run was opened.')
    run.choose = (kind) => (kind === 'nickname' ? { nickname: 'Again' } : null)
    await run.call('getNickname', { ask: true })
    const aside = `${KEY}.${why}-${new Date(service.world.now()).toISOString().replaceAll(':', '-')}`
    expect(service.events.filter(({ event }) => event === 'set-aside')).toEqual([
      {
        event: 'set-aside',
        words: `The record ${KEY} ${words}. It was set aside as ${aside}. Nobody has a nickname.${remedy}`,
      },
    ])
    expect(store.get('runDocument', KEY)?.document).toMatchObject({ schema: 1 })
    await control(service, 'POST', 'reset')
    expect(store.get('runDocument', aside)?.document).toEqual(document)
    expect(store.get('runDocument', KEY)).toBeNull()
    await service.stop()
    await store.close()
  })
})

it('fields of a later version in a record are written back', async () => {
  const folder = await temporaryFolder()
  const change = connection('a')
  const later = { ...change.value, later: { of: 'then' } }
  await writeFile(join(folder, JOURNAL), `${JSON.stringify({ ...change, value: later })}\n`)
  const store = await ServiceStore.open(folder, { fresh: false, now: NOW, warn: expect.unreachable })
  const read = store.get('connection', 'a')
  if (read === null) throw new Error('There is no record.')
  await store.commit([put('connection', 'a', { ...read, off: ['read:feed'] })])
  await store.close()
  const again = await ServiceStore.open(folder, { fresh: false, now: NOW, warn: expect.unreachable })
  expect(again.get('connection', 'a')).toEqual({ ...later, off: ['read:feed'] })
  await again.close()
})
