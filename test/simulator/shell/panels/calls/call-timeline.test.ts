import { describe, expect, it } from 'vitest'
import type { CallEntry } from '../../../../../src/host/log/call-log.js'
import { callTimelineOf } from '../../../../../src/simulator/shell/panels/calls/call-timeline.js'
import { faultLike } from '../../../../../src/simulator/shell/panels/calls/fault-draft.js'

const CALL: CallEntry = {
  seq: 1,
  at: '2026-01-01T00:00:00.000Z',
  seat: 2,
  kind: 'call',
  id: 'a',
  method: 'pay',
  wire: 'pay',
  params: { product: 'gems' },
  ms: 30,
  bytes: 10,
  gesture: true,
}

describe('the timeline of a call', () => {
  it('has every step with its time, and the answer after the network’s delay', () => {
    expect(
      callTimelineOf({
        ...CALL,
        result: { status: 'paid' },
        steps: [
          { step: 'arrived', ms: 40 },
          { step: 'sheet-opened', sheet: 'payment', ms: 42 },
          { step: 'sheet-answered', sheet: 'payment', declined: false, ms: 65 },
          { step: 'saved', what: 'purchases', ms: 69 },
          { step: 'delivered', ms: 110 },
        ],
      }),
    ).toEqual([
      { ms: 0, words: 'The app sent the call.' },
      { ms: 40, words: 'The call reached the host.' },
      { ms: 42, words: 'The payment sheet opened.' },
      { ms: 65, words: 'The person answered the payment sheet.' },
      { ms: 69, words: 'The purchases were saved.' },
      { ms: 70, words: 'The host answered.' },
      { ms: 110, words: 'The answer reached the app.' },
    ])
  })

  it.each([
    [
      { error: { code: 'BUSY', message: 'A host sheet is open.' } as const },
      'The host rejected the call with BUSY.',
    ],
    [{}, 'The page was closed.'],
  ])('ends with what became of %j', (outcome, words) => {
    expect(callTimelineOf({ ...CALL, ...outcome }).at(-1)).toEqual({ ms: 30, words })
  })

  it('has no end while the call is pending', () => {
    expect(callTimelineOf({ ...CALL, state: 'pending', ms: null })).toEqual([
      { ms: 0, words: 'The app sent the call.' },
    ])
  })
})

describe('a fault like a call', () => {
  it('rejects or answers as the call did', () => {
    const error = { code: 'NEEDS_TAP', message: 'Call it in a tap.' } as const
    expect(faultLike({ ...CALL, error }, false)).toEqual({
      method: 'pay',
      seat: 2,
      fault: { kind: 'error', code: 'NEEDS_TAP' },
    })
    expect(faultLike({ ...CALL, result: { status: 'paid' } }, false)).toEqual({
      method: 'pay',
      seat: 2,
      fault: { kind: 'answer', json: '{\n  "status": "paid"\n}' },
    })
  })

  it.each([
    ['a pending call', { ...CALL, state: 'pending', ms: null } as const, false],
    ['an unknown method', { ...CALL, method: null, wire: 'nope', result: {} }, false],
    ['a call without an answer', CALL, false],
    ['an answer with a picture', { ...CALL, result: {} }, true],
  ])('is not made of %s', (_what, call, hasMedia) => {
    expect(faultLike(call, hasMedia)).toBeNull()
  })
})
