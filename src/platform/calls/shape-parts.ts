import type * as z from 'zod/mini'
import { textBounds } from './shape.js'

/** A shape without what makes it optional. */
export const withoutOptional = (shape: z.ZodMiniType): z.ZodMiniType => {
  const { def } = shape as Defined
  if (def.type === 'pipe') return withoutOptional(def.in)
  return def.type === 'optional' || def.type === 'nullable' ? withoutOptional(def.innerType) : shape
}

/** Whether a parameter can be left out. */
export const isOptional = (shape: z.ZodMiniType): boolean => shape.safeParse(undefined).success

/** The values that a shape allows, where it lists them; else null. */
export const allowedValues = (shape: z.ZodMiniType): readonly (string | number)[] | null => {
  const { def } = withoutOptional(shape) as Defined
  if (def.type === 'enum') return Object.values(def.entries).filter(isName)
  return def.type === 'literal' ? def.values.filter(isName) : null
}

const isName = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

/** The least and the most that a number, or the length of a text, may be; null where nothing bounds it. */
export const boundsOf = (
  shape: z.ZodMiniType,
): { readonly least: number | null; readonly most: number | null } => {
  const bare = withoutOptional(shape)
  const text = textBounds.get(bare)
  if (text !== undefined) return text
  let [least, most]: [number | null, number | null] = [null, null]
  for (const { _zod } of bare.def.checks ?? []) {
    const check = _zod.def as Check
    if (check.check === 'greater_than') least = check.value
    else if (check.check === 'less_than') most = check.value
  }
  return { least, most }
}

/** Whether a shape takes whole numbers only. */
export const isWholeNumber = (shape: z.ZodMiniType): boolean => {
  const { def } = withoutOptional(shape)
  return 'format' in def && def.format === 'safeint'
}

/** The checks of zod that bound a value; the platform's shapes use them with numbers, and include the bound. */
type Check =
  | { readonly check: 'greater_than' | 'less_than'; readonly value: number }
  | { readonly check: 'overwrite' | 'custom' | 'number_format' | 'string_format' }

/** A shape with its definition, of which these are the parts that the platform's shapes use. */
export interface Defined extends z.ZodMiniType {
  readonly def: z.ZodMiniType['def'] & Definition
}

type Definition =
  | { readonly type: 'object'; readonly shape: Readonly<Record<string, z.ZodMiniType>> }
  | { readonly type: 'union'; readonly options: readonly z.ZodMiniType[] }
  | { readonly type: 'nullable' | 'optional'; readonly innerType: z.ZodMiniType }
  | { readonly type: 'pipe'; readonly in: z.ZodMiniType }
  | { readonly type: 'array'; readonly element: z.ZodMiniType }
  | { readonly type: 'record'; readonly valueType: z.ZodMiniType }
  | { readonly type: 'literal'; readonly values: readonly unknown[] }
  | { readonly type: 'enum'; readonly entries: Readonly<Record<string, unknown>> }
  | { readonly type: 'custom' | 'string' | 'number' | 'boolean' | 'null' }
