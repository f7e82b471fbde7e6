import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LogEntry } from '../../../../src/host/log/call-log.js'
import type { HostMessage } from '../../../../src/platform/envelope.js'
import type { ServerMessage } from '../../../../src/simulator/messages.js'
import { MessageText } from '../../../../src/simulator/server/windows/message-text.js'

const at = '2026-01-01T00:00:00.000Z'
const event = fc.constantFrom('mp.message', 'mp.joined', 'theme')
/** Few enough that the same event, and the same data in another event, come again. */
const data = fc.constantFrom<unknown>(
  { from: 'a', data: { text: '"quoted"\n\u2028 and é' } },
  { from: 'a~2', data: null },
  { reason: 'left', none: undefined },
)

const entry: fc.Arbitrary<LogEntry> = fc.oneof(
  fc.record({ seq: fc.nat(), at: fc.constant(at), kind: fc.constant('event'), seat: fc.nat(8), event, data }),
  fc.record({
    seq: fc.nat(),
    at: fc.constant(at),
    kind: fc.constant('event'),
    seat: fc.nat(8),
    event,
    data,
    why: fc.constant('Why.'),
    ordered: fc.constant(true),
  }),
  fc.record({
    seq: fc.nat(),
    at: fc.constant(at),
    kind: fc.constant('note'),
    seat: fc.nat(8),
    message: fc.string(),
  }),
) as fc.Arbitrary<LogEntry>

const hostMessage = fc.oneof(
  fc.record({ service: fc.constant(1), event, data }),
  fc.record({ service: fc.constant(1), id: fc.string(), result: fc.jsonValue() }),
) as fc.Arbitrary<HostMessage>

const message: fc.Arbitrary<ServerMessage> = fc.oneof(
  fc.record({ type: fc.constant('log'), entries: fc.array(entry, { maxLength: 5 }) }),
  fc.record({ type: fc.constant('to-app'), frame: fc.nat(3), message: hostMessage }),
  fc.record({
    type: fc.constant('to-app'),
    frame: fc.nat(3),
    message: hostMessage,
    binaries: fc.constant([{ path: ['result', 'image'], id: 'x', type: 'image/png' }]),
  }),
  fc.record({ type: fc.constant('app-ready'), frame: fc.nat(3) }),
) as fc.Arbitrary<ServerMessage>

describe('the text of what windows are told', () => {
  it('is exactly that of JSON.stringify, after any earlier messages', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 8 }), (messages) => {
        const text = new MessageText()
        for (const told of messages) expect(text.of(told)).toBe(JSON.stringify(told))
      }),
    )
  })

  it('is made once for an event that many seats are told, and for their log', () => {
    let made = 0
    const counted = {
      from: 'a',
      toJSON: () => {
        made += 1
        return { from: 'a', data: 1 }
      },
    }
    const text = new MessageText()
    const told = { service: 1, event: 'mp.message', data: counted } as unknown as HostMessage
    for (let frame = 1; frame <= 7; frame++) text.of({ type: 'to-app', frame, message: told })
    const entries = [1, 2, 3].map(
      (seat): LogEntry => ({ seq: seat, at, kind: 'event', seat, event: 'mp.message', data: counted }),
    )
    text.of({ type: 'log', entries })
    expect(made).toBe(1)
  })
})
