import * as z from 'zod'
import { seatSchema } from '../control/data-schemas.js'
import type { MatchStep, MatchStepRequest } from './match-step-request.js'
import { CLOSE_REASONS } from './match-step-request.js'

const STEPS = [
  z.strictObject({ action: z.literal('close'), reason: z.enum(CLOSE_REASONS) }),
  /** Makes another player the host. */
  z.strictObject({ action: z.literal('host'), seat: seatSchema }),
  /** Removes a player, as the service may. */
  z.strictObject({ action: z.literal('kick'), seat: seatSchema }),
  /** Sends a message as a player, to all others or to one. */
  z.strictObject({
    action: z.literal('send'),
    seat: seatSchema,
    to: seatSchema
      .nullable()
      .optional()
      .transform((to) => to ?? null),
    data: z.custom<unknown>((data) => data !== undefined, 'is missing'),
  }),
  /** Holds messages back from now on. */
  z.strictObject({ action: z.literal('hold') }),
  /** Delivers held messages: that many of the earliest, or all, and then holds no more. */
  z.strictObject({ action: z.literal('release'), count: z.int().min(1).optional() }),
  /** Adds the person in a seat. Their app enters the match with its next `host` or `join` call. */
  z.strictObject({ action: z.literal('seat'), seat: seatSchema }),
] as const

const ACTIONS = STEPS.map(({ shape }) => shape.action.value).join(', ')

/** A step as it is sent. */
export const matchStepSchema = z.discriminatedUnion('action', STEPS, {
  error: ({ code }) => (code === 'invalid_union' ? `must be one of ${ACTIONS}` : undefined),
}) satisfies z.ZodType<MatchStep, MatchStepRequest>

/** A step in words, for the log. */
export const describeStep = (step: MatchStep, code: string): string => {
  switch (step.action) {
    case 'close':
      return `The match ${code} was closed as \`${step.reason}\` by hand.`
    case 'host':
      return `Seat ${step.seat} was made the host of the match ${code} by hand.`
    case 'kick':
      return `Seat ${step.seat} was removed from the match ${code} by hand.`
    case 'send':
      return `A message was sent by hand, as seat ${step.seat} to ${step.to === null ? 'all others' : `seat ${step.to}`}.`
    case 'hold':
      return `Messages of the match ${code} are held back from now on.`
    case 'release':
      return step.count === undefined
        ? `The held messages of the match ${code} were released.`
        : `${step.count === 1 ? 'One held message' : `${step.count} held messages`} of the match ${code} ${step.count === 1 ? 'was' : 'were'} released.`
    case 'seat':
      return `Seat ${step.seat} was put in the match ${code} by hand. Its app joins the match with its next \`host\` or \`join\` call.`
  }
}
