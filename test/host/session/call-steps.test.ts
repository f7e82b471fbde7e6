import { describe, expect, it } from 'vitest'
import { type CallEntry, isPending } from '../../../src/host/log/call-log.js'
import { APP, hostRig } from '../../support/rigs/host-rig.js'

const SHOP = {
  ...APP,
  products: [{ id: 'gems', title: 'Gems', statement: 'Ten gems', price: '5', kind: 'consumable' as const }],
}

const lastCall = (log: { entries(): readonly unknown[] }): CallEntry =>
  (log.entries() as readonly CallEntry[]).filter(({ kind }) => kind === 'call').at(-1) as CallEntry

describe('the log of a call', () => {
  it('has the sheet, the choice and what was saved, in order', async () => {
    const { open, log } = await hostRig()
    const page = await open({ app: SHOP })
    page.person.choices.push('pay')
    await page.call('pay', { product: 'gems' })
    expect(lastCall(log).steps).toEqual([
      { step: 'sheet-opened', sheet: 'payment', ms: 0 },
      { step: 'sheet-answered', sheet: 'payment', declined: false, ms: 0 },
      { step: 'saved', what: 'purchases', ms: 0 },
    ])
    page.person.choices.push('cancel')
    await page.call('pay', { product: 'gems' })
    expect(lastCall(log).steps).toEqual([
      { step: 'sheet-opened', sheet: 'payment', ms: 0 },
      { step: 'sheet-answered', sheet: 'payment', declined: true, ms: 0 },
    ])
  })

  it('has a choice that was not accepted', async () => {
    const { open, log } = await hostRig()
    const page = await open()
    const answered = page.call('getNickname', { ask: true })
    await expect.poll(() => page.person.looking()).toBe(true)
    page.person.choose({ nickname: '!' })
    page.person.choose(null)
    await answered
    expect(lastCall(log).steps).toEqual([
      { step: 'sheet-opened', sheet: 'nickname', ms: 0 },
      { step: 'choice-refused', sheet: 'nickname', why: page.person.faults[0], ms: 0 },
      { step: 'sheet-answered', sheet: 'nickname', declined: true, ms: 0 },
    ])
  })

  it.each([
    ['storage.set', { key: 'k', value: 'v' }, 'storage'],
    ['storage.remove', { key: 'k' }, 'storage'],
    ['db.set', { key: 'k', value: 'v' }, 'records'],
    ['db.remove', { key: 'k' }, 'records'],
  ])('has what %s saved', async (method, params, what) => {
    const { open, log } = await hostRig()
    const page = await open()
    await page.call(method.replace('remove', 'set'), { key: 'k', value: 'v' })
    await page.call(method, params)
    expect(lastCall(log).steps).toEqual([{ step: 'saved', what, ms: 0 }])
  })

  it('has no steps where nothing happened', async () => {
    const { open, log } = await hostRig()
    const page = await open()
    await page.call('ready')
    await page.call('storage.remove', { key: 'none' })
    for (const entry of log.entries()) expect(entry).not.toHaveProperty('steps')
  })

  it('has the delays of the network and of a fault', async () => {
    const { open, log, set, clock, faults } = await hostRig()
    await set({ network: { latency: 40 } })
    const page = await open()
    faults.add({ seat: null, method: 'ready', times: 'next', fault: { what: 'slow', ms: 200 } })
    const answered = page.session.receive({ json: '{"service":1,"id":"a","method":"ready"}', gesture: false })
    clock.advance(40)
    clock.advance(200)
    await answered
    expect(lastCall(log).steps).toEqual([
      { step: 'arrived', ms: 0 },
      { step: 'delayed', by: 200, ms: 0 },
      { step: 'delivered', ms: 40 },
    ])
    expect(page.posted).toEqual([])
    clock.advance(40)
    expect(page.posted).toHaveLength(1)
  })

  it('has the steps so far of a call whose page was closed', async () => {
    const { open, log } = await hostRig()
    const page = await open({ app: SHOP })
    void page.session.receive({
      json: '{"service":1,"id":"a","method":"pay","params":{"product":"gems"}}',
      gesture: true,
    })
    await expect.poll(() => page.person.looking()).toBe(true)
    page.session.end('left')
    const call = lastCall(log)
    expect(isPending(call)).toBe(false)
    expect(call.steps).toEqual([{ step: 'sheet-opened', sheet: 'payment', ms: 0 }])
  })

  it('has the app’s line, also where the call is dropped', async () => {
    const { open, log } = await hostRig()
    const page = await open()
    const calledFrom = { file: 'game.js', line: 3, column: 5 }
    await page.session.receive({
      json: '{"service":1,"id":"a","method":"ready"}',
      gesture: false,
      calledFrom,
    })
    await page.session.receive({ json: '[]', gesture: false, calledFrom })
    expect(log.entries()).toMatchObject([
      { kind: 'call', calledFrom },
      { kind: 'dropped', calledFrom },
    ])
  })
})

describe('a fault that answers a call', () => {
  it('gives the app that answer, and the host does nothing', async () => {
    const { open, log, faults } = await hostRig()
    const page = await open({ app: SHOP })
    const result = { status: 'failed', reason: 'unavailable' }
    faults.add({ seat: null, method: 'pay', times: 'next', fault: { what: 'answer', result } })
    expect(await page.call('pay', { product: 'gems' }, false)).toEqual({ result })
    expect(page.person.sheets).toEqual([])
    expect(lastCall(log)).toMatchObject({ result, ordered: true })
    expect(await page.call('pay', { product: 'gems' }, false)).toEqual({ code: 'NEEDS_TAP' })
  })
})
