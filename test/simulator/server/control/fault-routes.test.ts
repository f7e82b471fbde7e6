import { describe, expect, it } from 'vitest'
import { askControl as ask } from '../../../support/rigs/ask-control.js'
import { simulatorRig } from '../../../support/rigs/simulator-rig.js'

const NONE = { orders: [], torture: null }

describe('control/trouble', () => {
  it('orders trouble for the next call, which meets it, and calls it off', async () => {
    const rig = await simulatorRig()
    const window = await rig.window()
    window.send({ type: 'frame-opened', frame: 1 })
    expect(await ask(rig, 'GET', 'trouble')).toEqual({ status: 200, body: NONE })
    const ordered = await ask(rig, 'POST', 'trouble', { method: 'storage.keys', error: 'TIMEOUT', seat: 1 })
    expect(ordered.body).toEqual({
      orders: [
        {
          id: 1,
          seat: 1,
          method: 'storage.keys',
          times: 'next',
          trouble: { what: 'error', code: 'TIMEOUT' },
        },
      ],
      torture: null,
    })
    expect(await window.call(1, 'storage.keys', {})).toMatchObject({ error: { code: 'TIMEOUT' } })
    expect(await ask(rig, 'GET', 'trouble')).toEqual({ status: 200, body: NONE })
    await ask(rig, 'POST', 'trouble', { slow: 50, times: 'every' })
    await ask(rig, 'POST', 'trouble', { silence: true })
    expect(await ask(rig, 'DELETE', 'trouble?id=99')).toMatchObject({ status: 404 })
    expect((await ask(rig, 'DELETE', 'trouble?id=2')).body).toMatchObject({ orders: [{ id: 3 }] })
    expect((await ask(rig, 'DELETE', 'trouble')).body).toEqual(NONE)
  })

  it('applies a moment to the app, and opens it without a size', async () => {
    const rig = await simulatorRig()
    expect(await ask(rig, 'POST', 'trouble', { moment: 'zero-size' })).toMatchObject({ status: 400 })
    const window = await rig.window()
    window.send({ type: 'frame-opened', frame: 1 })
    expect(await window.call(1, 'storage.keys', {})).toMatchObject({ result: { keys: [] } })
    await ask(rig, 'POST', 'trouble', { moment: 'end-session' })
    expect(await window.call(1, 'storage.keys', {})).toMatchObject({ error: { code: 'LAUNCH_INVALID' } })
    expect(await ask(rig, 'POST', 'trouble', { moment: 'zero-size' })).toMatchObject({ status: 200 })
    await window.next('squeeze')
    await window.next('reload')
  })

  it('starts a torture and ends it, and forgets all of it with a reset', async () => {
    const rig = await simulatorRig()
    expect((await ask(rig, 'PUT', 'torture', { seed: 7 })).body).toEqual({ orders: [], torture: 7 })
    expect((await ask(rig, 'PUT', 'torture', { seed: null })).body).toEqual(NONE)
    await ask(rig, 'PUT', 'torture', { seed: 8 })
    await ask(rig, 'POST', 'trouble', { cancel: true })
    await ask(rig, 'POST', 'reset')
    expect((await ask(rig, 'GET', 'trouble')).body).toEqual(NONE)
  })

  it.each([
    {},
    { error: 'NONSENSE' },
    { method: 'toString', silence: true },
    { slow: 0 },
    { silence: true, cancel: true },
    { moment: 'earthquake' },
    { seat: 9, silence: true },
    { silence: true, more: 1 },
  ])('refuses %j, and says what it takes', async (order) => {
    const rig = await simulatorRig()
    const { status, body } = await ask(rig, 'POST', 'trouble', order)
    expect(status).toBe(400)
    expect(body).toEqual({ error: expect.stringContaining('"moment":"end-session"') })
    expect((await ask(rig, 'GET', 'trouble')).body).toEqual(NONE)
  })
})

describe('what the control API refuses', () => {
  it.each([
    ['PUT', 'torture', { seed: 'x' }, 'seed: must be a number. Send {"seed":7}, or {"seed":null} to end it.'],
    [
      'PUT',
      'torture',
      { seed: 7, extra: 1 },
      'The body has unknown fields: `extra`. Send {"seed":7}, or {"seed":null} to end it.',
    ],
    ['PUT', 'torture', {}, 'seed: is missing. Send {"seed":7}, or {"seed":null} to end it.'],
    [
      'POST',
      'clock',
      { advance: 'soon' },
      'advance: must be a number with ms, s, m, h or d, such as "24h". Send {"advance":"24h"}, {"until":"quiet"}, {"pause":true} or {"speed":10}.',
    ],
    [
      'POST',
      'clock',
      {},
      'The body must have `advance`, `until`, `pause` or `speed`. Send {"advance":"24h"}, {"until":"quiet"}, {"pause":true} or {"speed":10}.',
    ],
    ['POST', 'sheets/1/1', {}, 'choice: is missing. Send {"choice":"pay"}, or what the sheet takes.'],
    ['GET', 'sheets?wait=long', undefined, 'wait: must be a number. Use the parameters seat, kind and wait.'],
    [
      'PATCH',
      'switches',
      { theme: 'blue', colour: 'red' },
      'theme: must be "light" or "dark"; The body has unknown fields: `colour`',
    ],
  ])('%s %s %j names the field', async (method, path, body, error) => {
    const rig = await simulatorRig()
    expect(await ask(rig, method, path, body)).toEqual({ status: 400, body: { error } })
  })

  it.each([
    [{ slow: 0 }, /^slow: must be at least 1\. Send /],
    [{ seat: 9, silence: true }, /^seat: must be at most 8\. Send /],
    [{ moment: 'earthquake' }, /^moment: must be "end-session", /],
    [{}, /^The body must have exactly one of `silence`, `slow`, `error`, `answer` and `cancel`\. Send /],
  ])('names what is wrong with the fault %j', async (order, error) => {
    const rig = await simulatorRig()
    expect((await ask(rig, 'POST', 'trouble', order)).body).toEqual({ error: expect.stringMatching(error) })
  })
})
