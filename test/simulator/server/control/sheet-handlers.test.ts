import { describe, expect, it } from 'vitest'
import { askControl as ask } from '../../../support/rigs/ask-control.js'
import { MANIFEST, simulatorRig } from '../../../support/rigs/simulator-rig.js'

const SHOP = JSON.stringify({
  ...MANIFEST,
  products: [
    { id: 'gems', title: 'Gems', statement: 'You receive 100 gems.', price: '2.5', kind: 'consumable' },
  ],
})

const openApp = async (seat = 1) => {
  const rig = await simulatorRig({ files: { 'manifest.json': SHOP } })
  const window = await rig.window(seat, ['payment', 'nickname'])
  window.send({ type: 'frame-opened', frame: 1 })
  await window.call(1, 'ready')
  return { rig, window }
}

describe('control/sheets', () => {
  it('waits for a sheet, tells what it shows, and takes what a person would choose', async () => {
    const { rig, window } = await openApp()
    expect(await ask(rig, 'GET', 'sheets')).toEqual({ status: 200, body: { sheets: [] } })
    const waiting = ask(rig, 'GET', 'sheets?seat=1&kind=payment&wait=10000')
    const paid = window.call(1, 'pay', { product: 'gems' })
    expect(await waiting).toEqual({
      status: 200,
      body: {
        sheets: [{ seat: 1, sheet: 1, kind: 'payment', offer: expect.objectContaining({ total: '2.5' }) }],
      },
    })
    expect(await ask(rig, 'POST', 'sheets/1/1', { choice: 'maybe' })).toEqual({
      status: 400,
      body: { error: 'This is not a valid choice for the sheet.' },
    })
    expect(await ask(rig, 'POST', 'sheets/1/1', { choice: 'pay' })).toEqual({
      status: 200,
      body: { taken: true },
    })
    expect(await paid).toMatchObject({ result: { status: 'paid' } })
    await window.next('sheet-closed')
    for (const path of ['sheets/1/1', 'sheets/2/1', 'sheets/x/y'])
      expect(await ask(rig, 'POST', path, { choice: 'pay' })).toMatchObject({ status: 404 })
  })

  it('says what the person would read about a choice that is refused, and leaves the sheet open', async () => {
    const { rig, window } = await openApp(2)
    const call = window.call(1, 'getNickname', { ask: true })
    await ask(rig, 'GET', 'sheets?wait=10000')
    expect(await ask(rig, 'POST', 'sheets/2/1', { choice: { nickname: 'a@b' } })).toEqual({
      status: 422,
      body: { error: 'A nickname cannot contain an @.' },
    })
    expect((await ask(rig, 'GET', 'sheets?kind=nickname')).body).toMatchObject({ sheets: [{ seat: 2 }] })
    await ask(rig, 'POST', 'sheets/2/1', { choice: null })
    expect(await call).toMatchObject({ result: { nickname: null } })
    const notes = rig.simulator.log
      .entries()
      .flatMap((entry) => (entry.kind === 'note' && entry.action?.do === 'choose' ? [entry] : []))
    expect(notes.map(({ message, action }) => ({ message, action }))).toEqual([
      {
        message:
          'The person entered "a@b" on the nickname sheet, which was not accepted: A nickname cannot contain an @. The app is not told.',
        action: {
          do: 'choose',
          sheet: 'nickname',
          choice: { nickname: 'a@b' },
          fault: 'A nickname cannot contain an @.',
        },
      },
      {
        message: 'The person closed the nickname sheet.',
        action: { do: 'choose', sheet: 'nickname', choice: null, fault: null },
      },
    ])
  })

  it('gives up after the time that it was to wait, and refuses what it does not know', async () => {
    const { rig } = await openApp()
    expect(await ask(rig, 'GET', 'sheets?kind=payment&wait=20')).toEqual({
      status: 200,
      body: { sheets: [] },
    })
    for (const query of ['kind=dialog', 'wait=-1', 'wait=99999999', 'seat=none'])
      expect(await ask(rig, 'GET', `sheets?${query}`)).toMatchObject({ status: 400 })
    expect(await ask(rig, 'POST', 'sheets/1/1', {})).toMatchObject({ status: 400 })
  })
})
