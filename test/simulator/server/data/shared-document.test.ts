import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openSharedStore, removeRecord, writeRecord } from '../../../../src/host/records/document.js'
import { NotSavedError } from '../../../../src/host/saving/store.js'
import { DataFolder } from '../../../../src/simulator/server/data/data-folder.js'
import { temporaryFolder } from '../../../support/vitest/temporary-folder.js'

const DOCUMENT = 'data/shared-store.json'
const JOURNAL = 'data/shared-store.ndjson'

const read = async (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null)

const record = (player: string, value: string) => ({ player, key: 'k', value, rank: 1, replaceable: false })

const opened = async (path: string, notices: string[] = []) => {
  const folder = await DataFolder.open(path, (notice) => notices.push(notice))
  onTestFinished(() => folder.close())
  return { folder, shared: await openSharedStore(folder.store()) }
}

describe('the shared store in its folder', () => {
  it('is a readable file that has each change once it is acknowledged', async () => {
    const path = await temporaryFolder()
    const { shared } = await opened(path)
    const saved = async () => JSON.parse((await read(join(path, DOCUMENT))) ?? '')
    const one = { ...record('a', 'one'), updatedAt: 5, sequence: 1 }
    const two = { ...record('b', 'two'), updatedAt: 6, sequence: 2 }
    await writeRecord(shared, record('a', 'one'), 5)
    expect(await saved()).toEqual({ schema: 1, sequence: 1, records: [one] })
    await writeRecord(shared, record('b', 'two'), 6)
    expect(await saved()).toEqual({ schema: 1, sequence: 2, records: [one, two] })
    await removeRecord(shared, 'a', 'k')
    await removeRecord(shared, 'a', 'k')
    expect(await saved()).toEqual({ schema: 1, sequence: 3, records: [two] })
    expect(await readdir(join(path, 'data'))).toEqual(['shared-store.json'])
  })

  it('has every change of many at the same time', async () => {
    const path = await temporaryFolder()
    const { folder, shared } = await opened(path)
    const players = Array.from({ length: 50 }, (_, index) => `p${index}`)
    await Promise.all(players.map((player) => writeRecord(shared, record(player, ''), 1)))
    const again = await openSharedStore(folder.store())
    expect(again.value.records().map(({ player }) => player)).toEqual(players)
  })

  it('refuses a change, and is as it was, where it cannot be saved, and saves the next one that can', async () => {
    const path = await temporaryFolder()
    const { folder, shared } = await opened(path)
    await writeRecord(shared, record('a', 'one'), 1)
    // A folder in the file's place, for any user on any system.
    await rm(join(path, DOCUMENT))
    await mkdir(join(path, DOCUMENT, 'in-the-way'), { recursive: true })
    const refused = writeRecord(shared, record('a', 'two'), 2)
    await expect(refused).rejects.toThrow(NotSavedError)
    await expect(refused).rejects.toThrow(/shared-store\.json cannot be written: /)
    expect(shared.value.get('a', 'k')?.value).toBe('one')
    await rm(join(path, DOCUMENT), { recursive: true })
    await writeRecord(shared, record('a', 'three'), 3)
    expect((await openSharedStore(folder.store())).value.records()).toEqual(shared.value.records())
  })

  it('writes nothing after another simulator took over the folder', async () => {
    const path = await temporaryFolder()
    const { folder, shared } = await opened(path)
    await writeRecord(shared, record('a', 'one'), 1)
    const before = await read(join(path, DOCUMENT))
    folder.lose()
    await expect(writeRecord(shared, record('a', 'three'), 3)).rejects.toThrow('took over the saved data')
    expect(await read(join(path, DOCUMENT))).toEqual(before)
    expect(shared.value.get('a', 'k')?.value).toBe('one')
  })

  it('is gone after all was erased, also what was just being written', async () => {
    const path = await temporaryFolder()
    const { folder, shared } = await opened(path)
    for (const player of ['a', 'b', 'c']) {
      const last = writeRecord(shared, record(player, ''), 1)
      await folder.erase()
      await last
      expect(await read(join(path, DOCUMENT))).toBeNull()
    }
  })

  it('is gone after all was erased, and whole in the data that were set aside at a fresh start', async () => {
    const path = await temporaryFolder()
    const folder = await DataFolder.open(path, () => {})
    const shared = await openSharedStore(folder.store())
    for (const player of ['a', 'b']) await writeRecord(shared, record(player, ''), 1)
    await folder.erase()
    expect((await openSharedStore(folder.store())).value.records()).toEqual([])
    const next = await openSharedStore(folder.store())
    for (const player of ['c', 'd']) await writeRecord(next, record(player, ''), 1)
    await folder.close()
    const fresh = await DataFolder.open(path, () => {})
    onTestFinished(() => fresh.close())
    await fresh.startFresh()
    expect((await openSharedStore(fresh.store())).value.records()).toEqual([])
    const aside = JSON.parse((await read(join(path, 'data.previous/shared-store.json'))) ?? '')
    expect(aside.records).toEqual(next.value.records())
  })
})

describe('a journal that version 0.1.0 kept beside the shared store', () => {
  const line = (sequence: number, player: string) =>
    `${JSON.stringify({ sequence, now: 1, set: [record(player, '')] })}\n`
  const REMOVED = '{"sequence":3,"remove":{"player":"a","key":"k"}}\n'
  const EMPTY = '{"schema":1,"records":[]}'

  const plant = async (json: string | null, ndjson: string): Promise<string> => {
    const path = await temporaryFolder()
    await mkdir(join(path, 'data'))
    if (json !== null) await writeFile(join(path, DOCUMENT), json)
    await writeFile(join(path, JOURNAL), ndjson)
    return path
  }
  const found = async (path: string, notices: string[] = []) =>
    (await opened(path, notices)).shared.value.records().map(({ player, sequence }) => [player, sequence])

  it('becomes part of the document, without a torn last line, and is removed', async () => {
    const path = await plant(
      EMPTY,
      `${line(1, 'a')}${line(2, 'b')}${REMOVED}${line(4, 'c')}{"sequence":5,"no`,
    )
    const notices: string[] = []
    const { folder, shared } = await opened(path, notices)
    expect(shared.value.records().map(({ player, sequence }) => [player, sequence])).toEqual([
      ['b', 2],
      ['c', 4],
    ])
    expect(await readdir(join(path, 'data'))).toEqual(['shared-store.json'])
    expect(await readdir(join(path, 'set-aside/data'))).toEqual([
      expect.stringMatching(/^shared-store\.ndjson\.damaged-/),
    ])
    expect((await openSharedStore(folder.store())).value.records()).toEqual(shared.value.records())
    expect(notices).toEqual([expect.stringContaining('They were set aside as')])
  })

  it('changes nothing that the document has already, as after a kill before it was removed', async () => {
    const written = { ...record('b', 'now'), updatedAt: 1, sequence: 4 }
    const path = await plant(
      JSON.stringify({ schema: 1, sequence: 4, records: [written] }),
      `${line(2, 'b')}${line(3, 'a')}`,
    )
    expect(await found(path)).toEqual([['b', 4]])
  })

  it('is read, and stays, where nothing can be written', async () => {
    const path = await plant(EMPTY, line(1, 'a'))
    const store = DataFolder.unwritable(path, () => {}, 'it is read-only').store()
    for (let time = 0; time < 2; time++)
      expect((await openSharedStore(store)).value.get('a', 'k')?.sequence).toBe(1)
    expect(await read(join(path, JOURNAL))).toBe(line(1, 'a'))
    expect(await read(join(path, DOCUMENT))).toBe(EMPTY)
  })

  it.each([
    ['damage', '\u0000\u0000\n'],
    ['an entry of another kind', '{"sequence":2,"what":"?"}\n'],
  ])('with %s is set aside, and the rest is applied', async (_what, damage) => {
    const journal = `${line(1, 'a')}${damage}${line(4, 'd')}`
    const path = await plant(EMPTY, journal)
    const notices: string[] = []
    const expected = [
      ['a', 1],
      ['d', 4],
    ]
    const { folder, shared } = await opened(path, notices)
    expect(shared.value.records().map(({ player, sequence }) => [player, sequence])).toEqual(expected)
    expect(notices).toEqual([
      expect.stringMatching(
        /Some changes to .*shared-store\.json could not be applied\. They were set aside as /,
      ),
    ])
    expect(await read(notices[0]?.replace(/.* as (.*)\.$/, '$1') ?? '')).toBe(journal)
    const again = await openSharedStore(folder.store())
    expect(again.value.records()).toEqual(shared.value.records())
    expect(notices).toHaveLength(1)
  })

  it.each([
    ['is missing', null, []],
    ['is damaged', '{"schema":1,', ['is damaged.']],
    ['is not a shared store', '{"schema":1}', ['is damaged.']],
    ['is newer', '{"schema":2}', ['was written by a newer version of miniapp.']],
  ])('is all that is left if its document %s', async (_what, json, first) => {
    const path = await plant(json, line(1, 'a'))
    const notices: string[] = []
    expect(await found(path, notices)).toEqual([['a', 1]])
    expect(notices).toEqual(
      first.map((words) => expect.stringContaining(`shared-store.json ${words} It was set aside as`)),
    )
    expect(await read(join(path, JOURNAL))).toBeNull()
  })
})
