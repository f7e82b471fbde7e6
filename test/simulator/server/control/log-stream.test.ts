import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { MovableClock } from '../../../../src/host/clock.js'
import { CallLog } from '../../../../src/host/log/call-log.js'
import { streamLog } from '../../../../src/simulator/server/control/log-stream.js'
import { STILL_CLOCK } from '../../../support/host-rig.js'

const setUp = () => {
  const log = new CallLog(new MovableClock(STILL_CLOCK, () => {}))
  const add = (count: number, message = 'x'): void => {
    for (let index = 0; index < count; index++) log.add({ kind: 'note', seat: 1, message })
  }
  const out = new PassThrough()
  const seqs = async (): Promise<number[]> => {
    let text = ''
    for (let chunk = out.read(); chunk !== null; chunk = out.read()) {
      text += String(chunk)
      await new Promise(setImmediate)
    }
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { seq: number }).seq)
  }
  return { log, add, out, seqs }
}

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
