import * as z from 'zod'
import type { CheckResult, Problem } from '../check/problem.js'
import type { AppData, AppDataRecord, AppDataSale } from '../host/control/app-data.js'
import type { ActiveFault, Fault } from '../host/control/faults/fault.js'
import type { Network, NetworkStalls, NetworkWay } from '../host/control/network.js'
import { MAX_SEATS, type Switches } from '../host/control/switches.js'
import type { RobotView } from '../host/matches/robot-control.js'
import { itemSchema } from '../host/money/data.js'
import { RETURN_REASONS, SALE_STATES } from '../host/money/sale.js'
import type { AiOffer, NicknameOffer, PaymentOffer, PickOffer, ShareOffer } from '../host/session/sheets.js'
import type { SharePicture } from '../host/sharing/pictures.js'
import { PERSON_KINDS } from '../platform/ages.js'
import { CAPABILITIES, CAPABILITY_STATES, PLATFORMS, THEMES } from '../platform/features.js'
import type { AppInfo } from '../simulator/messages.js'
import { callMethod, errorCode } from './log-shapes.js'
import { match } from './match-shapes.js'
import {
  amount,
  clockShape,
  count,
  exactly,
  figuresShape,
  json,
  milliseconds,
  place,
  seatNumber,
  text,
  time,
} from './shared-routes.js'
import type { OpenSeat, OpenSheet, SnapshotInfo, Upcoming } from './simulator-answers.js'

/** The answers of the simulator's control API. */

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
