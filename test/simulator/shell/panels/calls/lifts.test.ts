import { describe, expect, it } from 'vitest'
import { switchChangeSchema } from '../../../../../src/host/control/switch-change.js'
import { SWITCH_NAMES } from '../../../../../src/host/control/switches.js'
import type { CallEntry } from '../../../../../src/host/log/call-log.js'
import type { ErrorCode } from '../../../../../src/platform/error-codes.js'
import { liftsOf } from '../../../../../src/simulator/shell/panels/calls/lifts.js'
import { toRow } from '../../../../../src/simulator/shell/panels/calls/log-row.js'
import { callEntry, refusedEntry } from '../../../../support/cases/log-entries.js'

const labels = (call: CallEntry): readonly string[] => liftsOf(call).map(({ label }) => label)

const rejected = (code: ErrorCode): CallEntry => ({
  ...refusedEntry(1),
  error: { code, message: '' },
})

describe('what lifts a refusal', () => {
  it.each([
    ['platform', 'ai.image.generate', ['Switch platform to iOS', 'Switch platform to Android']],
    ['balance', 'pay', ['Add 100 credits']],
    ['guardian', 'pay', ['Let the guardian allow payments', "Open the guardian's switches"]],
    ['guardian', 'ai.ask', ['Let the guardian allow AI', "Open the guardian's switches"]],
    ['guardian', 'multiplayer.host', ['Let the guardian allow online play', "Open the guardian's switches"]],
    ['ai', 'ai.audio.generate', ['Make ai.audio available', 'Open the AI switches']],
    ['network', 'db.set', ['Go online']],
    ['theme', 'pay', []],
    ['limit', 'share', ['Move the clock forward by an hour']],
    ['limit', 'ai.image.generate', ['Move the clock forward by an hour']],
    ['grant', 'ai.ask', ['Read which tools need an admin']],
    ['owned', 'pay', ['Open the purchases']],
  ] as const)('is, for the switch %s of %s: %j', (by, method, expected) => {
    expect(labels(callEntry(1, { method, by }))).toEqual(expected)
  })

  it('is a change that the host accepts, for every switch', () => {
    for (const by of SWITCH_NAMES)
      for (const method of ['pay', 'pickImage', 'ai.image.generate', 'multiplayer.join', 'share'] as const)
        for (const lift of liftsOf(callEntry(1, { method, by })))
          if (lift.do === 'switch')
            expect(switchChangeSchema.safeParse(lift.changes)).toMatchObject({ success: true })
  })

  it('follows the code where no switch refused, and removes the fault that did', () => {
    expect(labels(rejected('RATE_LIMITED'))).toEqual(['Move the clock forward by a minute'])
    expect(labels(rejected('NEEDS_TAP'))).toEqual([])
    expect(labels({ ...rejected('TIMEOUT'), ordered: true })).toEqual(['Remove all faults'])
    expect(labels(callEntry(1))).toEqual([])
  })
})

describe('a call in the log', () => {
  it.each([
    [{ result: { status: 'unavailable' } }, 'declined', 'unavailable'],
    [{ result: { status: 'blocked' } }, 'declined', 'blocked'],
    [{ result: { status: 'failed', reason: 'insufficient_balance' } }, 'declined', 'failed'],
    [{ result: {}, by: 'share' }, 'declined', 'unavailable'],
    [{ result: {}, by: 'limit' }, 'declined', 'unavailable'],
    [{ result: { status: 'pending' }, by: 'payments' }, 'call', 'call'],
    [{ result: { status: 'paid' } }, 'call', 'call'],
    [{ result: {} }, 'call', 'call'],
    [{ result: 'unavailable' }, 'call', 'call'],
  ] as const)('that is answered %j is %s', (fields, tone, kind) => {
    expect(toRow(callEntry(1, fields))).toMatchObject({ tone, kind })
  })
})
