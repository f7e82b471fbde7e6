import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AppData } from '../../../../src/host/control/app-data.js'
import { askControl as ask } from '../../../support/rigs/ask-control.js'
import { MANIFEST, type SimulatorRig, simulatorRig } from '../../../support/rigs/simulator-rig.js'
import { missing } from '../../../support/vitest/missing.js'

const dataOf = async (rig: SimulatorRig): Promise<Required<AppData>> =>
  (await ask(rig, 'GET', 'data')).body as Required<AppData>

describe('control/data', () => {
  it('exports all that an app saved, and imports it again after everything was forgotten', async () => {
    const rig = await simulatorRig()
    const window = await rig.window()
    window.send({ type: 'frame-opened', frame: 1 })
    await window.call(1, 'storage.set', { key: 'level', value: '3' })
    await window.call(1, 'db.set', { key: 'score', value: 'x', rank: 7 })
    const before = await dataOf(rig)
    expect(before).toMatchObject({
      schema: 1,
      app: MANIFEST.app_id,
      storage: { 1: { level: '3' } },
      sharedStore: [{ player: before.ownerId, key: 'score', value: 'x', rank: 7, replaceable: false }],
    })
    await ask(rig, 'POST', 'reset')
    expect(await dataOf(rig)).toMatchObject({ storage: {}, sharedStore: [] })
    expect(await ask(rig, 'PUT', 'data', before)).toMatchObject({
      status: 200,
      body: { storage: { 1: { level: '3' } }, ownerId: before.ownerId },
    })
    expect(
      JSON.parse(
        await readFile(join(rig.dataFolder, 'data', MANIFEST.app_id, 'seat-1/storage.json'), 'utf8'),
      ),
    ).toEqual({
      schema: 1,
      values: { level: '3' },
    })
  })

  it('loads the running app again, with what was imported', async () => {
    const rig = await simulatorRig()
    const window = await rig.window()
    window.send({ type: 'frame-opened', frame: 1 })
    await window.call(1, 'storage.set', { key: 'level', value: '3' })
    await ask(rig, 'PUT', 'data', { schema: 1, storage: { 1: { level: '9' } } })
    await window.next('reload')
    window.send({ type: 'frame-opened', frame: 2 })
    expect(await window.call(2, 'storage.get', { key: 'level' })).toMatchObject({ result: '9' })
    expect(await window.call(2, 'storage.set', { key: 'more', value: '1' })).toMatchObject({ result: {} })
    expect((await dataOf(rig)).storage).toEqual({ 1: { level: '9', more: '1' } })
  })

  it('changes nothing, and leaves the app running, where anything in the document is wrong', async () => {
    const rig = await simulatorRig()
    const window = await rig.window()
    window.send({ type: 'frame-opened', frame: 1 })
    await window.call(1, 'storage.set', { key: 'level', value: '3' })
    const before = await dataOf(rig)
    expect(
      await ask(rig, 'PUT', 'data', { ...before, storage: { 1: { good: '1', 'bad key': '2' } } }),
    ).toEqual({
      status: 400,
      body: {
        error:
          'The data cannot be imported: storage.1.bad key: must be a key: 1 to 128 characters of A-Z a-z 0-9 _ . : -.',
      },
    })
    expect(await window.call(1, 'storage.get', { key: 'level' })).toMatchObject({ result: '3' })
    expect({ ...(await dataOf(rig)), savedAt: before.savedAt }).toEqual(before)
    expect(window.received.filter(({ type }) => type === 'reload')).toEqual([])
  })

  it('says that a manifest that cannot be read leaves nobody’s data', async () => {
    const rig = await simulatorRig({ files: { 'manifest.json': 'no' } })
    expect(await ask(rig, 'GET', 'data')).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('Fix manifest.json first.') },
    })
  })
})

describe('PATCH control/data', () => {
  it('changes one thing of what is saved, seen by the running app at its next call', async () => {
    const rig = await simulatorRig()
    const window = await rig.window()
    window.send({ type: 'frame-opened', frame: 1 })
    await window.call(1, 'ready')
    expect(await ask(rig, 'PATCH', 'data', { edit: 'set-value', seat: 1, key: 'level', value: '3' })).toEqual(
      { status: 200, body: { saved: true } },
    )
    expect(await window.call(1, 'storage.get', { key: 'level' })).toMatchObject({ result: '3' })
    expect(await ask(rig, 'PATCH', 'data', { edit: 'refund', sale: 'p_none' })).toEqual({
      status: 400,
      body: { error: 'There is no purchase p_none.' },
    })
    expect(await ask(rig, 'PATCH', 'data', { edit: 'set-balance', seat: 9, credits: 'many' })).toEqual({
      status: 400,
      body: {
        error: expect.stringMatching(/^seat: .*; credits: must be credits with up to three decimals/),
      },
    })
  })
})

describe('GET control/state', () => {
  it('3.3: tells the three figures from the start, those of an earlier run included', async () => {
    const rig = await simulatorRig()
    const figures = async () => ((await ask(rig, 'GET', 'state')).body as { figures: unknown }).figures
    expect(await figures()).toEqual({ purchases: '0', held: '0', paid: '0' })
    const item = { type: 'product', id: 'skin', kind: 'permanent' }
    await ask(rig, 'PATCH', 'data', { edit: 'give', seat: 2, item, price: '2.5' })
    expect(await figures()).toEqual({ purchases: '2.5', held: '2.5', paid: '0' })
    const broken = await simulatorRig({ files: { 'manifest.json': 'no' } })
    expect((await ask(broken, 'GET', 'state')).body).toMatchObject({ figures: null })
  })

  it('5: access that is given by hand opens the app that waits for it', async () => {
    const access = { type: 'one_time', price: '5', statement: 'All levels, kept forever.' }
    const rig = await simulatorRig({ files: { 'manifest.json': JSON.stringify({ ...MANIFEST, access }) } })
    const window = await rig.window()
    window.send({ type: 'frame-opened', frame: 1 })
    await window.next('held')
    const item = { type: 'access', access: 'one_time' }
    expect(await ask(rig, 'PATCH', 'data', { edit: 'give', seat: 1, item, price: '5' })).toMatchObject({
      status: 200,
    })
    await window.next('admitted')
    expect(await ask(rig, 'PATCH', 'data', { edit: 'give', seat: 1, item, price: '5' })).toEqual({
      status: 400,
      body: { error: 'Seat 1 has this already, and it can be bought only once (3.2).' },
    })
  })
})

describe('control/clock', () => {
  it('runs faster, and moves until nothing is due for an hour', async () => {
    const rig = await simulatorRig()
    expect((await ask(rig, 'POST', 'clock', { speed: 10 })).body).toMatchObject({ clock: { speed: 10 } })
    expect((await ask(rig, 'GET', 'state')).body).toMatchObject({ clock: { speed: 10 } })
    expect((await ask(rig, 'POST', 'clock', { until: 'quiet', speed: 1 })).body).toMatchObject({
      clock: { speed: 1 },
    })
    expect(
      rig.simulator.log.entries().flatMap((entry) => (entry.kind === 'note' ? [entry.message] : [])),
    ).toEqual([
      'The clock runs 10 times as fast.',
      'The host is ready.',
      'The clock runs at normal speed.',
      'The clock moved forward by 0 ms. Nothing is due in the next hour.',
    ])
    for (const body of [{ speed: 5 }, { until: 'later' }, {}])
      expect((await ask(rig, 'POST', 'clock', body)).status).toBe(400)
  })

  it('stands still, moves while it does, and goes on', async () => {
    const rig = await simulatorRig()
    const clock = async (body: unknown) =>
      ((await ask(rig, 'POST', 'clock', body)).body as { clock: { now: string; paused: boolean } }).clock
    const paused = await clock({ pause: true })
    expect(paused).toMatchObject({ paused: true, upcoming: [] })
    const moved = await clock({ advance: '2h' })
    expect(Date.parse(moved.now) - Date.parse(paused.now)).toBe(7_200_000)
    expect((await ask(rig, 'GET', 'state')).body).toMatchObject({
      clock: { now: moved.now, paused: true },
      figures: { purchases: '0', held: '0', paid: '0' },
    })
    expect(await clock({ pause: false, advance: '1s' })).toMatchObject({ paused: false })
    expect(rig.simulator.log.entries().map((entry) => (entry.kind === 'note' ? entry.message : ''))).toEqual([
      'The clock was paused.',
      'The host is ready.',
      'The clock moved forward by 2h.',
      'The clock was resumed.',
      'The clock moved forward by 1s.',
    ])
    for (const body of [{}, { pause: 'yes' }, { advance: '1y' }, { pause: true, back: '1h' }])
      expect(await ask(rig, 'POST', 'clock', body)).toMatchObject({ status: 400 })
  })

  it('tells what will happen by itself', async () => {
    const rig = await simulatorRig()
    const window = await rig.window(2)
    window.send({ type: 'frame-opened', frame: 1 })
    await window.call(1, 'ready')
    expect((await ask(rig, 'GET', 'clock')).body).toMatchObject({
      clock: {
        upcoming: [
          {
            at: expect.stringMatching(/Z$/),
            what: 'session-end',
            seat: 2,
            count: 1,
            text: 'the session of seat 2 ends: calls reject with LAUNCH_INVALID (5)',
          },
        ],
      },
    })
  })
})

describe('control/snapshots', () => {
  it('takes one, lists it, goes back to it after a reset, and removes it', async () => {
    const rig = await simulatorRig()
    const window = await rig.window()
    window.send({ type: 'frame-opened', frame: 1 })
    await window.call(1, 'storage.set', { key: 'level', value: '3' })
    const { ownerId } = await dataOf(rig)
    const listed = {
      snapshots: [{ name: 'Before the boss', takenAt: expect.any(String), bytes: expect.any(Number) }],
    }
    expect(await ask(rig, 'PUT', 'snapshots/Before%20the%20boss')).toEqual({ status: 200, body: listed })
    await ask(rig, 'POST', 'reset')
    expect((await ask(rig, 'GET', 'snapshots')).body).toEqual(listed)
    expect(await ask(rig, 'POST', 'snapshots/before%20the%20boss/restore')).toMatchObject({
      status: 200,
      body: { ownerId, storage: { 1: { level: '3' } } },
    })
    expect(await ask(rig, 'DELETE', 'snapshots/Before%20the%20boss')).toEqual({
      status: 200,
      body: { snapshots: [] },
    })
    expect(await ask(rig, 'POST', 'snapshots/Before%20the%20boss/restore')).toEqual({
      status: 404,
      body: { error: 'There is no snapshot "Before the boss". There are no snapshots yet.' },
    })
  })

  it.each(['..%2Fescape', 'con', 'a.b', '%20a', 'a%20', 'x'.repeat(61), 'NUL'])(
    'refuses a name that is not a valid file name on every system: %s',
    async (name) => {
      const rig = await simulatorRig()
      expect(await ask(rig, 'PUT', `snapshots/${name}`)).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('1 to 60 letters') },
      })
    },
  )

  it('lists what is there, where one is removed meanwhile', async ({ skip }) => {
    skip(...missing.links)
    const rig = await simulatorRig()
    await ask(rig, 'PUT', 'snapshots/one')
    // Its name is there, and by the time that it is looked at it is not.
    await symlink('gone', join(rig.dataFolder, 'snapshots', MANIFEST.app_id, 'two.json'))
    expect(await ask(rig, 'GET', 'snapshots')).toEqual({
      status: 200,
      body: { snapshots: [{ name: 'one', takenAt: expect.any(String), bytes: expect.any(Number) }] },
    })
  })

  it('says which file is no longer a snapshot, and keeps what there is', async () => {
    const rig = await simulatorRig()
    await ask(rig, 'PUT', 'snapshots/one')
    const before = await dataOf(rig)
    await writeFile(join(rig.dataFolder, 'snapshots', MANIFEST.app_id, 'one.json'), '{"schema":')
    expect(await ask(rig, 'POST', 'snapshots/one/restore')).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/one\.json is not JSON\. Fix the file/) },
    })
    expect((await dataOf(rig)).ownerId).toBe(before.ownerId)
  })
})
