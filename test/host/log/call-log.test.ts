import { describe, expect, it } from 'vitest'
import { CallLog } from '../../../src/host/log/call-log.js'

const note = (message: string) => ({ kind: 'note', seat: 1, message }) as const

describe('the log', () => {
  it('keeps the latest of many entries', () => {
    const log = new CallLog({ now: () => 0, monotonic: () => 0, at: () => () => {} })
    for (let i = 0; i < 250_000; i++) log.add(note('x'))
    expect(log.entries().length).toBeGreaterThanOrEqual(100_000)
    expect(log.entries().length).toBeLessThanOrEqual(110_000)
    expect(log.entries().at(-1)?.seq).toBe(250_000)
  })

  it('keeps fewer of entries that are as large as an app can make them', () => {
    const log = new CallLog({ now: () => 0, monotonic: () => 0, at: () => () => {} })
    const params = JSON.parse(`[${'[],'.repeat(20_000)}[]]`)
    const call = {
      kind: 'call',
      seat: 1,
      id: 'a',
      method: 'pay',
      wire: 'pay',
      ms: 0,
      bytes: 60_003,
      gesture: false,
    } as const
    for (let i = 0; i < 400; i++) log.add({ ...call, params })
    const kept = log.entries()
    expect(kept.length).toBeGreaterThan(100)
    expect(kept.length).toBeLessThan(300)
    expect(kept.at(-1)?.seq).toBe(400)
    log.clear()
    log.add(note('after'))
    expect(log.entries()).toMatchObject([{ seq: 401, message: 'after' }])
  })
})
