import { describe, expect, it } from 'vitest'
import type { LogEntry } from '../../../src/host/log/call-log.js'
import { upToDate } from '../../../src/host/replay/earlier-logs.js'

const common = { seq: 1, at: '2026-01-01T00:00:00.000Z', seat: 1 }
const read = (entry: object): unknown => upToDate({ ...common, ...entry } as unknown as LogEntry)

describe('an entry of a log of version 0.1', () => {
  it.each([
    ['call', 'mp.host', 'multiplayer.host'],
    ['call', 'teleport', null],
    ['dropped', 'mp.send', 'multiplayer.send'],
    ['dropped', null, null],
  ])('has the names of its call: %s %s', (kind, method, name) => {
    expect(read({ kind, method })).toEqual({ ...common, kind, method: name, wire: method })
  })

  const order = { seat: null, method: 'mp.host', times: 'next', trouble: { what: 'silence' } }
  const plan = { seat: null, method: 'multiplayer.host', times: 'next', fault: { what: 'silence' } }
  it.each([
    [
      { do: 'order-trouble', order },
      { do: 'add-fault', plan },
    ],
    [
      { do: 'order-trouble', order: { ...order, method: null } },
      { do: 'add-fault', plan: { ...plan, method: null } },
    ],
    [
      { do: 'call-off-trouble', id: 3 },
      { do: 'remove-fault', id: 3 },
    ],
    [
      { do: 'torture', seed: 7 },
      { do: 'random-faults', seed: 7 },
    ],
  ])('has faults by their names of today: %j', (action, renamed) => {
    expect(read({ kind: 'note', message: '', action })).toEqual({
      ...common,
      kind: 'note',
      message: '',
      action: renamed,
    })
  })

  it.each([
    { kind: 'call', method: null, wire: 'mp.host' },
    { kind: 'note', message: '', action: { do: 'random-faults', seed: 7 } },
    { kind: 'note', message: '' },
    { kind: 'event', event: 'mp.host', data: {} },
  ])('is left as it is where it is one of this version: %j', (entry) => {
    expect(read(entry)).toEqual({ ...common, ...entry })
  })
})
