import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { MovableClock } from '../../../../src/host/clock.js'
import { CallLog } from '../../../../src/host/log/call-log.js'
import { streamLog } from '../../../../src/simulator/server/control/log-stream.js'
import { STILL_CLOCK } from '../../../support/rigs/host-rig.js'

const setUp = () => {
  const log = new CallLog(new MovableClock(STILL_CLOCK, () => {}))
  const add = (count: number, message = 'x'): void => {
    for (let index = 0; index < count; index++) log.add({ kind: 'note', seat: 1, message })
  }
  const out = new PassThrough()
  const entries = async (): Promise<Streamed[]> => {
    let text = ''
    for (let chunk = out.read(); chunk !== null; chunk = out.read()) {
      text += String(chunk)
      await new Promise(setImmediate)
    }
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Streamed)
  }
  const seqs = async (): Promise<number[]> => (await entries()).map(({ seq }) => seq)
  return { log, add, out, entries, seqs }
}

interface Streamed {
  readonly seq: number
  readonly state?: string
  readonly result?: string
}

const call = (id: string) =>
  ({ seat: 1, id, method: 'pay', wire: 'pay', params: {}, bytes: 60, gesture: true }) as const

const pendingCall = (log: CallLog, id: string) => log.addPending({ ...call(id), received: log.receive() })

const answered = (id: string) => ({ kind: 'call', ...call(id), result: id, ms: 1 }) as const

describe('the log as a stream', () => {
  it('has what is kept after an entry, then every entry as it comes', async () => {
    const { log, add, out, seqs } = setUp()
    add(3)
    const stop = streamLog(log, 1, out)
    add(2)
    expect(await seqs()).toEqual([2, 3, 4, 5])
    stop()
    add(1)
    expect(await seqs()).toEqual([])
  })

  it('has a call when it is sent and when it is answered, also one that was pending at the start', async () => {
    const { log, add, out, entries } = setUp()
    const early = pendingCall(log, 'early')
    add(1)
    streamLog(log, 2, out)
    const late = pendingCall(log, 'late')
    log.settle(early, answered('early'))
    add(1)
    log.settle(late, answered('late'))
    expect((await entries()).map(({ seq, state, result }) => [seq, state, result])).toEqual([
      [3, 'pending', undefined],
      [1, undefined, 'early'],
      [4, undefined, undefined],
      [3, undefined, 'late'],
    ])
  })

  it('has a call once that was answered before, and none that the log no longer has', async () => {
    const { log, out, entries } = setUp()
    log.settle(pendingCall(log, 'a'), answered('a'))
    const cleared = pendingCall(log, 'b')
    log.clear()
    streamLog(log, 0, out)
    log.settle(cleared, answered('b'))
    expect(await entries()).toEqual([])
    const next = pendingCall(log, 'c')
    log.settle(next, answered('c'))
    expect((await entries()).map(({ seq, state }) => [seq, state])).toEqual([
      [3, 'pending'],
      [3, undefined],
    ])
  })

  it('gives a slow reader every answer to a call that it read as pending', async () => {
    const { log, add, out, entries } = setUp()
    streamLog(log, 0, out)
    const call = pendingCall(log, 'a')
    add(1_000, 'a'.repeat(1_000))
    log.settle(call, answered('a'))
    const read = await entries()
    expect(read.filter(({ seq }) => seq === 1).map(({ state }) => state)).toEqual(['pending', undefined])
    expect(new Set(read.map(({ seq }) => seq)).size).toBe(1_001)
  })

  it('buffers at most one write for a reader that does not read, and loses nothing', async () => {
    const { log, add, out, seqs } = setUp()
    streamLog(log, 0, out)
    add(50_000, 'a'.repeat(1_000))
    expect(out.readableLength + out.writableLength).toBeLessThan(400_000)
    const read = await seqs()
    expect(read).toHaveLength(50_000)
    expect(read.every((seq, index) => seq === index + 1)).toBe(true)
  })

  it('goes on with what there is after the log let go of what nobody had read', async () => {
    const { log, add, out, seqs } = setUp()
    streamLog(log, 0, out)
    add(5_000, 'a'.repeat(1_000))
    log.clear()
    add(2)
    const read = await seqs()
    expect(read.slice(-2)).toEqual([5_001, 5_002])
    expect(read.length).toBeLessThan(1_000)
  })
})
