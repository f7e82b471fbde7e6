import * as z from 'zod'
import { seatSchema } from '../control/data-schemas.js'
import type { RobotRequest, RobotView } from './robot-control.js'

const rate = z.number().min(0.1).max(100)
const log = z.array(z.unknown()).max(200_000).readonly().optional()
const match = z.string().min(1).max(100).optional()

const PLANS = [
  /** Random messages of the kinds that were seen, in this run or in a log. */
  z.strictObject({
    action: z.literal('random'),
    /** Messages a second. */
    rate: rate.default(2),
    seed: z.int().default(1),
    match,
    log,
  }),
  /** The messages that a seat sent, in this run or in a log, again and again; without a rate as far apart as they were. */
  z.strictObject({ action: z.literal('replay'), of: seatSchema, rate: rate.optional(), match, log }),
] as const

/** What a robot does. `match` names the match that it joins by its id or code; without it, any with room, the newest first. */
export const robotPlanSchema = z.discriminatedUnion('action', PLANS, {
  error: ({ code }) => (code === 'invalid_union' ? 'must be random or replay' : undefined),
}) satisfies z.ZodType<unknown, RobotRequest>

export type RobotPlan = z.output<typeof robotPlanSchema>

/** A robot with this plan, as programs see it. */
export const robotView = (plan: RobotPlan): RobotView =>
  plan.action === 'random'
    ? { action: plan.action, rate: plan.rate, seed: plan.seed, of: null }
    : { action: plan.action, rate: plan.rate ?? null, seed: null, of: plan.of }
