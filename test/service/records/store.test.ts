import { appendFile, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { diskFlush } from '../../../src/durable/flush.js'
import { type Change, ServiceStore } from '../../../src/service/records/store.js'
import { missing } from '../../support/vitest/missing.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

const open = (folder: string, fresh = false, warnings: string[] = []) =>
  ServiceStore.open(folder, { fresh, now: Date.UTC(2026, 0, 2), warn: (line) => warnings.push(line) })

const post = (id: string): Change => ({
  table: 'post',
  key: id,
  value: {
    id,
    authorId: 'member_you',
    clientId: 'c',
    publishedAt: 1,
    content: 'x',
    rating: 'sfw',
    reasoning: 'y',
    media: [],
  },
})

describe('the records of the service', () => {
  it('are kept across a restart, in order', async () => {
    const folder = join(await temporaryFolder(), 'data')
    const store = await open(folder)
    await Promise.all(['a', 'b', 'c'].map((id) => store.commit([post(id)])))
    await store.commit([{ table: 'post', key: 'b', value: null }])
    await store.close()
    const again = await open(folder)
    expect([...again.all('post')].map(({ id }) => id)).toEqual(['a', 'c'])
    expect(again.get('post', 'b')).toBeNull()
    await again.close()
    expect(await readdir(folder)).toEqual(['service.ndjson'])
  })

  it('can be read only by their owner', async ({ skip }) => {
    skip(...missing.modes)
    const folder = join(await temporaryFolder(), 'data')
    const store = await open(folder)
    await store.commit([post('a')])
    await store.close()
    expect((await stat(join(folder, 'service.ndjson'))).mode & 0o777).toBe(0o600)
  })

  it('are on disk before a change is acknowledged', async () => {
    const folder = await temporaryFolder()
    const store = await open(folder)
    await store.commit([post('a')])
    expect(await readFile(join(folder, 'service.ndjson'), 'utf8')).toContain('"id":"a"')
    await store.close()
  })

  it('are changed together or not at all, wherever a write ends', async () => {
    const folder = await temporaryFolder()
    const store = await open(folder)
    await store.commit([post('a')])
    const before = (await stat(join(folder, 'service.ndjson'))).size
    await store.commit([post('b'), post('c'), { table: 'post', key: 'a', value: null }])
    await store.close()
    const path = join(folder, 'service.ndjson')
    const whole = await readFile(path)
    for (let size = before; size <= whole.byteLength; size++) {
      await writeFile(path, whole.subarray(0, size))
      const again = await open(folder)
      const ids = [...again.all('post')].map(({ id }) => id)
      expect(ids).toEqual(size < whole.byteLength ? ['a'] : ['b', 'c'])
      await again.close()
    }
    // Several hundred files, which take long where opening one is slow.
  }, 120_000)

  it('belong to one service at a time', async () => {
    const folder = await temporaryFolder()
    const store = await open(folder)
    for (const fresh of [false, true])
      await expect(open(folder, fresh)).rejects.toMatchObject({
        kind: 'usage',
        message: `Another service is using the data in ${folder}.`,
      })
    await store.commit([post('a')])
    await store.close()
    const next = await open(folder)
    expect(next.count('post')).toBe(1)
    await next.close()
  })

  it('are as before where a change could not be saved, nor what was made on top of it', async () => {
    const folder = await temporaryFolder()
    let failures = 0
    const flush = {
      ...diskFlush,
      data: async (): Promise<void> => {
        // Others come while this one is being written.
        for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
        if (failures-- > 0) throw new Error('The disk broke.')
      },
    }
    const store = await ServiceStore.open(folder, { fresh: false, now: 0, warn: () => {}, flush })
    const write = (content: string): Promise<void> => {
      const { value, ...place } = post('a')
      return store.commit([{ ...place, value: { ...value, content } } as Change])
    }
    const content = () => store.get('post', 'a')?.content
    await write('saved')
    failures = 1
    const lost = [write('second'), write('third'), store.commit([post('b')])]
    await new Promise(setImmediate)
    lost.push(write('fourth'))
    expect(content()).toBe('fourth')
    await Promise.all(lost.map((one) => expect(one).rejects.toThrow('The disk broke.')))
    expect(content()).toBe('saved')
    expect(store.count('post')).toBe(1)
    await write('again')
    await store.close()
    expect(await readFile(join(folder, 'service.ndjson'), 'utf8')).not.toMatch(/second|third|fourth/)
    const next = await open(folder)
    expect([...next.all('post')].map((one) => one.content)).toEqual(['again'])
    await next.close()
  })

  it('leave nothing that a killed process was writing', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'service.ndjson.1234567890123'), '{"half')
    await writeFile(join(folder, 'notes.1234567890123'), 'of somebody else')
    const store = await open(folder)
    await store.close()
    expect((await readdir(folder)).sort()).toEqual(['notes.1234567890123', 'service.ndjson'])
  })

  it('are deleted with --fresh', async () => {
    const folder = await temporaryFolder()
    const store = await open(folder)
    await store.commit([post('a')])
    await store.close()
    const again = await open(folder, true)
    expect(again.count('post')).toBe(0)
    await again.close()
  })

  it('survive damage: the file is copied and reported, the rest is read', async () => {
    const folder = await temporaryFolder()
    const store = await open(folder)
    await store.commit([post('a')])
    await store.close()
    await appendFile(join(folder, 'service.ndjson'), `damage\n${JSON.stringify(post('b'))}\n`)
    const warnings: string[] = []
    const again = await open(folder, false, warnings)
    expect([...again.all('post')].map(({ id }) => id)).toEqual(['a', 'b'])
    expect(warnings).toEqual([expect.stringContaining('The file was copied to')])
    await again.close()
  })

  it('keeps a copy of records from another version that this one does not understand', async () => {
    const folder = await temporaryFolder()
    const store = await open(folder)
    await store.commit([post('a')])
    await store.close()
    const path = join(folder, 'service.ndjson')
    await appendFile(path, '{"table":"later","key":"x","value":{}}\n')
    const warnings: string[] = []
    const again = await open(folder, false, warnings)
    await again.close()
    expect(warnings).toEqual([
      expect.stringContaining('has records that a newer version of miniapp wrote: 1. The file was copied to'),
    ])
    expect(await readFile(`${path}.newer-2026-01-02T00-00-00.000Z`, 'utf8')).toContain('"later"')
  })
})
