import type * as z from 'zod/mini'
import { PROGRESS_OPTION } from '../../../platform/calls/definition.js'
import { emptyShareFault } from '../../../platform/calls/faults.js'
import { allowedValues } from '../../../platform/calls/shape-parts.js'
import { CALL_SHAPES, type CallParameters, parametersOf } from '../../../platform/calls/shapes.js'
import type { Method } from '../../../platform/calls/table.js'
import { jsonForm } from '../../../platform/json-form.js'
import { type StaticValue, UNKNOWN, wholeValue } from '../script/static-value.js'
import { typeOf } from '../script/value.js'
import { type ArgumentFault, missing } from './argument-fault.js'
import { argument, type SdkCall } from './calls.js'
import { judgeField } from './field-faults.js'
import { isNothing, NOTHING, optionFaults, type Params, paramsOfCall } from './params.js'
import { brief, describe, SAMPLES } from './words.js'

/** What the host would say to a call, as far as its arguments are known: by the schemas and predicates of the host. */
export const argumentFaults = (call: SdkCall): readonly ArgumentFault[] => {
  const { method } = call
  if (method === null) return listenerFaults(call)
  const params = paramsOfCall(method, call)
  // A value that is not an object has no fields to judge.
  if (params.fault !== null && params.fault.code !== null) return [params.fault]
  const shapes = parametersOf(method)
  const judged = shapes.map((shape) => judgeFields(method, shape, params))
  // Of a call that takes this or that, what comes nearest.
  const [faults = []] = judged.toSorted((a, b) => a.length - b.length)
  if (shapes.length > 1 && !params.open && shapes.every((shape) => hasNone(shape, params)))
    return [missing(shapes.flatMap((shape) => Object.keys(shape)).join(' or '), 'it')]
  const options = optionFaults(method, shapes, params)
  return [
    ...(params.fault === null ? [] : [params.fault]),
    ...faults,
    ...(faults.length === 0 ? wholeFaults(method, params) : []),
    // What is not JSON is refused before what has a code of its own.
    ...(faults.some(({ code }) => code === 'INVALID') ? [] : jsonFaults(params)),
    ...options,
  ]
}

/** The SDK itself throws where the listener is not a function; the host is not involved. */
const listenerFaults = (call: SdkCall): readonly ArgumentFault[] => {
  if (call.name !== 'on' && call.name !== 'multiplayer.on') return []
  const listener = argument(call, 1)
  const type = typeOf(listener)
  if (type === null || type === 'function') return []
  const isMissing = listener.kind === 'exact' && listener.value === undefined
  return [
    {
      kind: isMissing ? 'missing-argument' : 'wrong-type',
      found: isMissing
        ? 'the listener is missing'
        : `the listener ${describe(listener)}; it must be a function`,
      code: 'throws',
      fix: 'Pass a function as the second argument.',
    },
  ]
}

const hasNone = (shape: CallParameters, { fields }: Params): boolean =>
  Object.keys(shape).every((name) => isNothing(fields.get(name) ?? NOTHING))

const judgeFields = (method: Method, shape: CallParameters, params: Params): readonly ArgumentFault[] =>
  Object.entries(shape).flatMap(([name, schema]) => {
    const value = params.fields.get(name) ?? (params.open ? UNKNOWN : NOTHING)
    return judgeField(method, name, schema, value) ?? []
  })

/** The first part of the parameters that JSON has no form for (4). */
const jsonFaults = ({ fields }: Params): readonly ArgumentFault[] => {
  for (const [name, value] of fields) {
    const found = name === PROGRESS_OPTION || isNothing(value) ? null : notJsonIn(value, name)
    if (found !== null)
      return [{ kind: 'wrong-type', found, code: 'INVALID', fix: `Pass only JSON values as ${name}.` }]
  }
  return []
}

const notJsonIn = (value: StaticValue, path: string): string | null => {
  if (value.kind === 'exact') {
    const [first] = jsonForm(value.value).notJson
    return first === undefined ? null : `${path} is ${first.is}, which is not JSON`
  }
  if (value.kind === 'typed')
    return value.type === 'function' ? `${path} is a function, which is not JSON` : null
  const parts: readonly (readonly [string | number, StaticValue])[] =
    value.kind === 'array'
      ? value.elements.map((element, index) => [index, element] as const)
      : value.kind === 'object'
        ? [...value.fields].filter(([, field]) => !isNothing(field))
        : []
  for (const [key, part] of parts) {
    const found = notJsonIn(part, `${path}.${key}`)
    if (found !== null) return found
  }
  return null
}

/** What is wrong with the parameters together. */
const wholeFaults = (method: Method, params: Params): readonly ArgumentFault[] => {
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
