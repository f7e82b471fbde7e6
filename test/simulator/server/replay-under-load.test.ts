import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { NETWORK_PRESETS } from '../../../src/host/control/network-presets.js'
import type { LogEntry } from '../../../src/host/log/call-log.js'
import { replay } from '../../../src/host/replay/replay.js'
import type { ShellWindow } from '../../support/rigs/shell-window.js'
import { MANIFEST, simulatorRig } from '../../support/rigs/simulator-rig.js'

const SHOP = {
  ...MANIFEST,
  products: [
    { id: 'gems', title: 'Gems', statement: 'You receive 100 gems.', price: '0.5', kind: 'consumable' },
  ],
}

const SEATS = [1, 2, 3, 4, 5, 6, 7, 8]

const CALLS: readonly (readonly [method: string, params: (n: number) => unknown])[] = [
  ['storage.set', (n) => ({ key: `k${n % 3}`, value: String(n) })],
  ['storage.get', (n) => ({ key: `k${n % 3}` })],
  ['db.set', (n) => ({ key: 'score', value: String(n), rank: n, replaceable: n % 2 === 0 })],
  ['db.list', () => ({ key: 'score' })],
  ['db.get', () => ({ key: 'score' })],
  ['getPurchases', () => ({})],
  ['mp.send', (n) => ({ data: { n } })],
  ['mp.host', () => ({ max_players: 8, public: true })],
  ['mp.list', () => ({})],
  ['mp.leave', () => ({})],
  ['pay', () => ({ product: 'gems' })],
]

/** A source of choices that a seed repeats. */
const chooser = (seed: number) => {
  let state = seed
  return (bound: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}

/** An entry as a file has it. */
const saved = (entry: LogEntry): LogEntry => JSON.parse(JSON.stringify(entry)) as LogEntry

/** Eight people play together while much goes wrong. Nothing is awaited that a fault may leave unanswered. */
const record = async (seed: number): Promise<readonly LogEntry[]> => {
  const choose = chooser(seed)
  const rig = await simulatorRig({ files: { 'manifest.json': JSON.stringify(SHOP) } })
  const { simulator } = rig
  simulator.setRandomFaults(seed)
  const windows: ShellWindow[] = []
  for (const seat of SEATS) windows.push(await rig.window(seat, ['payment', 'nickname', 'share']))
  await simulator.steering.setSwitches(null, { network: NETWORK_PRESETS.train })
  let frame = 1
  let posted = 0
  const open = (): void => {
    for (const window of windows) window.send({ type: 'frame-opened', frame })
  }
  const post = (window: ShellWindow): void => {
    const [method, params] = CALLS[choose(CALLS.length)] ?? expect.unreachable()
    posted += 1
    const json = JSON.stringify({ service: 1, id: `load-${posted}`, method, params: params(choose(100)) })
    window.send({ type: 'request', frame, json, gesture: true })
  }
  /** Chooses on the latest sheet, which may have closed since. */
  const answerSheet = (window: ShellWindow, name: string): void => {
    const opened = window.received.findLast((message) => message.type === 'sheet-opened')
    if (opened?.type !== 'sheet-opened' || choose(2) === 0) return
    const choices: Readonly<Record<string, unknown>> = { payment: 'pay', nickname: { nickname: name } }
    const choice = choices[opened.content.kind] ?? null
    window.send({ type: 'sheet-choice', sheet: opened.sheet, choice })
  }
  open()
  for (let round = 0; round < 30; round += 1) {
    for (const window of windows) post(window)
    await simulator.data.export()
    // What follows comes in a turn of its own, as requests to the control API do.
    await nextTurn()
    for (const window of windows) answerSheet(window, `Person ${round}`)
    if (round % 5 === 2) await simulator.steering.advanceClock(1_000 * choose(90), 'a while')
    if (round === 10) await simulator.data.takeSnapshot('before')
    if (round === 20) {
      await simulator.data.returnToSnapshot('before')
      frame += 1
      open()
    }
    if (round % 9 === 8) windows[choose(8)]?.send({ type: 'frame-opened', frame })
  }
  await simulator.steering.advanceClock(60_000, '1m')
  await simulator.data.export()
  return simulator.log.entries().map(saved)
}

describe('a log of eight people, faults, slow networks, snapshots and reloads', () => {
  it.each(Array.from({ length: 20 }, (_, index) => index + 1))(
    'replays as it was recorded, and so does the log of the replay: %d',
    async (seed) => {
      const log = await record(seed)
      expect(log.filter(({ kind }) => kind === 'call').length).toBeGreaterThan(100)
      const again: LogEntry[] = []
      const world = { turn: () => nextTurn() }
      const replayed = await replay(log, world, (entry) => again.push(saved(entry)))
      expect(replayed).toEqual({ alike: expect.any(Number), difference: null, stopped: null })
      expect(replayed.alike).toBeGreaterThan(50)
      expect(await replay(again, world)).toEqual(replayed)
    },
    60_000,
  )
})
