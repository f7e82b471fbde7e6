import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { LogEntry } from '../../../src/host/call-log.js'
import { parseLog, replayLog } from '../../../src/simulator/server/replay-log.js'
import type { ShellWindow } from '../../support/shell-window.js'
import { MANIFEST, type SimulatorRig, simulatorRig } from '../../support/simulator-rig.js'
import { temporaryFolder } from '../../support/temporary-folder.js'

const SHOP = {
  ...MANIFEST,
  products: [
    { id: 'gems', title: 'Gems', statement: 'You receive 100 gems.', price: '2.5', kind: 'consumable' },
    { id: 'skin', title: 'Skin', statement: 'You own the golden skin.', price: '20', kind: 'permanent' },
  ],
}

const HERE = { cwd: '/', path: null }

/** What is exported, as a file has it. */
const exported = ({ simulator }: SimulatorRig): readonly LogEntry[] =>
  parseLog(
    simulator.log
      .entries()
      .map((entry) => JSON.stringify(entry))
      .join('\n'),
    'the log',
  )

const openApp = async (rig: SimulatorRig, seat = 1): Promise<ShellWindow> => {
  const window = await rig.window(seat, ['payment', 'nickname', 'share'])
  window.send({ type: 'frame-opened', frame: 1 })
  await window.call(1, 'ready')
  return window
}

/** Calls, and chooses on the sheet that the call opens. */
const choose = async (window: ShellWindow, method: string, params: unknown, choice: unknown) => {
  const seen = window.received.length
  const answer = window.call(1, method, params)
  const opened = await window.next('sheet-opened', (message) => window.received.indexOf(message) >= seen)
  window.send({ type: 'sheet-choice', sheet: opened.sheet, choice })
  return await answer
}

/** Two people play, pay, share and wait. */
const record = async (): Promise<readonly LogEntry[]> => {
  const rig = await simulatorRig({ files: { 'manifest.json': JSON.stringify(SHOP) } })
  const one = await openApp(rig)
  const two = await openApp(rig, 2)
  await one.call(1, 'getContext')
  await Promise.all([
    one.call(1, 'storage.set', { key: 'level', value: '3' }),
    one.call(1, 'storage.get', { key: 'level' }),
    two.call(1, 'db.set', { key: 'score', value: 'x', rank: 7 }),
  ])
  await choose(two, 'getNickname', { ask: true }, { nickname: 'Ada Vale' })
  await one.call(1, 'db.list', { key: 'score' })
  const paid = await choose(one, 'pay', { product: 'gems' }, 'pay')
  await choose(one, 'pay', { product: 'skin' }, 'cancel')
  await choose(one, 'share', { text: 'I reached level 3' }, { to: 'post', text: 'Look at this' })
  await one.call(1, 'getPurchases')
  expect(paid).toMatchObject({ result: { status: 'paid' } })
  await one.call(1, 'storage.set', { key: 'a b', value: '' })
  await rig.simulator.setSwitches(null, { theme: 'dark', payments: 'unavailable' })
  await one.call(1, 'pay', { product: 'gems' })
  await rig.simulator.data.edit({ edit: 'set-value', seat: 1, key: 'level', value: '9' })
  await one.call(1, 'storage.get', { key: 'level' })
  one.send({ type: 'page-visibility', visible: false })
  await one.next('to-app', ({ message }) => 'event' in message && message.event === 'visibility')
  rig.simulator.advanceClock(24 * 3_600_000, '24h')
  await one.call(1, 'getPurchases')
  one.send({ type: 'frame-opened', frame: 2 })
  await one.call(2, 'getPurchases')
  return exported(rig)
}

describe('replaying a log', () => {
  it('does again all that was done, and finds every answer and event alike', async () => {
    const log = await record()
    const compared = log.filter(({ kind }) => kind === 'call' || kind === 'event').length
    expect(compared).toBeGreaterThan(15)
    expect(await replayLog(log, HERE)).toEqual({ alike: compared, skipped: [], difference: null })
  })

  it('tells the first answer that is another one', async () => {
    const log = await record()
    const changed = log.map((entry) =>
      entry.kind === 'call' && entry.method === 'storage.get' && entry.result === '9'
        ? { ...entry, result: '8' }
        : entry,
    )
    const { difference } = await replayLog(changed, HERE)
    expect(difference).toMatchObject({
      what: 'storage.get',
      seat: 1,
      message: 'storage.get has another answer.',
      recorded: { result: '8' },
      replayed: { result: '9' },
    })
  })

  it('tells an event that is missing, and one that is too many', async () => {
    const log = await record()
    const without = log.filter((entry) => !(entry.kind === 'event' && entry.event === 'visibility'))
    expect((await replayLog(without, HERE)).difference).toMatchObject({
      message: 'The event visibility was sent, which the log has not.',
    })
    const last = log.at(-1)
    const more = [
      ...log,
      {
        kind: 'event',
        seq: (last?.seq ?? 0) + 1,
        at: last?.at ?? '',
        seat: 2,
        event: 'theme',
        data: {},
      } as const,
    ]
    expect((await replayLog(more, HERE)).difference).toMatchObject({
      message: 'The event theme was not sent.',
    })
  })

  it('tells a sheet that does not open any more, with the manifest as it is now', async () => {
    const log = await record()
    const folder = await temporaryFolder()
    await writeFile(`${folder}/manifest.json`, JSON.stringify(MANIFEST))
    await writeFile(`${folder}/index.html`, '')
    const { difference } = await replayLog(log, { cwd: folder, path: '.' })
    expect(difference).toMatchObject({
      message: expect.stringMatching(/^No sheet is open, where the person chose on the sheet payment/),
    })
  })

  it('begins anew where saved data were put in place, and leaves out what the log has not in full', async () => {
    const rig = await simulatorRig()
    const window = await openApp(rig)
    await rig.simulator.data.import({ schema: 1, storage: { 1: { level: '7' } } })
    window.send({ type: 'frame-opened', frame: 2 })
    await window.call(2, 'storage.get', { key: 'level' })
    await window.call(2, 'share', { image: `data:image/png;base64,${'A'.repeat(20_000)}` })
    const log = exported(rig)
    expect(await replayLog(log, HERE)).toEqual({
      alike: 2,
      skipped: [{ seq: expect.any(Number), why: 'Its parameters were too long for the log.' }],
      difference: null,
    })
  })

  it('says why a log cannot be replayed', async () => {
    const log = await record()
    await expect(replayLog(log.slice(1), HERE)).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('does not say where it begins'),
    })
    expect(() => parseLog('{"seq":1}\nno', 'x.ndjson')).toThrow('x.ndjson is no exported log: see line 2.')
    expect(() => parseLog('', 'x.ndjson')).toThrow('x.ndjson is no exported log')
  })
})
