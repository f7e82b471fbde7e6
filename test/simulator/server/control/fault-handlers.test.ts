import { describe, expect, it } from 'vitest'
import { askControl as ask } from '../../../support/rigs/ask-control.js'
import { simulatorRig } from '../../../support/rigs/simulator-rig.js'

const NONE = { faults: [], randomSeed: null }

describe('control/faults', () => {
  it('sets a fault for the next call, which gets it, and removes faults', async () => {
    const rig = await simulatorRig()
    const window = await rig.window()
    window.send({ type: 'frame-opened', frame: 1 })
    expect(await ask(rig, 'GET', 'faults')).toEqual({ status: 200, body: NONE })
    const set = await ask(rig, 'POST', 'faults', { method: 'storage.keys', error: 'TIMEOUT', seat: 1 })
    expect(set.body).toEqual({
      faults: [
        {
          id: 1,
          seat: 1,
          method: 'storage.keys',
          times: 'next',
          fault: { what: 'error', code: 'TIMEOUT' },
        },
      ],
      randomSeed: null,
    })
    expect(await window.call(1, 'storage.keys', {})).toMatchObject({ error: { code: 'TIMEOUT' } })
    expect(await ask(rig, 'GET', 'faults')).toEqual({ status: 200, body: NONE })
    await ask(rig, 'POST', 'faults', { slow: 50, times: 'every' })
    await ask(rig, 'POST', 'faults', { silence: true })
    expect(await ask(rig, 'DELETE', 'faults?id=99')).toMatchObject({ status: 404 })
    expect((await ask(rig, 'DELETE', 'faults?id=2')).body).toMatchObject({ faults: [{ id: 3 }] })
    expect((await ask(rig, 'DELETE', 'faults')).body).toEqual(NONE)
  })

  it('applies a moment to the app, and opens it without a size', async () => {
    const rig = await simulatorRig()
    expect(await ask(rig, 'POST', 'faults', { moment: 'zero-size' })).toMatchObject({ status: 400 })
    const window = await rig.window()
    window.send({ type: 'frame-opened', frame: 1 })
    expect(await window.call(1, 'storage.keys', {})).toMatchObject({ result: { keys: [] } })
    await ask(rig, 'POST', 'faults', { moment: 'end-session' })
    expect(await window.call(1, 'storage.keys', {})).toMatchObject({ error: { code: 'LAUNCH_INVALID' } })
    expect(await ask(rig, 'POST', 'faults', { moment: 'zero-size' })).toMatchObject({ status: 200 })
    await window.next('squeeze')
    await window.next('reload')
  })

  it('starts random faults and ends them, and forgets all of it with a reset', async () => {
    const rig = await simulatorRig()
    expect((await ask(rig, 'PATCH', 'faults', { randomSeed: 7 })).body).toEqual({
      faults: [],
      randomSeed: 7,
    })
    expect((await ask(rig, 'PATCH', 'faults', { randomSeed: null })).body).toEqual(NONE)
    await ask(rig, 'PATCH', 'faults', { randomSeed: 8 })
    await ask(rig, 'POST', 'faults', { cancel: true })
    await ask(rig, 'POST', 'reset')
    expect((await ask(rig, 'GET', 'faults')).body).toEqual(NONE)
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
  ])('refuses %j, and says what it takes', async (fault) => {
    const rig = await simulatorRig()
    const { status, body } = await ask(rig, 'POST', 'faults', fault)
    expect(status).toBe(400)
    expect(body).toEqual({ error: expect.stringContaining('"moment":"end-session"') })
    expect((await ask(rig, 'GET', 'faults')).body).toEqual(NONE)
  })
})

describe('what the control API refuses', () => {
  it.each([
    [
      'PATCH',
      'faults',
      { randomSeed: 'x' },
      'randomSeed: must be a number. Send {"randomSeed":7}, or {"randomSeed":null} to end random faults.',
    ],
    [
      'PATCH',
      'faults',
      { randomSeed: 7, extra: 1 },
      'The body has unknown fields: `extra`. Send {"randomSeed":7}, or {"randomSeed":null} to end random faults.',
    ],
    [
      'PATCH',
      'faults',
      {},
      'randomSeed: is missing. Send {"randomSeed":7}, or {"randomSeed":null} to end random faults.',
    ],
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
  ])('names what is wrong with the fault %j', async (fault, error) => {
    const rig = await simulatorRig()
    expect((await ask(rig, 'POST', 'faults', fault)).body).toEqual({ error: expect.stringMatching(error) })
  })
})
