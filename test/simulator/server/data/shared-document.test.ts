import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { JournaledFile } from '../../../../src/durable/journaled-file.js'
import {
  openSharedStore,
  removeRecord,
  type SharedDocument,
  writeRecord,
} from '../../../../src/host/records/document.js'
import { SharedStore } from '../../../../src/host/records/shared-store.js'
import { NotSavedError, type Store } from '../../../../src/host/saving/store.js'
import { DataFolder } from '../../../../src/simulator/server/data/data-folder.js'
import { runs } from '../../../support/vitest/runs.js'
import { temporaryFolder } from '../../../support/vitest/temporary-folder.js'

/** The files of a shared store, a character for each byte; null: not there. */
interface Files {
  readonly json: string | null
  readonly ndjson: string | null
}

const read = async (path: string): Promise<string | null> => readFile(path, 'latin1').catch(() => null)

const filesIn = async (folder: string): Promise<Files> => ({
  json: await read(join(folder, 'data/shared-store.json')),
  ndjson: await read(join(folder, 'data/shared-store.ndjson')),
})

const plant = async (folder: string, { json, ndjson }: Files): Promise<void> => {
  await rm(join(folder, 'data'), { recursive: true, force: true })
  await mkdir(join(folder, 'data'), { recursive: true })
  if (json !== null) await writeFile(join(folder, 'data/shared-store.json'), json, 'latin1')
  if (ndjson !== null) await writeFile(join(folder, 'data/shared-store.ndjson'), ndjson, 'latin1')
}

/** All that a store holds, the numbers that its later orders depend on too. */
const stateOf = (store: SharedStore) => ({
  records: store.records().map(({ value, ...rest }) => ({ ...rest, size: value.length })),
  bytes: store.bytes,
})

/** A run of a simulator on a folder, which rewrites its file as soon as the journal is larger. */
const run = async (folder: string) => {
  const notices: string[] = []
  // What only reads needs no lock.
  const loads = DataFolder.unwritable(folder, (notice) => notices.push(notice), 'it is only read').store()
  const file = new JournaledFile(join(folder, 'data/shared-store.json'), 0)
  let refuse = false
  const store: Store = {
    load: loads.load,
    save: loads.save,
    append: async (_name, entries, whole) => {
      if (refuse) throw new NotSavedError('The disk is full.')
      await mkdir(join(folder, 'data'), { recursive: true })
      await file.append(entries, whole)
    },
  }
  return {
    shared: await openSharedStore(store),
    notices,
    refuse: (value: boolean) => {
      refuse = value
    },
    close: () => file.close(),
  }
}

const step = fc.record({
  what: fc.constantFrom('set', 'set', 'set', 'set', 'remove', 'refused', 'restart'),
  player: fc.constantFrom('a', 'b', 'c', 'd'),
  key: fc.constantFrom('k', 'é'),
  bytes: fc.integer({ min: 0, max: 900 }),
  rank: fc.oneof(fc.constant(null), fc.integer({ min: -3, max: 3 })),
  replaceable: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const change = async (shared: SharedDocument, one: Step, now: number): Promise<void> => {
  const { player, key, bytes, rank, replaceable } = one
  if (one.what === 'remove') return await removeRecord(shared, player, key)
  await writeRecord(shared, { player, key, value: 'x'.repeat(bytes), rank, replaceable }, now)
}

/**
 * What a kill or a power cut can leave between two moments: the file is replaced as a whole, then the journal, and a
 * journal grows byte by byte.
 */
const cutsBetween = (before: Files, after: Files, share: number): readonly Files[] => {
  const part = (text: string, from: number): string =>
    text.slice(0, from + Math.round(share * (text.length - from)))
  const cuts = [before, { ...before, json: after.json }]
  if (after.ndjson === null) return cuts
  const grown = before.ndjson !== null && after.ndjson.startsWith(before.ndjson)
  if (!grown) cuts.push({ ...after, ndjson: '' })
  cuts.push({ ...after, ndjson: part(after.ndjson, grown ? (before.ndjson ?? '').length : 0) })
  return cuts
}

/** Hardly a kilobyte is left, so that few writes fill the store. (One value is larger than apps may write.) */
const fullStore = (): string => {
  const store = new SharedStore()
  for (const [index, size] of [1_046_000, 300, 300, 300, 300].entries())
    store.set({ player: `p${index}`, key: 'f', value: 'x'.repeat(size), rank: 1, replaceable: index > 0 }, 0)
  return JSON.stringify({ schema: 1, records: store.records() })
}

/** Hundreds of writes are flushed to the disk, one after the other: how long that takes is up to the disk. */
const FLUSHING_MS = 180_000

describe('the shared store, killed at any moment', () => {
  it.each([
    ['an empty one', null, 60],
    ['a full one, saved without a journal', fullStore(), 15],
  ])(
    'is as after the last change that was acknowledged, or the one under way: %s',
    async (_what, json, numRuns) => {
      const folder = await temporaryFolder()
      const cut = await temporaryFolder()
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 1, maxLength: 12 }),
          fc.double({ min: 0, max: 1, noNaN: true }),
          fc.nat(),
          async (steps, share, where) => {
            await plant(folder, { json, ndjson: null })
            let simulator = await run(folder)
            const moments = [{ state: stateOf(simulator.shared.value), files: await filesIn(folder) }]
            for (const [now, one] of steps.entries()) {
              if (one.what === 'restart') {
                await simulator.close()
                simulator = await run(folder)
              } else if (one.what === 'refused') {
                simulator.refuse(true)
                // Where nothing changes, nothing has to be saved.
                await change(simulator.shared, one, now).catch((error: unknown) => {
                  expect(error).toBeInstanceOf(NotSavedError)
                })
                simulator.refuse(false)
              } else await change(simulator.shared, one, now)
              moments.push({ state: stateOf(simulator.shared.value), files: await filesIn(folder) })
            }
            await simulator.close()
            const at = where % steps.length
            const [before, after] = [moments[at], moments[at + 1]]
            if (before === undefined || after === undefined)
              throw new Error('There are two moments to a step.')
            for (const files of cutsBetween(before.files, after.files, share)) {
              await plant(cut, files)
              const killed = await run(cut)
              expect(killed.notices).toEqual([])
              const found = stateOf(killed.shared.value)
              expect([before.state, after.state]).toContainEqual(found)
              // It goes on from there, and nothing of what was cut off comes back.
              await writeRecord(
                killed.shared,
                { player: 'z', key: 'z', value: '', rank: 9, replaceable: true },
                99,
              )
              await killed.close()
              const again = await run(cut)
              expect(stateOf(again.shared.value)).toEqual(stateOf(killed.shared.value))
              await again.close()
            }
            // Refusals and restarts changed nothing.
            for (const [index, one] of steps.entries())
              if (one.what === 'refused' || one.what === 'restart')
                expect(moments[index + 1]?.state).toEqual(moments[index]?.state)
          },
        ),
        { numRuns: runs(numRuns) },
      )
    },
    FLUSHING_MS,
  )
})

describe('the shared store in its folder', () => {
  const record = (player: string, value: string) => ({ player, key: 'k', value, rank: 1, replaceable: false })
  const opened = async (path: string, notices: string[] = []) => {
    const folder = await DataFolder.open(path, (notice) => notices.push(notice))
    onTestFinished(() => folder.close())
    return { folder, shared: await openSharedStore(folder.store()) }
  }

  it('is a readable file and a line for each change since', async () => {
    const path = await temporaryFolder()
    const { shared } = await opened(path)
    await writeRecord(shared, record('a', 'one'), 5)
    await writeRecord(shared, record('b', 'two'), 6)
    await removeRecord(shared, 'a', 'k')
    await removeRecord(shared, 'a', 'k')
    const first = { ...record('a', 'one'), updatedAt: 5, sequence: 1 }
    const { json, ndjson } = await filesIn(path)
    expect(JSON.parse(json ?? '')).toEqual({ schema: 1, sequence: 1, records: [first] })
    expect(json?.split('\n')).toHaveLength(8)
    expect(
      ndjson
        ?.trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { sequence: 2, now: 6, set: [record('b', 'two')] },
      { sequence: 3, remove: { player: 'a', key: 'k' } },
    ])
  })

  it('is written without a comma too many, however many records it has', async () => {
    for (const count of [0, 1, 255, 256, 257, 600]) {
      const path = await temporaryFolder()
      const records = Array.from({ length: count }, (_, index) => ({
        ...record(`p${index}`, ''),
        updatedAt: 1,
        sequence: index + 1,
      }))
      await plant(path, { json: JSON.stringify({ schema: 1, records }), ndjson: null })
      const { shared } = await opened(path)
      await writeRecord(shared, record('new', ''), 2)
      expect(JSON.parse((await filesIn(path)).json ?? '').records).toHaveLength(count + 1)
      if (count > 0) await removeRecord(shared, 'p0', 'k')
      expect((await opened(`${path}/other`)).shared.value.bytes).toBe(0)
    }
  })

  it('starts again without the changes to a file that is damaged or gone, and says where they are', async () => {
    const change = '{"sequence":2,"remove":{"player":"a","key":"k"}}\n'
    for (const json of [null, '{"schema":1,']) {
      const path = await temporaryFolder()
      await plant(path, { json, ndjson: change })
      const notices: string[] = []
      const { shared } = await opened(path, notices)
      expect(shared.value.records()).toEqual([])
      const journal = join(path, 'data/shared-store.ndjson.damaged-')
      expect(notices).toEqual([
        ...(json === null
          ? []
          : [expect.stringContaining('shared-store.json was damaged. It was set aside as')]),
        expect.stringContaining(
          `Later changes to ${join(path, 'data/shared-store.json')} were set aside as ${journal}`,
        ),
      ])
      expect(await read(notices.at(-1)?.replace(/.* as (.*)\.$/, '$1') ?? '')).toBe(change)
      expect(await filesIn(path)).toEqual({ json: null, ndjson: null })
    }
  })

  it('keeps what can be read of damaged changes, sets all aside, and says so once', async () => {
    const path = await temporaryFolder()
    const line = (sequence: number, player: string) =>
      `${JSON.stringify({ sequence, now: 1, set: [record(player, '')] })}\n`
    await plant(path, {
      json: '{"schema":1,"records":[]}',
      ndjson: `${line(1, 'a')}{"sequence":2,"what":"?"}\n\u0000\u0000\n${line(4, 'd')}`,
    })
    const notices: string[] = []
    const { shared, folder } = await opened(path, notices)
    expect(shared.value.records().map(({ player, sequence }) => [player, sequence])).toEqual([
      ['a', 1],
      ['d', 4],
    ])
    expect(notices).toEqual([
      expect.stringMatching(
        /Some changes to .*shared-store\.json were damaged and set aside as .*\. The others were applied\./,
      ),
    ])
    const again = await openSharedStore(folder.store())
    expect(again.value.records()).toEqual(shared.value.records())
    expect(notices).toHaveLength(1)
  })

  it('sweeps what a killed process left of a journal', async () => {
    const path = await temporaryFolder()
    await plant(path, { json: '{"schema":1,"records":[]}', ndjson: null })
    await writeFile(join(path, 'data/shared-store.ndjson.1234567890'), 'torn')
    await opened(path)
    expect(await read(join(path, 'data/shared-store.ndjson.1234567890'))).toBeNull()
  })

  it('refuses a change, and is as it was, where it cannot be saved, and saves the next one that can', async () => {
    const path = await temporaryFolder()
    const { folder, shared } = await opened(path)
    await writeRecord(shared, record('a', 'one'), 1)
    await mkdir(join(path, 'data/shared-store.ndjson/in-the-way'), { recursive: true })
    const refused = writeRecord(shared, record('a', 'two'), 2)
    await expect(refused).rejects.toThrow(NotSavedError)
    await expect(refused).rejects.toThrow(/shared-store\.json cannot be written: /)
    expect(shared.value.get('a', 'k')?.value).toBe('one')
    await rm(join(path, 'data/shared-store.ndjson'), { recursive: true })
    await writeRecord(shared, record('a', 'three'), 3)
    expect((await openSharedStore(folder.store())).value.records()).toEqual(shared.value.records())
  })

  it('writes nothing after another simulator took over the folder', async () => {
    const path = await temporaryFolder()
    const { folder, shared } = await opened(path)
    await writeRecord(shared, record('a', 'one'), 1)
    await writeRecord(shared, record('b', 'two'), 2)
    const before = await filesIn(path)
    folder.lose()
    await expect(writeRecord(shared, record('a', 'three'), 3)).rejects.toThrow('took over the saved data')
    expect(await filesIn(path)).toEqual(before)
    expect(shared.value.get('a', 'k')?.value).toBe('one')
  })

  it('is gone after all was erased, also what was just being written', async () => {
    const path = await temporaryFolder()
    const { folder, shared } = await opened(path)
    for (const player of ['a', 'b', 'c']) {
      const last = writeRecord(shared, record(player, ''), 1)
      await folder.erase()
      await last
      expect(await filesIn(path)).toEqual({ json: null, ndjson: null })
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
    await mkdir(join(path, 'other'))
    await plant(join(path, 'other'), {
      json: await read(join(path, 'data.previous/shared-store.json')),
      ndjson: await read(join(path, 'data.previous/shared-store.ndjson')),
    })
    expect((await opened(join(path, 'other'))).shared.value.records()).toEqual(next.value.records())
  })
})
