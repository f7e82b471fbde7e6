import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readText } from '../../../src/durable/json-document.js'
import { sweepFiles } from '../../../src/service/control/reset.js'
import { openWorldFiles } from '../../../src/service/records/media-files.js'
import { put, ServiceStore } from '../../../src/service/records/store.js'
import { startTestService } from '../../support/rigs/test-service.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

const NOW = Date.UTC(2026, 0, 2)
const TIME = '2026-01-02T00-00-00.000Z'
const JOURNAL = 'service.ndjson'

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
      `${path} is empty. It was copied to ${path}.damaged-${TIME}, and uploaded files are kept.`,
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
    damage: async (path) => {
      await rm(path)
      await mkdir(path)
    },
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
  const files = await openWorldFiles(folder, store, () => 'next')
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
  const upload = { clientId: 'app', filename: 'x.png', type: 'image/png', bytes: 1, uploadedAt: NOW }
  await store.commit([put('media', 'media_x', { id: 'media_x', ...upload })])
  await (await openWorldFiles(folder, store, () => 'next')).media.put('media_x', new Uint8Array(1))
  await store.close()
  return folder
}

const contentOf = (path: string): Promise<string> => readFile(path, 'hex').catch(() => 'a folder')

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
