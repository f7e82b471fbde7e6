import { describe, expect, it } from 'vitest'
import type { HostedApp } from '../../../src/host/hosted-app.js'
import type { SheetDrawer } from '../../../src/host/session/sheets.js'
import { APP, type HostRig, hostRig } from '../../support/rigs/host-rig.js'

const DAY_MS = 86_400_000
const ONCE: HostedApp = {
  ...APP,
  access: { type: 'one_time', price: '5', statement: 'Unlocks all twelve levels.' },
}
const PASS: HostedApp = {
  ...APP,
  access: { type: 'pass_30d', price: '2.5', statement: 'Thirty days of every level.' },
}

const opening = async ({ host }: HostRig, app: HostedApp, seat = 1) =>
  host.openings.decide(app, await host.seat(seat), ['payment'])

/** A person who chooses so on the payment sheet, and what the sheet showed. */
const person = (choice: 'pay' | 'cancel'): SheetDrawer & { readonly offers: unknown[] } => {
  const offers: unknown[] = []
  return {
    kinds: ['payment'],
    offers,
    open: (_kind, offer) => {
      offers.push(offer)
      return { choice: Promise.resolve(choice as never), close: () => {} }
    },
  }
}

const buy = async ({ host }: HostRig, app: HostedApp, sheets = person('pay')) =>
  (await host.openings.openAccessSheet(app, await host.seat(1), sheets))?.outcome

describe('opening an app', () => {
  it('5, 2.2: a gate comes before the price: nobody buys what does not open', async () => {
    const rig = await hostRig()
    const app: HostedApp = { ...ONCE, ageRating: '18+' }
    await rig.set({ person: '16-17' })
    expect(await opening(rig, app)).toMatchObject({
      outcome: 'held',
      reason: 'gate',
      gate: { reason: 'age' },
    })
    await rig.set({ person: 'adult' })
    expect(await opening(rig, app)).toMatchObject({ outcome: 'held', reason: 'buy' })
    // A page that cannot draw the picker has no picker.
    const needsPicker: HostedApp = { ...APP, requires: ['pickImage'] }
    expect(await opening(rig, needsPicker)).toMatchObject({ gate: { reason: 'missing-feature' } })
  })
})

const OFFER = {
  type: 'one_time',
  statement: 'Unlocks all twelve levels.',
  price: '5',
  balance: '100',
  endedAt: null,
  pending: false,
  refusal: null,
}

describe('opening an app', () => {
  it('2.3: a free app opens, and has nothing to buy', async () => {
    const rig = await hostRig()
    expect(await opening(rig, APP)).toEqual({ outcome: 'open' })
    expect(await buy(rig, APP)).toBeUndefined()
  })

  it('5: access to a paid app is bought on its page before it opens, and kept forever', async () => {
    const rig = await hostRig()
    expect(await opening(rig, ONCE)).toEqual({ outcome: 'held', reason: 'buy', access: OFFER })
    const sheets = person('pay')
    expect(await buy(rig, ONCE, sheets)).toBe('paid')
    expect(sheets.offers).toEqual([
      {
        app: 'Hello',
        developer: '@developer',
        title: 'Access, kept forever',
        statement: 'Unlocks all twelve levels.',
        total: '5',
        balance: '100',
        balanceAfter: '95',
      },
    ])
    rig.clock.advance(400 * DAY_MS)
    expect(await opening(rig, ONCE)).toEqual({ outcome: 'open' })
    const page = await rig.open({ app: ONCE })
    expect(await page.call('getPurchases')).toEqual({
      result: { purchases: [], access: { type: 'one_time', active: true } },
    })
    expect(await buy(rig, ONCE)).toBeUndefined()
  })

  it('2.3, 2.6: a pass lasts 30 days and says until when; then the person renews it at the next opening', async () => {
    const rig = await hostRig()
    const bought = rig.clock.now()
    expect(await buy(rig, PASS)).toBe('paid')
    const until = new Date(bought + 30 * DAY_MS).toISOString()
    const page = await rig.open({ app: PASS })
    expect(await page.call('getPurchases')).toEqual({
      result: { purchases: [], access: { type: 'pass_30d', active: true, until } },
    })
    rig.clock.advance(30 * DAY_MS - 1)
    expect(await opening(rig, PASS)).toEqual({ outcome: 'open' })
    rig.clock.advance(1)
    expect(await opening(rig, PASS)).toMatchObject({
      outcome: 'held',
      access: { type: 'pass_30d', balance: '97.5', endedAt: until },
    })
    expect(await buy(rig, PASS)).toBe('paid')
    expect(await opening(rig, PASS)).toEqual({ outcome: 'open' })
  })

  it('5: every person buys for themselves', async () => {
    const rig = await hostRig()
    await buy(rig, ONCE)
    expect(await opening(rig, ONCE, 2)).toMatchObject({ outcome: 'held', access: { balance: '100' } })
  })

  it('3.2: nothing is bought where the person cancels', async () => {
    const rig = await hostRig()
    expect(await buy(rig, ONCE, person('cancel'))).toBe('cancelled')
    expect(await opening(rig, ONCE)).toMatchObject({ outcome: 'held', access: { balance: '100' } })
  })

  it('3.2: a payment that is pending opens the app once it is confirmed, and is not taken twice', async () => {
    const rig = await hostRig()
    await rig.set({ payments: 'pending' })
    expect(await buy(rig, ONCE)).toBe('pending')
    expect(await opening(rig, ONCE)).toMatchObject({
      outcome: 'held',
      access: { pending: true, balance: '95' },
    })
    expect(await buy(rig, ONCE)).toBeUndefined()
    rig.clock.advance(10_000)
    expect(await opening(rig, ONCE)).toEqual({ outcome: 'open' })
  })

  it.each([
    [{ balance: '4.999' }, 'You do not have enough credits.', 'balance'],
    [{ payments: 'unavailable' }, 'You cannot buy access here.', 'payments'],
    [{ person: 'signed-out' }, 'You cannot buy access here.', 'signed out'],
    [{ person: '13-15', guardian: { pay: false } }, 'You cannot buy access here.', 'guardian'],
  ] as const)('5: with %j it cannot be bought, and the page says so', async (change, words, why) => {
    const rig = await hostRig()
    await rig.set(change)
    expect(await opening(rig, ONCE)).toMatchObject({
      outcome: 'held',
      access: { refusal: { words, why: expect.stringContaining(why) } },
    })
    expect(['refused', undefined]).toContain(await buy(rig, ONCE))
    expect(await opening(rig, ONCE)).toMatchObject({ outcome: 'held' })
  })

  it('3.1: nobody buys access to an app that was blocked while the sheet was open', async () => {
    const rig = await hostRig()
    let pay = (): void => {}
    const waiting: SheetDrawer = {
      kinds: ['payment'],
      open: () => ({
        choice: new Promise((resolve) => (pay = () => resolve('pay' as never))),
        close: () => {},
      }),
    }
    const sheet = await rig.host.openings.openAccessSheet(ONCE, await rig.host.seat(1), waiting)
    await rig.set({ app: 'blocked' })
    pay()
    expect(await sheet?.outcome).toBe('refused')
    await rig.set({ app: 'live' })
    expect(await opening(rig, ONCE)).toMatchObject({ outcome: 'held', access: { balance: '100' } })
  })

  it('5: the owner may run it without buying it, until they leave it; it is active then too', async () => {
    const rig = await hostRig()
    rig.host.openings.allowWithoutBuying(1)
    expect(await opening(rig, PASS)).toEqual({ outcome: 'open' })
    expect(await opening(rig, PASS, 2)).toMatchObject({ outcome: 'held' })
    const page = await rig.open({ app: PASS })
    expect(await page.call('getPurchases')).toEqual({
      result: { purchases: [], access: { type: 'pass_30d', active: true } },
    })
    rig.host.openings.left(1)
    expect(await opening(rig, PASS)).toMatchObject({ outcome: 'held' })
  })
})
