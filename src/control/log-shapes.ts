import * as z from 'zod'
import { CAUSES } from '../host/control/switches.js'
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
import { SHEETS } from '../platform/calls/definition.js'
import { CALL_NAMES } from '../platform/calls/table.js'
import type { NotJson } from '../platform/envelope.js'
import { ERROR_CODES, type ErrorCode } from '../platform/error-codes.js'
import { count, exactly, json, milliseconds, place, seatNumber, text, time, yes } from './shared-routes.js'

/** The entries of the log, as the simulator's control API answers them. */

export const callMethod = z.enum(CALL_NAMES).nullable()
export const errorCode = z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]])

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
  by: z.enum(CAUSES).optional(),
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
