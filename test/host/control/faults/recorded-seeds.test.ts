import { describe, expect, it } from 'vitest'
import type { Fault } from '../../../../src/host/control/faults/fault.js'
import { RandomFaults } from '../../../../src/host/control/faults/random-faults.js'
import type { Method } from '../../../../src/platform/calls/table.js'

/** How many calls of a method are recorded. */
const CALLS = 12

const inShort = (fault: Fault | null): string => {
  if (fault === null) return '-'
  if (fault.what === 'error') return fault.code
  return fault.what === 'slow' ? `${fault.ms} ms` : fault.what
}

const firstCalls = (seed: number, seat: number, method: Method): string => {
  const faults = new RandomFaults(seed)
  return Array.from({ length: CALLS }, () => inShort(faults.faultFor(seat, method))).join(' ')
}

/**
 * What seeds mean to the people who wrote them down. A new method, or a new order of methods, changes none of it; only
 * a change of what the same method may fail with does, and the changelog must say so then.
 */
const RECORDED: readonly (readonly [seed: number, seat: number, method: Method, calls: string])[] = [
  [7, 1, 'storage.set', 'silence TIMEOUT - - silence - 1029 ms - 2189 ms - - 1129 ms'],
  [7, 2, 'storage.set', '- - - - - - - - - - - -'],
  [7, 1, 'storage.get', '- - - - - 2300 ms OFFLINE - - - 1193 ms -'],
  [7, 1, 'pay', '- - - - - cancel - - - - 2246 ms -'],
  [7, 1, 'db.set', '2397 ms - - - silence 828 ms - - - - - -'],
  [7, 1, 'mp.join', '- - 260 ms - - 1682 ms - NO_SUCH_MATCH - - - 1295 ms'],
  [7, 1, 'ai.ask', '- - - - 486 ms - - - 2538 ms - - -'],
  [7, 1, 'close', 'TIMEOUT 968 ms - - - - - - - - - -'],
  [2_026, 1, 'storage.set', '- - - - STORAGE_FULL - 1921 ms 1707 ms - - OFFLINE 1091 ms'],
  [2_026, 1, 'getNickname', '- - silence - TIMEOUT - BUSY - cancel - - OFFLINE'],
]

describe('recorded seeds of random faults', () => {
  it.each(RECORDED)('seed %i, seat %i: %s meets what it always met', (seed, seat, method, calls) => {
    expect(firstCalls(seed, seat, method)).toBe(calls)
  })

  it('lets the same happen between calls', () => {
    const faults = new RandomFaults(7)
    const moments = Array.from({ length: 100 }, (_, answer) => [answer, faults.momentAfter(1)] as const)
    expect(moments.filter(([, moment]) => moment !== null)).toEqual([
      [12, 'hide-and-show'],
      [20, 'hide-and-show'],
    ])
  })
})
