import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RandomFaults } from '../../../../src/host/control/faults/random-faults.js'
import { RandomFaultsReport } from '../../../../src/host/control/faults/random-faults-report.js'
import type { CallEntry } from '../../../../src/host/log/call-log.js'
import { CALL_TABLE, METHODS, type Method } from '../../../../src/platform/calls/table.js'
import { STORAGE_MAX_KEYS } from '../../../../src/platform/storage-limits.js'
import { APP, hostRig } from '../../../support/rigs/host-rig.js'
import { runs } from '../../../support/vitest/runs.js'

const SHOP = {
  ...APP,
  products: [
    {
      id: 'coins',
      title: 'Coins',
      statement: 'Ten coins to spend in the game.',
      price: '1',
      kind: 'consumable' as const,
    },
  ],
}

describe('ordered faults', () => {
  it('reject only the next call of the method, with the code', async () => {
    const { open, faults, log } = await hostRig()
    const page = await open()
    faults.add({
      seat: null,
      method: 'storage.set',
      times: 'next',
      fault: { what: 'error', code: 'STORAGE_FULL' },
    })
    expect(await page.call('storage.get', { key: 'a' })).toEqual({ result: null })
    expect(await page.call('storage.set', { key: 'a', value: '1' })).toEqual({ code: 'STORAGE_FULL' })
    expect(await page.call('storage.set', { key: 'a', value: '1' })).toEqual({ result: { saved: true } })
    expect(faults.faults).toEqual([])
    const calls = log.entries().filter((entry): entry is CallEntry => entry.kind === 'call')
    expect(calls.map(({ ordered }) => ordered)).toEqual([undefined, true, undefined])
    expect(calls[1]?.why).toBe('Injected fault: this call is rejected with STORAGE_FULL.')
  })

  it('apply to every call of only one seat, until removed', async () => {
    const { open, faults } = await hostRig()
    const [first, second] = [await open(), await open({ seat: 2 })]
    const { id } = faults.add({
      seat: 2,
      method: null,
      times: 'every',
      fault: { what: 'error', code: 'TIMEOUT' },
    })
    expect(await first.call('getContext')).toHaveProperty('result')
    expect(await second.call('getContext')).toEqual({ code: 'TIMEOUT' })
    expect(await second.call('storage.keys')).toEqual({ code: 'TIMEOUT' })
    expect([faults.remove(id), faults.remove(id)]).toEqual([true, false])
    expect(await second.call('storage.keys')).toEqual({ result: { keys: [] } })
  })

  it('can leave a call unanswered, and log it', async () => {
    const { open, faults, log } = await hostRig()
    const page = await open()
    faults.add({ seat: null, method: 'ready', times: 'next', fault: { what: 'silence' } })
    await page.session.receive({
      json: '{"service":1,"id":"x","method":"ready","params":{}}',
      gesture: false,
    })
    expect([page.posted, page.happened]).toEqual([[], []])
    expect(log.entries()).toMatchObject([{ kind: 'dropped', method: 'ready', ordered: true }])
  })

  it('makes a call late by the host’s clock, and answers it then', async () => {
    const { open, faults, clock } = await hostRig()
    const page = await open()
    faults.add({ seat: null, method: 'ready', times: 'next', fault: { what: 'slow', ms: 3_000 } })
    const answered = page.call('ready')
    clock.advance(2_999)
    await Promise.resolve()
    expect(page.posted).toEqual([])
    clock.advance(1)
    expect(await answered).toEqual({ result: {} })
  })

  it('closes the sheet of a call immediately, and frees the next one', async () => {
    const { open, faults } = await hostRig()
    const page = await open({ app: SHOP })
    faults.add({ seat: null, method: null, times: 'every', fault: { what: 'cancel' } })
    expect(await page.call('pay', { product: 'coins' })).toEqual({ result: { status: 'cancelled' } })
    expect(await page.call('getNickname', { ask: true })).toEqual({ result: { nickname: null } })
    expect(await page.call('pickImage')).toEqual({ result: { status: 'cancelled' } })
    expect(page.person.sheets).toEqual([])
    faults.clear()
    page.person.choices.push('pay')
    expect(await page.call('pay', { product: 'coins' })).toMatchObject({ result: { status: 'paid' } })
  })

  it('5: ends the session, as its 12 hours do', async () => {
    const { open, host } = await hostRig()
    const page = await open()
    await host.triggerMoment(1, 'end-session')
    expect(await page.call('storage.keys')).toEqual({ code: 'LAUNCH_INVALID' })
  })

  it('8.2, 4.6: fills the storage and the shared store', async () => {
    const { open, host } = await hostRig()
    const page = await open()
    await page.call('storage.set', { key: 'mine', value: 'kept' })
    await page.call('db.set', { key: 'mine', value: 'kept' })
    await host.triggerMoment(1, 'fill-storage')
    await host.triggerMoment(1, 'fill-shared-store')
    const { result } = (await page.call('storage.keys', {})) as {
      readonly result: { readonly keys: unknown[] }
    }
    expect(result.keys).toHaveLength(STORAGE_MAX_KEYS)
    expect(await page.call('storage.set', { key: 'new', value: '' })).toEqual({ code: 'STORAGE_FULL' })
    expect(await page.call('storage.set', { key: 'mine', value: 'changed' })).toEqual({
      result: { saved: true },
    })
    expect(await page.call('db.set', { key: 'new', value: 'x' })).toEqual({ code: 'STORE_FULL' })
    expect(await page.call('db.get', { key: 'mine' })).toMatchObject({
      result: { record: { value: 'kept' } },
    })
    // Once more changes nothing, and ends.
    await host.triggerMoment(1, 'fill-shared-store')
    await host.triggerMoment(1, 'fill-storage')
  })

  it('6: sends the person away and back, and flips the theme', async () => {
    const { open, host, clock } = await hostRig()
    const page = await open()
    await host.triggerMoment(1, 'hide-and-show')
    clock.advance(2_000)
    await expect.poll(() => page.events()).toHaveLength(2)
    await host.triggerMoment(1, 'flip-theme')
    expect(page.events()).toEqual([
      { service: 1, event: 'visibility', data: { visible: false } },
      { service: 1, event: 'visibility', data: { visible: true } },
      { service: 1, event: 'theme', data: { theme: 'dark' } },
    ])
  })

  it('7: takes the network of a phone away, and gives it back', async () => {
    const { open, host, set, clock } = await hostRig()
    await set({ platform: 'ios' })
    const page = await open()
    await host.triggerMoment(1, 'offline-for-a-while')
    expect(await page.call('storage.keys')).toEqual({ code: 'OFFLINE' })
    clock.advance(2_000)
    await expect.poll(() => page.call('storage.keys')).toEqual({ result: { keys: [] } })
  })
})

describe('random faults', () => {
  const method = fc.constantFrom(...METHODS)

  it('cause the same in the same calls, regardless of other calls in between', () => {
    fc.assert(
      fc.property(fc.nat(), fc.array(method, { maxLength: 60 }), (seed, calls) => {
        const play = (chosen: (one: Method) => boolean) => {
          const random = new RandomFaults(seed)
          return calls.filter(chosen).map((one) => [one, random.faultFor(1, one)] as const)
        }
        const whole = play(() => true)
        for (const only of new Set(calls))
          expect(play((one) => one === only)).toEqual(whole.filter(([one]) => one === only))
      }),
      { numRuns: runs(50) },
    )
  })

  it('gives a method only codes that it may meet, silence only where the SDK stops waiting, and lets most calls be', () => {
    const random = new RandomFaults(7)
    let faulty = 0
    for (const one of METHODS)
      for (let call = 0; call < 400; call += 1) {
        const fault = random.faultFor(1, one)
        if (fault === null) continue
        faulty += 1
        if (fault.what === 'error') expect(CALL_TABLE[one].mayFailWith).toContain(fault.code)
        if (fault.what === 'silence') expect(CALL_TABLE[one].timeoutMs).not.toBeNull()
        if (fault.what === 'slow') expect(fault.ms).toBeGreaterThan(0)
      }
    expect(faulty / (METHODS.length * 400)).toBeCloseTo(0.25, 1)
  })

  it('report what the app did not recover from, each with the fault before it', () => {
    const report = new RandomFaultsReport()
    const common = { seq: 1, at: '2026-01-01T00:00:00.000Z', seat: 1 }
    const thrown = { ...common, kind: 'rejection' as const, message: 'x', file: 'a.js', line: 3, column: 1 }
    report.add(thrown)
    report.add({
      ...common,
      kind: 'call',
      id: '1',
      method: 'storage.set',
      wire: 'storage.set',
      params: {},
      error: { code: 'STORAGE_FULL', message: '' },
      ms: 1,
      bytes: 1,
      gesture: false,
      ordered: true,
    })
    report.add(thrown)
    expect(report.faults).toBe(1)
    expect(report.unhandled).toEqual([
      { report: thrown, after: null },
      { report: thrown, after: 'storage.set was rejected with STORAGE_FULL' },
    ])
  })
})
