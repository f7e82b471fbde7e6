import type * as z from 'zod/mini'
import { AI_SHAPES } from './ai-shapes.js'
import { LIFECYCLE_SHAPES } from './lifecycle-shapes.js'
import { MATCHES_SHAPES } from './matches-shapes.js'
import { MONEY_SHAPES } from './money-shapes.js'
import { NICKNAME_SHAPES } from './nickname-shapes.js'
import { PICKING_SHAPES } from './picking-shapes.js'
import { RECORDS_SHAPES } from './records-shapes.js'
import { SHARING_SHAPES } from './sharing-shapes.js'
import { STORAGE_SHAPES } from './storage-shapes.js'
import type { Method } from './table.js'

const AREAS = {
  ...LIFECYCLE_SHAPES,
  ...STORAGE_SHAPES,
  ...MONEY_SHAPES,
  ...SHARING_SHAPES,
  ...PICKING_SHAPES,
  ...NICKNAME_SHAPES,
  ...RECORDS_SHAPES,
  ...MATCHES_SHAPES,
  ...AI_SHAPES,
} as const

/** A missing shape is an error in its area's file. Elsewhere it counts as that of `ready`, to keep the errors few. */
type ShapeOf<M extends Method> = (typeof AREAS)[M extends keyof typeof AREAS ? M : 'ready']

/**
 * The shapes of every method's parameters and result (4.1). Parameters that do not match are rejected with `INVALID` (7).
 * Faults with their own code there, such as an invalid storage key, are not checked here. Unknown fields are ignored,
 * because a newer SDK may send more.
 */
export const CALL_SHAPES: { readonly [M in Method]: ShapeOf<M> } = AREAS

/** The parameters that a method may have, by name; several where it takes this or that. */
export const parametersOf = (method: Method): readonly CallParameters[] => {
  const { params } = CALL_SHAPES[method]
  return 'shape' in params ? [params.shape] : params.def.options.map(({ shape }) => shape)
}

export type CallParameters = Readonly<Record<string, z.ZodMiniType>>

/** A method's validated parameters (4.1). */
export type ParamsOf<M extends Method> = z.output<ShapeOf<M>['params']>

/** A method's result (4.1). */
export type ResultOf<M extends Method> = z.output<ShapeOf<M>['result']>
