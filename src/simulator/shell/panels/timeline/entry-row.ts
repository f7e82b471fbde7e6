import { seatOfAppUser } from '../../../../host/control/switches.js'
import type { Delivery, MessageEntry, TimelineEntry } from '../../../../host/matches/timeline-entry.js'
import { previewJson } from '../calls/preview-json.js'

/** An entry as one row. */
export interface EntryRow {
  readonly seats: readonly number[]
  /** For a message: `→ all` or `→ 2`. */
  readonly to: string | null
  readonly name: string
  readonly summary: string
  readonly outcome: string
  readonly tone: 'player' | 'message' | 'loss'
}

const PREVIEW_CHARACTERS = 160

export const toEntryRow = (entry: TimelineEntry): EntryRow => {
  switch (entry.kind) {
    case 'joined':
      return player(entry.seat, entry.seated === true ? 'put in the match by hand' : 'joined')
    case 'host':
      return player(entry.seat, 'is the host')
    case 'left':
      return {
        ...player(entry.seat, entry.reason === 'left' ? 'left' : `left: ${entry.reason}`),
        tone: entry.reason === 'connection_lost' ? 'loss' : 'player',
      }
    case 'closed':
      return {
        ...player(
          null,
          entry.reason === 'left' ? 'match over: everyone left' : `match closed: ${entry.reason}`,
        ),
        seats: entry.seats,
      }
    case 'desync':
      return {
        ...player(null, `states differ at ${entry.number}`),
        summary: entry.hashes.map(({ hash, seats }) => `${seatWords(seats)}: ${hash}`).join(', '),
        tone: 'loss',
      }
    case 'message':
      return {
        seats: [entry.seat],
        to: entry.to === null ? 'all' : String(seatOfAppUser(entry.to)),
        name: entry.type,
        summary: previewJson(entry.data, PREVIEW_CHARACTERS),
        ...outcomeOf(entry),
      }
  }
}

const player = (seat: number | null, name: string): EntryRow => ({
  seats: seat === null ? [] : [seat],
  to: null,
  name,
  summary: '',
  outcome: '',
  tone: 'player',
})

const outcomeOf = ({ outcome, deliveries, madeUp }: MessageEntry): Pick<EntryRow, 'outcome' | 'tone'> => {
  const by = madeUp === true ? 'by hand · ' : ''
  if (outcome !== 'sent')
    return { outcome: `${by}${OUTCOMES[outcome]}`, tone: outcome === 'held' ? 'message' : 'loss' }
  const failed = deliveries.filter((one) => one.outcome === 'lost' || one.outcome === 'missed')
  if (failed.length > 0) {
    const lost = failed.some((one) => one.outcome === 'lost')
    return {
      outcome: `${by}${lost ? 'not delivered to' : 'missed by'} ${failed.map(({ seat }) => seat).join(', ')}`,
      tone: lost ? 'loss' : 'message',
    }
  }
  return { outcome: `${by}${delayWords(deliveries)}`, tone: 'message' }
}

const OUTCOMES = {
  held: 'held back',
  lost: 'lost on the way',
  dropped: 'dropped: rate limit',
} as const satisfies Record<Exclude<MessageEntry['outcome'], 'sent'>, string>

const delayWords = (deliveries: readonly Delivery[]): string => {
  if (deliveries.length === 0) return 'no other players'
  if (deliveries.some(({ outcome }) => outcome === 'underway')) return 'underway'
  const delays = deliveries.flatMap(({ ms }) => (ms === null ? [] : [ms]))
  const [least, most] = [Math.min(...delays), Math.max(...delays)]
  return least === most ? `${least} ms` : `${least}–${most} ms`
}

/** `Seat 1`, `Seats 1, 3`. */
export const seatWords = (seats: readonly number[]): string =>
  `${seats.length === 1 ? 'Seat' : 'Seats'} ${seats.join(', ')}`
