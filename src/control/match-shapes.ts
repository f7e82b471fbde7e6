import * as z from 'zod'
import type { EveryoneSeated } from '../host/matches/match-step-request.js'
import type { MatchMessageView, MatchPlayerView, MatchView } from '../host/matches/match-view.js'
import type { MatchSyncView, StatePosts } from '../host/matches/state-hashes.js'
import type {
  Change,
  Delivery,
  MessageDetails,
  MessageEntry,
  StateDifference,
  Timeline,
  TimelineEntry,
  TimelineMatch,
} from '../host/matches/timeline-entry.js'
import { count, exactly, json, milliseconds, seatNumber, text, time, yes } from './shared-routes.js'

/** What the simulator's control API answers of matches. */

const differenceShape = {
  number: z.int(),
  hashes: z.array(z.strictObject({ hash: text, seats: z.array(seatNumber) })),
}

export const match = exactly<MatchView>({
  id: text,
  code: text,
  maxPlayers: count,
  public: z.boolean(),
  meta: z.record(text, json),
  host: text,
  startedAt: time,
  endsAt: time,
  ends: z.enum(['idle', 'expired']),
  players: z.array(
    exactly<MatchPlayerView>({
      id: text,
      seat: seatNumber,
      nickname: text.nullable(),
      waiting: z.boolean(),
      joinedAt: time,
      sent: count,
      received: count,
      dropped: count,
      lost: count,
      perSecond: count,
    }),
  ),
  holding: z.boolean(),
  held: count,
  sync: exactly<MatchSyncView>({
    compared: count,
    difference: exactly<StateDifference>(differenceShape).nullable(),
    seats: z.array(
      exactly<StatePosts>({
        seat: seatNumber,
        number: z.int(),
        hash: text,
        at: time,
        stopped: z.boolean(),
        repeated: count,
      }),
    ),
  }).nullable(),
  messages: z.array(
    exactly<MatchMessageView>({
      seq: count,
      at: time,
      from: text,
      to: text.nullable(),
      data: json,
      lostTo: z.array(text),
      madeUp: yes.optional(),
    }),
  ),
})

export const everyoneSeated = {
  match: text.nullable(),
  seats: z.array(
    exactly<EveryoneSeated['seats'][number]>({
      seat: seatNumber,
      nickname: text,
      seated: z.boolean(),
      why: text.optional(),
    }),
  ),
}

type Of<Entry, Kind> = Extract<Entry, { readonly kind: Kind }>

const inTimeline = { seq: count, at: time, match: text }
const player = { ...inTimeline, seat: seatNumber, player: text }
const messageEntry = exactly<MessageEntry>({
  ...player,
  kind: z.literal('message'),
  to: text.nullable(),
  type: text,
  data: json,
  bytes: count,
  outcome: z.enum(['sent', 'held', 'lost', 'dropped']),
  madeUp: yes.optional(),
  deliveries: z.array(
    exactly<Delivery>({
      seat: seatNumber,
      outcome: z.enum(['delivered', 'underway', 'lost', 'missed']),
      ms: milliseconds.nullable(),
    }),
  ),
  previous: count.nullable(),
})
const timelineEntry: z.ZodType<TimelineEntry> = z.union([
  messageEntry,
  exactly<Of<TimelineEntry, 'joined'>>({ ...player, kind: z.literal('joined'), seated: yes.optional() }),
  exactly<Of<TimelineEntry, 'left'>>({
    ...player,
    kind: z.literal('left'),
    reason: z.enum(['left', 'connection_lost', 'unavailable']),
  }),
  exactly<Of<TimelineEntry, 'host'>>({ ...player, kind: z.literal('host') }),
  exactly<Of<TimelineEntry, 'closed'>>({
    ...inTimeline,
    kind: z.literal('closed'),
    reason: z.enum(['unavailable', 'idle', 'expired', 'connection_lost', 'left']),
    seats: z.array(seatNumber),
  }),
  exactly<Of<TimelineEntry, 'desync'>>({ ...inTimeline, ...differenceShape, kind: z.literal('desync') }),
])

export const timeline = exactly<Timeline>({
  revision: count,
  first: count,
  matches: z.array(
    exactly<TimelineMatch>({ id: text, code: text, startedAt: time, closedAt: time.nullable() }),
  ),
  entries: z.array(timelineEntry),
})

export const messageDetails = exactly<MessageDetails>({
  entry: messageEntry,
  previous: z.strictObject({ seq: count, at: time, data: json }).nullable(),
  changes: z.array(exactly<Change>({ path: text, before: json.optional(), after: json.optional() })),
})
