import * as z from 'zod'
import type { CheckResult, Problem } from '../check/problem.js'
import type { AppData, AppDataRecord, AppDataSale } from '../host/control/app-data.js'
import type { ActiveFault, Fault } from '../host/control/faults/fault.js'
import type { Network, NetworkStalls, NetworkWay } from '../host/control/network.js'
import { MAX_SEATS, SWITCH_NAMES, type Switches } from '../host/control/switches.js'
import type { Action, Received } from '../host/log/action.js'
import type {
  CallEntry,
  CallPlace,
  DroppedEntry,
  EventEntry,
  NoteEntry,
  ReportEntry,
} from '../host/log/call-log.js'
import type { Turn } from '../host/log/turn.js'
import type { EveryoneSeated } from '../host/matches/everyone-seated.js'
import type { MatchMessageView, MatchPlayerView, MatchView } from '../host/matches/match-view.js'
import type { RobotView } from '../host/matches/robot-control.js'
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
import { itemSchema } from '../host/money/data.js'
import { RETURN_REASONS, SALE_STATES } from '../host/money/sale.js'
import type { AiOffer, NicknameOffer, PaymentOffer, PickOffer, ShareOffer } from '../host/session/sheets.js'
import type { SharePicture } from '../host/sharing/pictures.js'
import { PERSON_KINDS } from '../platform/ages.js'
import { SHEETS } from '../platform/calls/definition.js'
import { CALL_NAMES } from '../platform/calls/table.js'
import type { NotJson } from '../platform/envelope.js'
import { ERROR_CODES, type ErrorCode } from '../platform/error-codes.js'
import { CAPABILITIES, CAPABILITY_STATES, PLATFORMS, THEMES } from '../platform/features.js'
import type { AppInfo } from '../simulator/messages.js'
import { amount, clockShape, count, exactly, figuresShape, seatNumber, time } from './shared-routes.js'
import type { OpenSeat, OpenSheet, SnapshotInfo, Upcoming } from './simulator-answers.js'

/** The answers of the simulator's control API. */

const text = z.string()
const yes = z.literal(true)
const milliseconds = z.number().min(0)
const place = z.int().min(1).nullable()
const callMethod = z.enum(CALL_NAMES).nullable()
const errorCode = z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]])
const json = z.custom<unknown>((value) => value !== undefined)

const way = { latency: z.number(), jitter: z.number(), loss: z.number() }

export const switches = exactly<Switches>({
  platform: z.enum(PLATFORMS),
  theme: z.enum(THEMES),
  locale: text,
  visible: z.boolean(),
  person: z.enum(PERSON_KINDS),
  guardian: exactly<Switches['guardian']>({
    miniApps: z.boolean(),
    thisApp: z.boolean(),
    pay: z.boolean(),
    media: z.boolean(),
    online: z.boolean(),
    ai: z.boolean(),
  }),
  balance: amount,
  payments: z.enum(['ok', 'pending', 'unavailable']),
  payouts: z.enum(['ok', 'failing']),
  pickers: z.enum(['ok', 'unavailable']),
  share: z.enum(['ok', 'unavailable']),
  ai: z.record(z.enum(CAPABILITIES), z.enum(CAPABILITY_STATES)),
  aiAnswer: z.enum(['made', 'blocked']),
  aiPace: z.enum(['fast', 'real']),
  multiplayer: z.enum(['everyone', 'adults', 'off']),
  network: exactly<Network>({
    ...way,
    offline: z.boolean(),
    seed: z.int(),
    up: exactly<NetworkWay>(way).optional(),
    burst: z.number().optional(),
    stalls: exactly<NetworkStalls>({ every: z.number(), for: z.number() }).optional(),
  }),
  hostVersion: z.enum(['current', 'old']),
  app: z.enum(['live', 'blocked', 'deleted']),
})

const robot = exactly<RobotView>({
  action: z.enum(['random', 'replay']),
  rate: z.number().nullable(),
  seed: z.int().nullable(),
  of: seatNumber.nullable(),
})

export const openSeat = exactly<OpenSeat>({
  seat: seatNumber,
  nickname: text.nullable(),
  running: z.boolean(),
  window: z.boolean(),
  robot: robot.nullable(),
  match: text.nullable(),
  switches,
})

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

const received = exactly<Received>({ order: count, after: count, at: time })
const calledFrom = exactly<CallPlace>({ file: text, line: z.int().min(1), column: z.int().min(1) })
const notJson = z.array(exactly<NotJson>({ path: text, is: text }))
// For a replay, which reads turns and actions by the schemas of what was done.
const isDone = (done: unknown): boolean => z.looseObject({ do: text }).safeParse(done).success
const inLog = {
  seq: count,
  at: time,
  seat: seatNumber,
  why: text.optional(),
  ordered: yes.optional(),
  turns: z.array(z.custom<Turn>(isDone)).optional(),
}

const callEntry = exactly<CallEntry>({
  ...inLog,
  kind: z.literal('call'),
  state: z.literal('pending').optional(),
  id: text,
  method: callMethod,
  wire: text,
  params: z.unknown(),
  notJson: notJson.optional(),
  result: json.optional(),
  error: z.strictObject({ code: errorCode, message: text }).optional(),
  ms: milliseconds.nullable(),
  bytes: count,
  gesture: z.boolean(),
  received: received.optional(),
  answered: received.optional(),
  calledFrom: calledFrom.optional(),
  by: z.enum(SWITCH_NAMES).optional(),
  steps: z
    .array(
      z.union([
        z.strictObject({ step: z.enum(['arrived', 'delivered']), ms: milliseconds }),
        z.strictObject({ step: z.literal('delayed'), by: milliseconds, ms: milliseconds }),
        z.strictObject({ step: z.literal('sheet-opened'), sheet: z.enum(SHEETS), ms: milliseconds }),
        z.strictObject({
          step: z.literal('choice-refused'),
          sheet: z.enum(SHEETS),
          why: text,
          ms: milliseconds,
        }),
        z.strictObject({
          step: z.literal('sheet-answered'),
          sheet: z.enum(SHEETS),
          declined: z.boolean(),
          ms: milliseconds,
        }),
        z.strictObject({
          step: z.literal('saved'),
          what: z.enum(['storage', 'purchases', 'records', 'nickname', 'ai-consent']),
          ms: milliseconds,
        }),
      ]),
    )
    .optional(),
})

export const logEntry = z.union([
  callEntry,
  exactly<EventEntry>({ ...inLog, kind: z.literal('event'), event: text, data: json }),
  exactly<DroppedEntry>({
    ...inLog,
    kind: z.literal('dropped'),
    method: callMethod,
    wire: text.nullable(),
    bytes: count,
    why: text,
    asked: exactly<NonNullable<DroppedEntry['asked']>>({
      id: text,
      params: z.unknown(),
      notJson: notJson.optional(),
      gesture: z.boolean(),
      received,
    }).optional(),
    calledFrom: calledFrom.optional(),
  }),
  exactly<ReportEntry>({
    ...inLog,
    kind: z.enum(['violation', 'error', 'rejection', 'failed-file', 'console']),
    message: text,
    file: text.nullable(),
    line: place,
    column: place,
    stack: text.optional(),
  }),
  exactly<NoteEntry>({
    ...inLog,
    kind: z.literal('note'),
    message: text,
    action: z.custom<Action>(isDone).optional(),
    received: received.optional(),
    loadedAfter: count.optional(),
  }),
])

export const appData = exactly<Required<AppData>>({
  schema: z.literal(1),
  app: text,
  savedAt: time,
  ownerId: text,
  storage: z.record(text, z.record(text, text)),
  nicknames: z.record(text, text),
  aiConsents: z.record(text, z.array(z.enum(CAPABILITIES))),
  balances: z.record(text, amount),
  sales: z.array(
    exactly<AppDataSale>({
      id: text,
      buyer: text,
      item: itemSchema,
      price: amount,
      purchasedAt: time,
      confirmsAt: time.nullable().optional(),
      consumedAt: time.nullable().optional(),
      state: z.enum(SALE_STATES),
      returnReason: z.enum(RETURN_REASONS).nullable().optional(),
    }),
  ),
  sharedStore: z.array(
    exactly<AppDataRecord>({
      player: text,
      key: text,
      value: text,
      rank: z.number().nullable().optional(),
      replaceable: z.boolean().optional(),
      updatedAt: time,
    }),
  ),
})

export const snapshot = exactly<SnapshotInfo>({ name: text, takenAt: time, bytes: count })

export const aiScript = { file: text, answers: count, problems: z.array(text), recordable: count }

const fault: z.ZodType<Fault> = z.union([
  z.strictObject({ what: z.enum(['silence', 'cancel']) }),
  z.strictObject({ what: z.literal('slow'), ms: milliseconds }),
  z.strictObject({ what: z.literal('error'), code: errorCode }),
  z.strictObject({ what: z.literal('answer'), result: json }),
])

export const faults = {
  faults: z.array(
    exactly<ActiveFault>({
      id: count,
      seat: seatNumber.nullable(),
      method: callMethod,
      times: z.enum(['next', 'every']),
      fault,
    }),
  ),
  randomSeed: z.int().nullable(),
}

const inSheet = { seat: seatNumber, sheet: count }
const pickOffer = exactly<PickOffer>({ app: text, maxBytes: count, maxSeconds: z.number().nullable() })

export const openSheet = z.union([
  exactly<OpenSheet<'payment'>>({
    ...inSheet,
    kind: z.literal('payment'),
    offer: exactly<PaymentOffer>({
      app: text,
      developer: text,
      title: text,
      statement: text,
      total: amount,
      balance: amount,
      balanceAfter: amount.nullable(),
    }),
  }),
  exactly<OpenSheet<'nickname'>>({
    ...inSheet,
    kind: z.literal('nickname'),
    offer: exactly<NicknameOffer>({
      app: text,
      current: text.nullable(),
      suggestions: z.array(text),
      typing: z.boolean(),
    }),
  }),
  exactly<OpenSheet<'share'>>({
    ...inSheet,
    kind: z.literal('share'),
    offer: exactly<ShareOffer>({
      app: text,
      picture: exactly<SharePicture>({
        type: z.enum(['image/png', 'image/jpeg']),
        width: count,
        height: count,
        base64: z.base64(),
      }).nullable(),
      text,
      postPrice: amount,
      line: text,
      chats: z.array(z.strictObject({ id: text, name: text })).optional(),
    }),
  }),
  exactly<OpenSheet<'ai'>>({
    ...inSheet,
    kind: z.literal('ai'),
    offer: exactly<AiOffer>({
      app: text,
      capability: z.enum(CAPABILITIES),
      purpose: text,
      searchesWeb: z.boolean(),
      downloadBytes: count.nullable(),
    }),
  }),
  exactly<OpenSheet<'pick-image'>>({ ...inSheet, kind: z.literal('pick-image'), offer: pickOffer }),
  exactly<OpenSheet<'pick-video'>>({ ...inSheet, kind: z.literal('pick-video'), offer: pickOffer }),
])

export const hostClock = {
  ...clockShape,
  upcoming: z.array(
    exactly<Upcoming>({
      at: time,
      what: z.enum(['confirm', 'refund', 'payout', 'pass-end', 'session-end', 'match-idle', 'match-end']),
      seat: z.int().min(1).max(MAX_SEATS).nullable(),
      count,
      text,
    }),
  ),
}

const checkResult = exactly<CheckResult>({
  schema: z.literal(1),
  path: text,
  kind: z.enum(['folder', 'zip']),
  ok: z.boolean(),
  review: z.enum(['automatic', 'admin', 'refused']),
  runs: z.boolean(),
  app: z.strictObject({ id: text.nullable(), name: text.nullable(), version: text.nullable() }).nullable(),
  problems: z.array(
    exactly<Problem>({
      rule: text,
      level: z.enum(['error', 'flag', 'warning', 'info']),
      impact: z.enum(['breaks', 'fails-if-used', 'degrades']).nullable(),
      file: text.nullable(),
      line: place,
      column: place,
      pointer: text.nullable(),
      message: text,
      fix: text,
      spec: text,
      allowed: z.literal(true).optional(),
      source: z.strictObject({ file: text, line: count, column: place }).optional(),
    }),
  ),
  allow: z.array(z.strictObject({ rule: text, allowed: count, errors: count })).optional(),
  totals: z.strictObject({ files: count, bytes: count, zipBytes: count.nullable() }),
})

export const state = {
  schema: z.literal(1),
  simulator: text,
  app: exactly<AppInfo>({
    id: text,
    name: text,
    version: text,
    orientation: z.enum(['portrait', 'landscape', 'any']),
    iconUrl: text.nullable(),
  }),
  frameUrl: text.nullable(),
  problems: checkResult.nullable(),
  switches,
  actingSwitches: z.array(text),
  clock: z.strictObject(clockShape),
  figures: figuresShape.nullable(),
  faults: z.strictObject(faults),
  seats: z.array(openSeat),
  matches: z.array(match),
} as const
