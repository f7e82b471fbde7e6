import * as z from 'zod'
import { CLOCK_SPEEDS } from '../host/clock-course.js'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/units.js'
import type { ClockState, Figures } from './simulator-answers.js'

/** The fields of an object. A field that is missing here, or one too many, does not compile. */
type Shape<T> = {
  readonly [Key in keyof T]-?: Record<never, never> extends Pick<T, Key>
    ? z.ZodType<T[Key] | undefined>
    : z.ZodType<T[Key]>
}

/** The schema of a type that is published. It has exactly its fields. */
export const exactly = <T extends object>(shape: Shape<T>): z.ZodType<T> =>
  z.strictObject(shape) as unknown as z.ZodType<T>

export const text = z.string()
export const yes = z.literal(true)
/** Any value that JSON can express. */
export const json = z.custom<unknown>((value) => value !== undefined)
export const milliseconds = z.number().min(0)
/** A line or a column of a file, from 1. */
export const place = z.int().min(1).nullable()
export const seatNumber = z.int().min(1)
export const count = z.int().min(0)
export const time = z.iso.datetime()
/** Credits as a decimal string. */
export const amount = z.string().regex(/^\d+(\.\d{1,3})?$/)

export const figuresShape = exactly<Figures>({ purchases: amount, held: amount, paid: amount })

const UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: SECOND_MS,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
}

/**
 * Converts a duration such as `500ms`, `1.5s` or `2d` into whole milliseconds.
 * @param text a number with one of the units above; schemas decide which units are allowed
 */
export const durationMs = (text: string): number =>
  Math.round(Number.parseFloat(text) * (UNITS_MS[text.replace(/^[\d.]+/, '')] ?? Number.NaN))

/** A duration as it is written. */
export const durationText = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,3})?(ms|s|m|h|d)$/, 'must be a number with ms, s, m, h or d, such as "24h"')

/** A duration, read into milliseconds. */
export const duration = durationText.transform(durationMs)

/** `POST control/clock`. */
export const clockBody = z
  .strictObject({
    advance: duration.optional(),
    until: z.literal('quiet').optional(),
    pause: z.boolean().optional(),
    speed: z.literal(CLOCK_SPEEDS).optional(),
  })
  .refine(
    (move) => Object.values(move).some((value) => value !== undefined),
    'must have `advance`, `until`, `pause` or `speed`',
  )

/** What a clock is asked for. */
export type ClockChange = z.output<typeof clockBody>

export const CLOCK_EXAMPLE = 'Send {"advance":"24h"}, {"until":"quiet"}, {"pause":true} or {"speed":10}.'

export const clockShape = {
  now: time,
  ahead: z.number(),
  paused: z.boolean(),
  speed: z.literal(CLOCK_SPEEDS),
} satisfies Shape<ClockState>
