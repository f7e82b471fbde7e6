import * as z from 'zod'
import { dataEditSchema } from '../host/control/data-edit.js'
import { seatSchema } from '../host/control/data-schemas.js'
import { type FaultRequest, type FaultState, MOMENTS } from '../host/control/faults/fault.js'
import { switchChangeSchema } from '../host/control/switch-change.js'
import { MAX_SEATS } from '../host/control/switches.js'
import { matchStepSchema } from '../host/matches/match-step.js'
import type { EveryoneSeated } from '../host/matches/match-step-request.js'
import { robotPlanSchema } from '../host/matches/robot-plan.js'
import { TIMELINE_KINDS } from '../host/matches/timeline-entry.js'
import { NICKNAME_FAULTS, nicknameFault } from '../host/nickname/nickname-rules.js'
import { SHEETS } from '../platform/calls/definition.js'
import { CALL_NAMES } from '../platform/calls/table.js'
import { ERROR_CODES, type ErrorCode } from '../platform/error-codes.js'
import { plainIssue } from '../platform/issues.js'
import { HOUR_MS, MINUTE_MS } from '../platform/units.js'
import type { Routes } from './contract.js'
import { logEntry } from './log-shapes.js'
import { everyoneSeated, match, messageDetails, timeline } from './match-shapes.js'
import { CLOCK_EXAMPLE, clockBody, durationMs, exactly, seatNumber } from './shared-routes.js'
import type { AiScriptState, HostClockState, SimulatorState } from './simulator-answers.js'
import * as shapes from './simulator-shapes.js'

const seatInQuery = z.coerce.number<number>().pipe(seatSchema)
const after = z.coerce.number<number>().int().min(0).default(0)
const matchName = z.string().min(1).max(100)

const nickname = z.string().superRefine((text, context) => {
  const fault = nicknameFault(text)
  if (fault !== null) context.addIssue(NICKNAME_FAULTS[fault])
})

/** The longest freeze. */
const MAX_FREEZE_MS = 10 * MINUTE_MS
const LONGEST_DELAY_MS = HOUR_MS
/** How long a request may wait for a sheet. */
const MAX_WAIT_MS = 60_000

const momentBody = z.strictObject({
  seat: seatSchema.optional(),
  moment: z.enum([...MOMENTS, 'zero-size']),
})

const callFaultBody = z
  .strictObject({
    seat: seatSchema.optional(),
    method: z.enum(CALL_NAMES).optional(),
    times: z.enum(['next', 'every']).default('next'),
    silence: z.literal(true).optional(),
    slow: z.int().min(1).max(LONGEST_DELAY_MS).optional(),
    error: z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]).optional(),
    answer: z.json().optional(),
    cancel: z.literal(true).optional(),
  })
  .refine(
    ({ silence, slow, error, answer, cancel }) =>
      [silence, slow, error, answer, cancel].filter((one) => one !== undefined).length === 1,
    'must have exactly one of `silence`, `slow`, `error`, `answer` and `cancel`',
  )

type FaultBody = z.output<typeof momentBody> | z.output<typeof callFaultBody>

/** Reads the form that a body is meant to have, so that the answer names what is wrong with that one. */
const faultBody: z.ZodType<FaultBody, FaultRequest> = z.any().transform((body: unknown, context) => {
  const schema = typeof body === 'object' && body !== null && 'moment' in body ? momentBody : callFaultBody
  const read: z.ZodSafeParseResult<FaultBody> = schema.safeParse(body, { error: plainIssue })
  if (read.success) return read.data
  for (const issue of read.error.issues) context.issues.push({ ...issue, input: body } as z.core.$ZodRawIssue)
  return z.NEVER
})

const freezeBody = z.strictObject({
  seat: seatSchema.optional(),
  for: z
    .string()
    .regex(/^\d+(\.\d{1,3})?(ms|s|m)$/, 'must be a number and ms, s or m, such as 5s')
    .refine((text) => !(durationMs(text) > MAX_FREEZE_MS), 'must be at most 10m'),
})

const position = z.int().min(1).optional()

const seats = { seats: z.array(shapes.openSeat) }
const matches = z.strictObject({ matches: z.array(match) })
const snapshots = z.strictObject({ snapshots: z.array(shapes.snapshot) })
const clock = z.strictObject({ clock: exactly<HostClockState>(shapes.hostClock) })
const faults = exactly<FaultState>(shapes.faults)

/** Every route of the simulator's control API: a stable interface. */
export const SIMULATOR_ROUTES = {
  'GET state': { answer: exactly<SimulatorState>(shapes.state) },
  'PATCH switches': {
    query: z.strictObject({ seat: seatInQuery.optional() }),
    body: switchChangeSchema,
    answer: z.strictObject({ switches: shapes.switches, actingSwitches: z.array(z.string()) }),
  },
  'GET clock': { answer: clock },
  'POST clock': { body: clockBody, example: CLOCK_EXAMPLE, answer: clock },
  'GET seats': { answer: z.strictObject(seats) },
  'POST seats': {
    body: z.strictObject({
      count: z.int().min(1).max(MAX_SEATS),
      nicknames: z.array(nickname.nullable()).max(MAX_SEATS).readonly().optional(),
    }),
    status: 201,
    answer: z.strictObject({ opened: z.array(seatNumber), ...seats }),
  },
  'DELETE seats/:seat': { answer: z.strictObject(seats) },
  'POST robots': {
    body: robotPlanSchema,
    limit: '64mb',
    status: 201,
    answer: z.strictObject({ seat: seatNumber, ...seats }),
  },
  'GET matches': { answer: matches },
  /** Accepts `application/x-ndjson`, too. */
  'GET matches/timeline': {
    query: z.strictObject({
      after,
      match: matchName.optional(),
      seat: seatInQuery.optional(),
      kind: z.enum(TIMELINE_KINDS).optional(),
      type: z.string().min(1).max(100).optional(),
    }),
    answer: timeline,
  },
  'GET matches/timeline/:seq': { answer: messageDetails },
  'POST matches/:match': { body: matchStepSchema, answer: matches },
  'POST seat-everyone': {
    body: z.strictObject({ match: matchName.optional() }),
    answer: exactly<EveryoneSeated>(everyoneSeated),
  },
  'POST freeze': { body: freezeBody, answer: z.strictObject({ frozen: z.array(seatNumber) }) },
  /** Lets phones on the network connect, from now on. */
  'POST phones': { answer: z.strictObject({ urls: z.array(z.string()).readonly() }) },
  'POST drop-connection': {
    query: z.strictObject({ seat: seatInQuery }),
    example: 'Give a seat: drop-connection?seat=2.',
    answer: z.strictObject({ dropped: z.boolean() }),
  },
  /** Accepts `application/x-ndjson`, too: the log so far, and then every new entry. */
  'GET calls': { query: z.strictObject({ after }), answer: z.array(logEntry).readonly() },
  'GET data': { answer: shapes.appData },
  /** The host says what is wrong with a document. The limit is for a full storage of every seat, and a full shared store. */
  'PUT data': { body: z.unknown(), limit: '64mb', answer: shapes.appData },
  'PATCH data': { body: dataEditSchema, answer: z.strictObject({ saved: z.literal(true) }) },
  'GET snapshots': { answer: snapshots },
  'GET snapshots/:name': { answer: shapes.appData },
  'PUT snapshots/:name': { answer: snapshots },
  'DELETE snapshots/:name': { answer: snapshots },
  'POST snapshots/:name/restore': { answer: shapes.appData },
  'GET ai': { answer: exactly<AiScriptState>(shapes.aiScript) },
  'POST ai/record': { answer: z.strictObject({ recorded: z.int(), ...shapes.aiScript }) },
  'GET faults': { answer: faults },
  'POST faults': {
    body: faultBody,
    limit: '1mb',
    example:
      'Send {"method":"storage.set","error":"STORAGE_FULL"}, {"slow":3000,"times":"every"}, {"method":"pay","answer":{"status":"cancelled"}}, {"method":"pay","silence":true} or {"moment":"end-session"}.',
    answer: faults,
  },
  /** Random faults. */
  'PATCH faults': {
    body: z.strictObject({
      randomSeed: z
        .int()
        .min(0)
        .max(2 ** 31)
        .nullable(),
    }),
    example: 'Send {"randomSeed":7}, or {"randomSeed":null} to end random faults.',
    answer: faults,
  },
  'DELETE faults': {
    query: z.strictObject({ id: z.coerce.number<number>().int().optional() }),
    answer: faults,
  },
  /** The open sheets; with `wait`, as soon as a requested one opens, or after that many milliseconds. */
  'GET sheets': {
    query: z.strictObject({
      seat: z.coerce.number<number>().int().min(1).optional(),
      kind: z.enum(SHEETS).optional(),
      wait: z.coerce.number<number>().int().min(0).max(MAX_WAIT_MS).default(0),
    }),
    example: 'Use the parameters seat, kind and wait.',
    answer: z.strictObject({ sheets: z.array(shapes.openSheet) }),
  },
  'POST sheets/:seat/:sheet': {
    body: z.strictObject({ choice: z.unknown() }),
    example: 'Send {"choice":"pay"}, or what the sheet takes.',
    answer: z.strictObject({ taken: z.literal(true) }),
  },
  /** The file that a person chose on a sheet. */
  'PUT picked/:seat/:sheet': { body: 'bytes', status: 204, answer: z.undefined() },
  'POST editor': {
    body: z.strictObject({ file: z.string().min(1).max(1_024), line: position, column: position }),
    example: 'Send {"file":"game.js","line":3,"column":5}.',
    answer: z.strictObject({ opened: z.string(), editor: z.string() }),
  },
  'POST reset': { answer: z.strictObject({ switches: shapes.switches }) },
} as const satisfies Routes

export type SimulatorRoutes = typeof SIMULATOR_ROUTES
