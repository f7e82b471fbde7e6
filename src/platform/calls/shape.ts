import * as z from 'zod/mini'
import type { Binary } from '../envelope.js'
import type { CallArea } from './definition.js'

/** The shapes of a call's parameters and result (4.1). */
interface CallShape {
  readonly params: z.ZodMiniType
  readonly result: z.ZodMiniType
}

/** A shape for each call of an area. */
export type ShapesOf<Area extends CallArea> = { readonly [Method in keyof Area]: CallShape }

/** The shapes of a call, each made when it is first asked for: the checker asks for those of few calls. */
export const shapes = <Params extends z.ZodMiniType, Result extends z.ZodMiniType>(make: {
  readonly params: () => Params
  readonly result: () => Result
}): { readonly params: Params; readonly result: Result } => {
  let params: Params | undefined
  let result: Result | undefined
  return {
    get params() {
      params ??= make.params()
      return params
    },
    get result() {
      result ??= make.result()
      return result
    },
  }
}

/** An optional parameter: `null` counts as absent, in every call. */
export const optional = <Shape extends z.ZodMiniType>(shape: Shape) =>
  z.pipe(
    z.nullish(shape),
    z.transform((value: z.output<Shape> | null | undefined) => value ?? undefined),
  )

/** The least and the most UTF-16 units of a text; null where nothing bounds it. */
interface TextBounds {
  readonly least: number
  readonly most: number | null
}

/** The bounds of the texts that `text` made. */
export const textBounds = z.registry<TextBounds>()

/** A text of a length in UTF-16 units (readings). The lengths of zod count code points, and so take twice as many emoji. */
export const text = (least: number, most: number | null) => {
  const schema = z.string().check(
    z.check<string>(({ value: input, issues }) => {
      const base = { origin: 'string', inclusive: true, input } as const
      if (input.length < least) issues.push({ ...base, code: 'too_small', minimum: least })
      if (most !== null && input.length > most) issues.push({ ...base, code: 'too_big', maximum: most })
    }),
  )
  textBounds.add(schema, { least, most })
  return schema
}

/** The parameters of a call without parameters. */
export const none = z.object({})

/** The result of a call without a result. */
export const empty = z.strictObject({})

export const binary = z.custom<Binary>(
  (value) => typeof value === 'object' && value !== null && 'size' in value && 'type' in value,
)

export const playerId = z.string()
export const player = z.strictObject({ id: playerId, nickname: z.nullable(z.string()) })

export type Json = z.output<ReturnType<typeof z.json>>

/**
 * Any JSON value. Every request is parsed from JSON, so the value can only be absent. Validating it deeply would be the
 * most expensive step for a busy match.
 */
export const json = z.custom<Json>((value) => value !== undefined, 'is missing')

export const accessType = z.enum(['free', 'one_time', 'pass_30d'])
