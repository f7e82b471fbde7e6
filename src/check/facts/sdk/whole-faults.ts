import type * as z from 'zod/mini'
import { emptyShareFault } from '../../../platform/calls/faults.js'
import { allowedValues } from '../../../platform/calls/shape-parts.js'
import { CALL_SHAPES } from '../../../platform/calls/shapes.js'
import type { Method } from '../../../platform/calls/table.js'
import { UNKNOWN, wholeValue } from '../script/static-value.js'
import { type ArgumentFault, missing } from './argument-fault.js'
import { NOTHING, type Params } from './params.js'
import { SAMPLES } from './schema-words.js'
import { brief } from './value-words.js'

/** What is wrong with the parameters together. */
export const wholeFaults = (method: Method, params: Params): readonly ArgumentFault[] => {
  if (method === 'share') {
    const [image, text] = ['image', 'text'].map((name) =>
      wholeValue(params.fields.get(name) ?? (params.open ? UNKNOWN : NOTHING)),
    )
    if (image === null || image === undefined || text === null || text === undefined) return []
    if (!isText(image.value) || !isText(text.value)) return []
    return emptyShareFault(image.value ?? null, text.value ?? null) === null
      ? []
      : [missing('image or text', 'one of them')]
  }
  return crossFaults(method, params)
}

const isText = (value: unknown): value is string | null | undefined =>
  value === undefined || value === null || typeof value === 'string'

/** What the schema says of several fields together, for every value of the unknown ones. */
const crossFaults = (method: Method, params: Params): readonly ArgumentFault[] => {
  const { params: schema } = CALL_SHAPES[method]
  if (!('shape' in schema) || schema.def.checks === undefined || schema.def.checks.length === 0) return []
  let fillings: readonly Readonly<Record<string, unknown>>[] = [{}]
  for (const [name, field] of Object.entries(schema.shape) as [string, z.ZodMiniType][]) {
    const given = wholeValue(params.fields.get(name) ?? (params.open ? UNKNOWN : NOTHING))
    const candidates =
      given === null
        ? [undefined, ...(allowedValues(field) ?? []), ...Object.values(SAMPLES).flat()].filter(
            (sample) => field.safeParse(sample).success,
          )
        : [given.value ?? undefined]
    fillings = fillings.flatMap((filling) => candidates.map((value) => ({ ...filling, [name]: value })))
    if (fillings.length > MAX_FILLINGS) return []
  }
  const found = fillings.map((filling) => {
    const parsed = schema.safeParse(filling)
    return parsed.success ? undefined : parsed.error.issues[0]
  })
  const [first] = found
  // Only what holds for every value of the rest.
  if (first === undefined || !found.every((issue) => issue?.message === first.message)) return []
  const name = String(first.path[0] ?? 'it')
  const value = wholeValue(params.fields.get(name) ?? UNKNOWN)?.value
  return [
    {
      kind: 'number-out-of-range',
      found: `${name} is ${brief(value)}; it ${first.message}`,
      code: 'INVALID',
      fix: `Correct ${name}.`,
    },
  ]
}

const MAX_FILLINGS = 200
