import { describe, expect, it } from 'vitest'
import type { ShellWindow } from '../../../support/rigs/shell-window.js'
import { MANIFEST, type SimulatorRig, simulatorRig } from '../../../support/rigs/simulator-rig.js'

const PAID = {
  'manifest.json': JSON.stringify({
    ...MANIFEST,
    access: { type: 'pass_30d', price: '5', statement: 'Thirty days of every level.' },
  }),
}

const heldWindow = async (): Promise<{ rig: SimulatorRig; window: ShellWindow }> => {
  const rig = await simulatorRig({ files: PAID })
  const window = await rig.window(1, ['payment'])
  window.send({ type: 'frame-opened', frame: 1 })
  await window.next('held')
  return { rig, window }
}

const seen = (window: ShellWindow, ...types: string[]): string[] =>
  window.received.map(({ type }) => type).filter((type) => types.includes(type))

/** Chooses on the payment sheet once it is open. */
const choose = async (window: ShellWindow, choice: 'pay' | 'cancel', after = 0): Promise<void> => {
  const { sheet } = await window.next('sheet-opened', (message) => message.sheet > after)
  window.send({ type: 'sheet-choice', sheet, choice })
}

describe('a paid app', () => {
  it('5: is not opened before access is bought: its page is shown, and its calls get no answer', async () => {
    const { rig, window } = await heldWindow()
    expect(await window.next('held')).toEqual({
      type: 'held',
      frame: 1,
      summary: MANIFEST.summary,
      opening: {
        outcome: 'held',
        reason: 'buy',
        access: {
          type: 'pass_30d',
          statement: 'Thirty days of every level.',
          price: '5',
          balance: '100',
          endedAt: null,
          pending: false,
          refusal: null,
        },
      },
    })
    void window.call(1, 'ready')
    window.send({ type: 'buy-access' })
    await choose(window, 'cancel')
    await window.next('sheet-closed')
    expect(seen(window, 'session-opened', 'to-app', 'admitted')).toEqual([])
    expect(rig.simulator.log.entries()).toContainEqual(
      expect.objectContaining({
        message: 'The app was not opened: the person has to buy access on its page first, for 5 credits (5).',
      }),
    )
  })

  it('5: opens once access is bought, and stays bought; a pass that ran out is bought again', async () => {
    const { rig, window } = await heldWindow()
    window.send({ type: 'buy-access' })
    await choose(window, 'pay')
    await window.next('admitted')
    window.send({ type: 'frame-opened', frame: 2 })
    await window.next('session-opened')
    expect(await window.call(2, 'getPurchases')).toMatchObject({
      result: { access: { type: 'pass_30d', active: true, until: expect.any(String) } },
    })
    rig.simulator.clock.advance(30 * 86_400_000)
    window.send({ type: 'frame-opened', frame: 3 })
    expect(await window.next('held', ({ frame }) => frame === 3)).toMatchObject({
      opening: { access: { balance: '95', endedAt: expect.any(String) } },
    })
  })

  it('3.2: opens by itself once a pending payment is confirmed', async () => {
    const { rig, window } = await heldWindow()
    window.send({ type: 'set-switches', switches: { payments: 'pending' } })
    window.send({ type: 'buy-access' })
    await choose(window, 'pay')
    await window.next('held', ({ opening }) => opening.reason === 'buy' && opening.access.pending)
    expect(seen(window, 'admitted')).toEqual([])
    rig.simulator.clock.advance(10_000)
    await window.next('admitted')
  })

  it('5: says immediately when a switch makes it possible to buy', async () => {
    const { window } = await heldWindow()
    window.send({ type: 'set-switches', switches: { balance: '1' } })
    await window.next('held', ({ opening }) => opening.reason === 'buy' && opening.access.refusal !== null)
    window.send({ type: 'set-switches', switches: { balance: '7' } })
    await window.next('held', ({ opening }) => opening.reason === 'buy' && opening.access.balance === '7')
  })

  it('5: the owner may open it without buying, also after a reload; once closed, it asks again', async () => {
    const { window } = await heldWindow()
    window.send({ type: 'open-without-buying' })
    await window.next('admitted')
    for (const frame of [2, 3]) {
      window.send({ type: 'frame-opened', frame })
      await window.next('session-opened', (message) => message.frame === frame)
    }
    window.send({ type: 'close-app' })
    await window.next('app-closed')
    window.send({ type: 'frame-opened', frame: 4 })
    await window.next('held', ({ frame }) => frame === 4)
  })

  it('its payment sheet goes with its page, and is opened once', async () => {
    const { rig, window } = await heldWindow()
    window.send({ type: 'buy-access' })
    window.send({ type: 'buy-access' })
    const { sheet } = await window.next('sheet-opened')
    window.send({ type: 'frame-opened', frame: 2 })
    await window.next('sheet-closed')
    window.send({ type: 'sheet-choice', sheet, choice: 'pay' })
    const { opening } = await window.next('held', ({ frame }) => frame === 2)
    expect(opening).toMatchObject({ access: { balance: '100' } })
    expect(seen(window, 'sheet-opened')).toHaveLength(1)
    const host = await rig.simulator.host(MANIFEST.app_id)
    expect(host.figures.purchases).toBe(0)
  })

  it('5: a person whom the app is not for sees why nothing opens, until a switch lets them in', async () => {
    const { rig, window } = await heldWindow()
    window.send({ type: 'set-switches', switches: { person: '13-15', guardian: { miniApps: false } } })
    await window.next('held', ({ opening }) => opening.reason === 'gate')
    expect(
      rig.simulator.log.entries().filter((entry) => entry.kind === 'call'),
      'no session began',
    ).toEqual([])
    window.send({ type: 'buy-access' })
    window.send({ type: 'set-switches', switches: { guardian: { miniApps: true } } })
    await window.next('held', ({ opening }) => opening.reason === 'buy')
    expect(seen(window, 'sheet-opened')).toEqual([])
  })
})
