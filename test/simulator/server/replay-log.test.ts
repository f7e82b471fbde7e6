import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { LogEntry } from '../../../src/host/log/call-log.js'
import { parseLog, replayLog } from '../../../src/simulator/server/replay-log.js'
import type { ShellWindow } from '../../support/rigs/shell-window.js'
import { MANIFEST, type SimulatorRig, send, simulatorRig } from '../../support/rigs/simulator-rig.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

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
  await rig.simulator.steering.setSwitches(null, { theme: 'dark', payments: 'unavailable' })
  await one.call(1, 'pay', { product: 'gems' })
  await rig.simulator.data.edit({ edit: 'set-value', seat: 1, key: 'level', value: '9' })
  await one.call(1, 'storage.get', { key: 'level' })
  one.send({ type: 'page-visibility', visible: false })
  await one.next('to-app', ({ message }) => 'event' in message && message.event === 'visibility')
  await rig.simulator.steering.advanceClock(24 * 3_600_000, '24h')
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
    expect(await replayLog(log, HERE)).toEqual({ alike: compared, difference: null, stopped: null })
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
      message: 'storage.get has a different answer.',
      recorded: { result: '8' },
      replayed: { result: '9' },
    })
  })

  it('tells an event that is missing, and one that is too many', async () => {
    const log = await record()
    const without = log.filter((entry) => !(entry.kind === 'event' && entry.event === 'visibility'))
    expect((await replayLog(without, HERE)).difference).toMatchObject({
      message: 'The event visibility was sent, but is not in the log.',
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

  it('tells a call that fails now, with the manifest as it is now', async () => {
    const log = await record()
    const folder = await temporaryFolder()
    await writeFile(`${folder}/manifest.json`, JSON.stringify(MANIFEST))
    await writeFile(`${folder}/index.html`, '')
    const { difference } = await replayLog(log, { cwd: folder, path: '.' })
    expect(difference).toMatchObject({
      message: 'pay has a different answer.',
      recorded: { result: { status: 'paid' } },
      replayed: { error: 'NO_SUCH_PRODUCT' },
    })
  })

  it('starts again after an import of saved data', async () => {
    const rig = await simulatorRig()
    const window = await openApp(rig)
    await rig.simulator.data.import({ schema: 1, storage: { 1: { level: '7' } } })
    window.send({ type: 'frame-opened', frame: 2 })
    await window.call(2, 'storage.get', { key: 'level' })
    await window.call(2, 'share', { image: `data:image/png;base64,${'A'.repeat(20_000)}` })
    const log = exported(rig)
    expect(await replayLog(log, HERE)).toEqual({ alike: 3, difference: null, stopped: null })
  })

  it('4.4, 4.5: replays shared pictures and picked files, of which the log has only what came of them', async () => {
    const rig = await simulatorRig()
    const window = await rig.window(1, ['share', 'pick-image', 'pick-video'])
    window.send({ type: 'frame-opened', frame: 1 })
    const picture = await readFile(new URL('../../../templates/arcade/icon.png', import.meta.url))
    const image = `data:image/png;base64,${picture.toString('base64')}`
    await choose(window, 'share', { image, text: 'My ship' }, { to: 'story', text: '' })
    await window.call(1, 'share', { image: `data:image/png;base64,${'A'.repeat(20_000)}` })
    await window.call(1, 'share', { image: `data:image/png;base64,${'A'.repeat(8_400_000)}` })
    await window.call(1, 'storage.set', { key: 'long', value: 'é'.repeat(12_000) })
    const answer = window.call(1, 'pickImage', { max_size: 160 })
    const opened = await window.next('sheet-opened', ({ content }) => content.kind === 'pick-image')
    const put = (body: Uint8Array, sheet: number) =>
      send(
        `${rig.shellOrigin}/picked/1/${sheet}`,
        { authorization: `Bearer ${rig.served.token}` },
        { method: 'PUT', body },
      )
    expect((await put(new TextEncoder().encode('no picture'), opened.sheet)).status).toBe(422)
    expect((await put(picture, opened.sheet)).status).toBe(204)
    expect(await answer).toMatchObject({ result: { status: 'picked', width: 160 } })
    const filming = window.call(1, 'pickVideo')
    const film = await window.next('sheet-opened', ({ content }) => content.kind === 'pick-video')
    const video = await readFile(new URL('../../../fixtures/media/gps.mov', import.meta.url))
    expect((await put(video, film.sheet)).status).toBe(204)
    expect(await filming).toMatchObject({ result: { status: 'picked', type: 'video/quicktime' } })
    await window.call(1, 'storage.set', { key: 'shared', value: '1' })
    const log = exported(rig)
    const codes = log.flatMap((entry) => (entry.kind === 'call' ? [entry.error?.code ?? null] : []))
    expect(codes).toEqual([null, 'INVALID_IMAGE', 'IMAGE_TOO_LARGE', 'VALUE_TOO_LONG', null, null, null])
    expect(await replayLog(log, HERE)).toEqual({ alike: 7, difference: null, stopped: null })
    const changed = log.map((entry) =>
      entry.kind === 'call' && entry.method === 'share' && entry.error?.code === 'IMAGE_TOO_LARGE'
        ? { ...entry, error: { code: 'INVALID_IMAGE' as const, message: '' } }
        : entry,
    )
    expect((await replayLog(changed, HERE)).difference).toMatchObject({
      what: 'share',
      recorded: { error: 'INVALID_IMAGE' },
      replayed: { error: 'IMAGE_TOO_LARGE' },
    })
  })

  it('4.7, 4.8: replays matches, AI, what went wrong on purpose, and moves of the clock', async () => {
    const capabilities = { 'ai.image': { version: 1, purpose: 'Draws a portrait of your captain.' } }
    const rig = await simulatorRig({ files: { 'manifest.json': JSON.stringify({ ...SHOP, capabilities }) } })
    const sheets = ['payment', 'nickname', 'share', 'ai'] as const
    const [one, two] = [await rig.window(1, sheets), await rig.window(2, sheets)]
    for (const window of [one, two]) {
      window.send({ type: 'frame-opened', frame: 1 })
      await window.call(1, 'ready')
    }
    const hosted = await choose(one, 'mp.host', { max_players: 2 }, { nickname: 'Ada Vale' })
    const { match } = (hosted as { result: { match: { code: string } } }).result
    await choose(two, 'mp.join', { code: match.code }, { nickname: 'Grace Hill' })
    await one.call(1, 'mp.send', { data: { x: 1 } })
    await two.next('to-app', ({ message }) => 'event' in message && message.event === 'mp.message')
    await rig.simulator.steering.setSwitches(null, { platform: 'ios' })
    const drawn = await choose(one, 'ai.image.generate', { prompt: 'a ship', seed: 7 }, 'allow')
    expect(drawn).toMatchObject({ result: { status: 'made' } })
    await send(
      `${rig.shellOrigin}/control/faults`,
      { authorization: `Bearer ${rig.served.token}`, 'content-type': 'application/json' },
      {
        method: 'POST',
        body: JSON.stringify({ seat: 1, method: 'storage.get', silence: true }),
      },
    )
    one.send({
      type: 'request',
      frame: 1,
      json: JSON.stringify({ service: 1, id: 'silent', method: 'storage.get', params: { key: 'a' } }),
      gesture: false,
    })
    expect(await one.call(1, 'storage.get', { key: 'a' })).toMatchObject({ result: null })
    await rig.simulator.steering.advanceClock(4 * 3_600_000, '4h')
    await two.next('to-app', ({ message }) => 'event' in message && message.event === 'mp.closed')
    await rig.simulator.steering.advanceClock(9 * 3_600_000, '9h')
    expect(await one.call(1, 'storage.get', { key: 'a' })).toMatchObject({
      error: { code: 'LAUNCH_INVALID' },
    })
    const log = exported(rig)
    expect(log.filter(({ kind }) => kind === 'dropped')).toHaveLength(1)
    const compared = log.filter(({ kind }) => kind === 'call' || kind === 'event').length
    const alike = { alike: compared, difference: null, stopped: null }
    expect(await replayLog(log, HERE)).toEqual(alike)
    const changed = log.map((entry) =>
      entry.kind === 'event' && entry.event === 'mp.message'
        ? { ...entry, data: { from: 'u_nobody', data: { x: 2 } } }
        : entry,
    )
    expect((await replayLog(changed, HERE)).difference).toMatchObject({
      what: 'mp.message',
      message: 'The event mp.message has different data.',
    })
  })

  it('replays faults with which a host starts, also those that were set before an import', async () => {
    const rig = await simulatorRig()
    rig.simulator.setRandomFaults(3)
    rig.simulator.faults.add({
      seat: null,
      method: 'storage.get',
      times: 'every',
      fault: { what: 'error', code: 'RATE_LIMITED' },
    })
    const { data } = rig.simulator
    await data.takeSnapshot('start')
    await data.returnToSnapshot('start')
    const window = await openApp(rig)
    for (let n = 0; n < 3; n += 1)
      expect(await window.call(1, 'storage.get', { key: 'a' })).toMatchObject({
        error: { code: 'RATE_LIMITED' },
      })
    const log = exported(rig)
    const starts = log.flatMap((entry) =>
      entry.kind === 'note' && entry.action?.do === 'start' ? [entry.action.faults] : [],
    )
    expect(starts.at(-1)).toMatchObject({ lastId: 1, randomSeed: 3, faults: [{ id: 1 }] })
    expect(await replayLog(log, HERE)).toMatchObject({ difference: null })
  })

  describe('4.7: what AI answered', () => {
    const purpose = 'Draws and writes for your captain.'
    const capabilities = {
      'ai.image': { version: 1, purpose },
      'ai.audio': { version: 1, purpose },
      'ai.assistant': { version: 1, purpose },
    }

    /** One answer of each kind, some by the stand-ins and some by `ai.json`. */
    const recordAi = async (script: unknown): Promise<readonly LogEntry[]> => {
      const rig = await simulatorRig({
        files: {
          'manifest.json': JSON.stringify({ ...MANIFEST, capabilities }),
          '.miniapp/ai.json': JSON.stringify({ schema: 1, answers: script }),
        },
      })
      await rig.simulator.steering.setSwitches(null, { platform: 'ios' })
      const window = await rig.window(1, ['ai'])
      window.send({ type: 'frame-opened', frame: 1 })
      await choose(window, 'ai.image.generate', { prompt: 'a ship' }, 'allow')
      await choose(window, 'ai.audio.generate', { prompt: 'waves', kind: 'sound', seconds: 3 }, 'allow')
      await choose(window, 'ai.ask', { prompt: 'Name a ship.' }, 'allow')
      await window.call(1, 'ai.ask', { prompt: 'Name the captain.' })
      await window.call(1, 'ai.ask', { prompt: 'Say something rude.' })
      return exported(rig)
    }

    /** The log, as it would be had a call with this prompt been answered otherwise. */
    const answeredOtherwise = (
      log: readonly LogEntry[],
      prompt: string,
      other: object,
    ): readonly LogEntry[] =>
      log.map((entry) =>
        entry.kind === 'call' && JSON.stringify(entry.params).includes(prompt)
          ? { ...entry, result: { ...(entry.result as object), ...other } }
          : entry,
      )

    // They take no time, but for what the host takes to load its models.
    const AT_ONCE = ['ai.image', 'ai.audio', 'ai.assistant'].map((name) => ({ for: name, delay: '0ms' }))
    const SCRIPT = [
      { for: 'ai.assistant', contains: 'captain', text: 'Ada Vale', delay: '5ms' },
      { for: 'ai.assistant', contains: 'rude', refuse: 'blocked', delay: '0ms' },
      ...AT_ONCE,
    ]

    it('is compared whole where the stand-ins made it', async () => {
      const log = await recordAi(SCRIPT)
      const compared = log.filter(({ kind }) => kind === 'call' || kind === 'event').length
      expect(await replayLog(log, HERE)).toEqual({ alike: compared, difference: null, stopped: null })
      for (const [prompt, other, method] of [
        ['"a ship"', { seed: 1 }, 'ai.image.generate'],
        ['waves', { audio: { type: 'audio/wav', size: 44 } }, 'ai.audio.generate'],
        ['Name a ship.', { text: 'Nemo' }, 'ai.ask'],
        ['Name a ship.', { status: 'blocked' }, 'ai.ask'],
      ] as const)
        expect((await replayLog(answeredOtherwise(log, prompt, other), HERE)).difference).toMatchObject({
          what: method,
          message: `${method} has a different answer.`,
          recorded: { result: other },
        })
    })

    it('is compared with the log, also where ai.json gave it', async () => {
      const log = await recordAi(SCRIPT)
      for (const [prompt, other, method] of [
        ['"a ship"', { image: { type: 'image/png', size: 1 } }, 'ai.image.generate'],
        ['Name the captain.', { text: 'Grace Hill' }, 'ai.ask'],
        ['Name the captain.', { status: 'cancelled' }, 'ai.ask'],
        ['Say something rude.', { status: 'cancelled' }, 'ai.ask'],
      ] as const)
        expect((await replayLog(answeredOtherwise(log, prompt, other), HERE)).difference).toMatchObject({
          what: method,
          message: `${method} has a different answer.`,
        })
    })
  })

  it('replays calls that have no answer: the page was gone, or the log ended first', async () => {
    const rig = await simulatorRig({ files: { 'manifest.json': JSON.stringify(SHOP) } })
    const window = await openApp(rig)
    const pay = (frame: number, id: string) =>
      window.send({
        type: 'request',
        frame,
        json: JSON.stringify({ service: 1, id, method: 'pay', params: { product: 'gems' } }),
        gesture: true,
      })
    pay(1, 'first')
    const first = await window.next('sheet-opened')
    expect(await window.call(1, 'pay', { product: 'gems' })).toMatchObject({ error: { code: 'BUSY' } })
    window.send({ type: 'frame-opened', frame: 2 })
    await window.call(2, 'getPurchases')
    const gone = exported(rig).find((entry) => entry.kind === 'call' && entry.id === 'first')
    expect(gone).toMatchObject({ why: expect.stringContaining('The page was closed') })
    expect(gone).not.toHaveProperty('result')
    expect(await replayLog(exported(rig), HERE)).toEqual({ alike: 3, difference: null, stopped: null })
    pay(2, 'second')
    await window.next('sheet-opened', ({ sheet }) => sheet > first.sheet)
    expect(await window.call(2, 'pay', { product: 'gems' })).toMatchObject({ error: { code: 'BUSY' } })
    await window.call(2, 'storage.keys')
    expect(await replayLog(exported(rig), HERE)).toEqual({ alike: 5, difference: null, stopped: null })
  })

  it('replays a stream, which has calls before and after their answers', async () => {
    const rig = await simulatorRig({ files: { 'manifest.json': JSON.stringify(SHOP) } })
    const streamed: LogEntry[] = []
    rig.simulator.log.onEntry((entry) => streamed.push(entry))
    const window = await openApp(rig)
    const pay = window.call(1, 'pay', { product: 'gems' })
    const { sheet } = await window.next('sheet-opened')
    await window.call(1, 'storage.keys')
    window.send({ type: 'sheet-choice', sheet, choice: 'cancel' })
    await pay
    const calls = exported(rig).filter(({ kind }) => kind === 'call').length
    expect(streamed.filter(({ kind }) => kind === 'call')).toHaveLength(2 * calls)
    const start = exported(rig).filter(({ seq }) => seq < (streamed[0]?.seq ?? 0))
    expect(await replayLog([...start, ...streamed], HERE)).toEqual({
      alike: calls,
      difference: null,
      stopped: null,
    })
  })

  it('4.6: replays cursors into records of an earlier run, of which some are gone', async () => {
    const record = { player: 'u_abcdefghijklmnop', key: 'score', value: 'x', rank: 1, replaceable: true }
    const saved = { schema: 1, sequence: 9, records: [{ ...record, updatedAt: 1, sequence: 4 }] }
    const path = `.miniapp/data/${MANIFEST.app_id}/shared-store.json`
    const rig = await simulatorRig({ files: { [path]: JSON.stringify(saved) } })
    const two = await openApp(rig, 2)
    await two.call(1, 'db.set', { key: 'score', value: 'y', rank: 2 })
    const page = await two.call(1, 'db.list', { key: 'score', limit: 1 })
    const { next } = (page as { result: { next: string } }).result
    await two.call(1, 'db.list', { key: 'score', limit: 1, cursor: next })
    expect(await replayLog(exported(rig), HERE)).toEqual({ alike: 4, difference: null, stopped: null })
  })

  it('stops at an entry that is not in the log, and compares what came before it', async () => {
    const log = await record()
    const missing = log.find((entry) => entry.kind === 'call' && entry.method === 'db.list')
    const seq = missing?.seq ?? expect.unreachable()
    const before = log.filter((entry) => entry.seq < seq && (entry.kind === 'call' || entry.kind === 'event'))
    const replayed = await replayLog(
      log.filter((entry) => entry !== missing),
      HERE,
    )
    expect(replayed).toEqual({
      alike: before.length,
      difference: null,
      stopped: {
        seq,
        reason: 'missing-entry',
        message: expect.stringContaining(`Entry ${seq} is not in the log`),
      },
    })
    expect(replayed.alike).toBeGreaterThan(3)
  })

  it('says why a log cannot be replayed', async () => {
    const log = await record()
    const unreplayable = (part: readonly LogEntry[], reason: string, message: string) =>
      expect(replayLog(part, HERE)).rejects.toMatchObject({
        kind: 'usage',
        message: expect.stringContaining(message),
        cause: { reason },
      })
    const withStart = (change: object): readonly LogEntry[] =>
      log.map((entry) =>
        entry.kind === 'note' && entry.action?.do === 'start'
          ? { ...entry, action: { ...entry.action, ...change } }
          : entry,
      )
    await unreplayable(log.slice(1), 'no-start', 'has no start')
    await unreplayable(withStart({ data: null }), 'too-much-data', 'more saved data than a log can contain')
    await unreplayable(withStart({ data: { sales: 1 } }), 'invalid-data', 'are invalid')
    await unreplayable(withStart({ hasTurns: undefined }), 'earlier-version', 'version 0.1')
    expect(() => parseLog('{"seq":1}\nno', 'x.ndjson')).toThrow(
      'x.ndjson is not an exported log: see line 2.',
    )
    expect(() => parseLog('', 'x.ndjson')).toThrow('x.ndjson is not an exported log')
  })
})
