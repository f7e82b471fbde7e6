import type * as z from 'zod'
import { PROGRESS_OPTION } from '../../../platform/calls/arguments.js'
import { OPTIONS } from '../../../platform/calls/definition.js'
import type { CallFault } from '../../../platform/calls/faults.js'
import {
  emptyShareFault,
  isShareTextTooLong,
  messageFault,
  sharePicture,
  shareTextFault,
  storageKeyFault,
  storageValueFault,
} from '../../../platform/calls/faults.js'
import { CALL_SHAPES } from '../../../platform/calls/shapes.js'
import { CALL_TABLE, type Method } from '../../../platform/calls/table.js'
import type { ErrorCode } from '../../../platform/error-codes.js'
import { formatNumber } from '../../../terminal/units.js'
import { type StaticValue, typeOf, UNKNOWN } from '../script/static-value.js'
import { nearestName } from '../text/nearest-name.js'
import { argument, type SdkCall } from './calls.js'

/** What can be wrong with the arguments of a call; the checker has one rule for each. */
export type ArgumentFaultKind =
  | 'wrong-type'
  | 'missing-argument'
  | 'unknown-option'
  | 'bad-key'
  | 'share-text'
  | 'share-image'
  | 'text-length'
  | 'number-out-of-range'
  | 'unknown-value'

export interface ArgumentFault {
  readonly kind: ArgumentFaultKind
  /** To read on after the call's name: `value is a number; it must be a string`. */
  readonly found: string
  /** What the call rejects with; `throws` where the SDK throws at once; null where neither. */
  readonly code: ErrorCode | 'throws' | null
  readonly fix: string
}

/** What the host would say to a call, as far as its arguments are known: by the schemas and predicates of the host. */
export const argumentFaults = (call: SdkCall): readonly ArgumentFault[] => {
  const { method } = call
  if (method === null) return listenerFaults(call)
  const params = paramsOfCall(method, call)
  // Of what is no object there are no fields to speak of.
  if (params.fault !== null && params.fault.code !== null) return [params.fault]
  const shapes = shapesOf(method)
  const judged = shapes.map((shape) => judgeFields(method, shape, params))
  // Of a call that takes this or that, what comes nearest.
  const [faults = []] = judged.toSorted((a, b) => a.length - b.length)
  if (shapes.length > 1 && !params.open && shapes.every((shape) => hasNone(shape, params)))
    return [missing(shapes.flatMap((shape) => Object.keys(shape)).join(' or '), 'it')]
  const options = optionFaults(method, shapes, params)
  return [
    ...(params.fault === null ? [] : [params.fault]),
    ...faults,
    ...(faults.length === 0 ? [...wholeFaults(method, params)] : []),
    ...options,
  ]
}

/** The SDK itself throws at what is no function; whoever listens is never asked by the host. */
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

/** The parameters of a request, as far as they are known. */
interface Params {
  readonly fields: ReadonlyMap<string, StaticValue>
  /** The fields that come from the object of options. */
  readonly options: ReadonlySet<string>
  /** Whether there may be others. */
  readonly open: boolean
  /** What is wrong with the object of options itself. */
  readonly fault: ArgumentFault | null
}

const NOTHING: StaticValue = { kind: 'exact', value: undefined }

const isNothing = (value: StaticValue): boolean =>
  value.kind === 'exact' && (value.value === undefined || value.value === null)

const paramsOfCall = (method: Method, call: SdkCall): Params => {
  const names: readonly string[] = CALL_TABLE[method].arguments
  const fields = new Map<string, StaticValue>()
  const options = new Set<string>()
  const at = names.indexOf(OPTIONS)
  const given = at === -1 ? NOTHING : argument(call, at)
  if (given.kind === 'object')
    for (const [name, value] of given.fields) {
      fields.set(name, value)
      options.add(name)
    }
  for (const [index, name] of names.entries())
    if (name !== OPTIONS) {
      fields.set(name, argument(call, index))
      options.delete(name)
    }
  const open = given.kind === 'object' ? given.open : given.kind === 'unknown' || given.kind === 'typed'
  return { fields, options, open, fault: at === -1 ? null : optionsFault(method, at, given) }
}

/** What is wrong with an object of options that is no object. */
const optionsFault = (method: Method, at: number, given: StaticValue): ArgumentFault | null => {
  const type = typeOf(given)
  const isObject = type === 'object' && given.kind !== 'array'
  // What is left out is missing where something of it is needed: another fault says that.
  if (type === null || isObject || (given.kind === 'exact' && given.value === undefined)) return null
  // Beside other arguments it is spread, which makes nothing of null.
  if (at > 0 && isNothing(given)) return null
  const names: readonly string[] = CALL_TABLE[method].arguments
  const [first = ''] = shapesOf(method).flatMap((shape) =>
    Object.keys(shape).filter((name) => !names.includes(name)),
  )
  return {
    kind: 'wrong-type',
    found: `argument ${at + 1} ${describe(given)}; it must be an object`,
    code: at === 0 ? 'INVALID' : null,
    fix: `Pass an object: { ${first}: … }.`,
  }
}

type Shape = Readonly<Record<string, z.ZodType>>

/** The fields that the parameters of a method may have; several where it takes this or that. */
const shapesOf = (method: Method): readonly Shape[] => {
  const { params } = CALL_SHAPES[method]
  return 'options' in params ? params.options.map(({ shape }) => shape) : [params.shape]
}

const hasNone = (shape: Shape, { fields }: Params): boolean =>
  Object.keys(shape).every((name) => isNothing(fields.get(name) ?? NOTHING))

const judgeFields = (method: Method, shape: Shape, params: Params): readonly ArgumentFault[] =>
  Object.entries(shape).flatMap(([name, schema]) => {
    const value = params.fields.get(name) ?? (params.open ? UNKNOWN : NOTHING)
    return judgeField(method, name, schema, value) ?? []
  })

const judgeField = (
  method: Method,
  name: string,
  schema: z.ZodType,
  value: StaticValue,
): ArgumentFault | null => {
  if (value.kind === 'unknown') return null
  const takesNothing = schema.safeParse(undefined).success
  if (isNothing(value) && takesNothing) return null
  if (value.kind === 'exact' && value.value === undefined) return missing(name, wantedBy(schema))
  // A share's canvas or Blob becomes a text before it is sent; an object that the text shows is neither.
  const type = typeOf(value)
  if (type === null) return null
  const samples = SAMPLES[type] ?? []
  const values = allowedValues(schema)
  const fitsInType =
    values === null
      ? samples.some((sample) => schema.safeParse(sample).success)
      : values.some((allowed) => typeof allowed === type)
  if (!fitsInType)
    return {
      kind: 'wrong-type',
      found: `${name} ${describe(value)}; it must be ${wantedBy(schema)}`,
      code: 'INVALID',
      fix: fixForType(method, name, schema, value),
    }
  const plainValue = plain(value)
  if (plainValue === null) return null
  return judgeContent(method, name, schema, plainValue.value)
}

/** Judges a value of the right type that is known whole. */
const judgeContent = (
  method: Method,
  name: string,
  schema: z.ZodType,
  value: unknown,
): ArgumentFault | null => {
  const own = ownFault(method, name, value)
  if (own !== null) return own
  const parsed = schema.safeParse(value)
  const issue = parsed.success ? undefined : parsed.error.issues[0]
  if (issue === undefined) return null
  const code = 'INVALID'
  if (typeof value === 'number') {
    const values = allowedValues(schema)
    const allowed = values === null ? rangeOf(schema, issue) : listed(values)
    return {
      kind: 'number-out-of-range',
      found: `${name} is ${value}; it must be ${allowed}`,
      code,
      fix: `Pass ${allowed} as ${name}.`,
    }
  }
  const values = allowedValues(schema)
  if (values !== null) {
    const near = nearestName(String(value), values.map(String))
    return {
      kind: 'unknown-value',
      found: `${name} is ${brief(value)}; it must be ${listed(values)}`,
      code,
      fix: near === null ? `Pass ${listed(values)} as ${name}.` : `Write ${JSON.stringify(near)}.`,
    }
  }
  if (issue.code === 'invalid_format')
    return {
      kind: 'bad-key',
      found: `the ${name} ${brief(value)} is not allowed: it ${issue.message}`,
      code,
      fix: KEY_FIX,
    }
  const length = typeof value === 'string' ? value.length : JSON.stringify(value).length
  const found =
    issue.code === 'too_small'
      ? `${name} is empty`
      : issue.code === 'too_big'
        ? `${name} has ${formatNumber(length)} characters; at most ${formatNumber(Number(issue.maximum))} are allowed`
        : `${name} ${issue.message}`
  return {
    kind: 'text-length',
    found,
    code,
    fix: issue.code === 'too_small' ? `Pass a text as ${name}.` : `Shorten ${name}.`,
  }
}

const KEY_FIX = 'Write the key with letters, digits and _ . : - only, without spaces.'

/** What has a code of its own (7): the schemas leave it out. */
const ownFault = (method: Method, name: string, value: unknown): ArgumentFault | null => {
  const tell = (kind: ArgumentFaultKind, fault: CallFault | null, fix: string): ArgumentFault | null =>
    fault === null ? null : { kind, found: lowerFirst(fault.message), code: fault.code, fix }
  if (method === 'mp.send' && name === 'data')
    return tell('text-length', messageFault(value), 'Send what changed, not the whole state of the game.')
  if (typeof value !== 'string') return null
  if (method.startsWith('storage.') && name === 'key') {
    const fault = storageKeyFault(value)
    return fault === null
      ? null
      : {
          kind: 'bad-key',
          found: `the key ${brief(value)} is not allowed: ${lowerFirst(fault.why)}`,
          code: fault.code,
          fix: KEY_FIX,
        }
  }
  if (method === 'storage.set' && name === 'value')
    return tell('text-length', storageValueFault(value), 'Store less, or spread it over several keys.')
  if (method === 'share' && name === 'text')
    return tell(
      isShareTextTooLong(value) ? 'text-length' : 'share-text',
      shareTextFault(value),
      isShareTextTooLong(value) ? 'Shorten the text.' : 'Remove it from the text.',
    )
  if (method === 'share' && name === 'image' && value !== '') {
    const picture = sharePicture(value)
    return 'fault' in picture
      ? tell('share-image', picture.fault, 'Pass a canvas, a Blob, or a PNG or JPEG as a data URL.')
      : null
  }
  return null
}

/** What is wrong with the parameters together. */
const wholeFaults = (method: Method, params: Params): readonly ArgumentFault[] => {
  if (method === 'share') {
    const [image, text] = ['image', 'text'].map((name) =>
      plain(params.fields.get(name) ?? (params.open ? UNKNOWN : NOTHING)),
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

/** What the schema says of several fields together, whatever those are that are not known. */
const crossFaults = (method: Method, params: Params): readonly ArgumentFault[] => {
  const { params: schema } = CALL_SHAPES[method]
  if (!('shape' in schema) || schema.def.checks === undefined || schema.def.checks.length === 0) return []
  let fillings: readonly Readonly<Record<string, unknown>>[] = [{}]
  for (const [name, field] of Object.entries(schema.shape) as [string, z.ZodType][]) {
    const given = plain(params.fields.get(name) ?? (params.open ? UNKNOWN : NOTHING))
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
  // Only what holds for whatever the rest may be.
  if (first === undefined || !found.every((issue) => issue?.message === first.message)) return []
  const name = String(first.path[0] ?? 'it')
  const value = plain(params.fields.get(name) ?? UNKNOWN)?.value
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

const optionFaults = (
  method: Method,
  shapes: readonly Shape[],
  { options }: Params,
): readonly ArgumentFault[] => {
  const names: readonly string[] = CALL_TABLE[method].arguments
  const known = [
    ...new Set(shapes.flatMap((shape) => Object.keys(shape))),
    ...(CALL_TABLE[method].progress ? [PROGRESS_OPTION] : []),
  ].filter((name) => !names.includes(name))
  return [...options]
    .filter((name) => !known.includes(name) && !names.includes(name))
    .map((name) => {
      const near = nearestName(name, known)
      return {
        kind: 'unknown-option',
        found: `it has no option ${brief(name)}, which the host ignores`,
        code: null,
        fix:
          near === null
            ? `Remove it: the ${known.length === 1 ? 'only option is' : 'options are'} ${known.join(', ')}.`
            : `Write ${near}.`,
      }
    })
}

const missing = (name: string, wanted: string): ArgumentFault => ({
  kind: 'missing-argument',
  found: `${name} is missing`,
  code: 'INVALID',
  fix: `Pass ${wanted === 'it' || wanted === 'one of them' ? name : `${wanted} as ${name}`}.`,
})

/** Values of each type, of which one at least fits wherever the type does. */
const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  string: ['x'],
  number: [8, 64],
  boolean: [true],
  object: [{}, []],
  function: [],
  null: [null],
  undefined: [],
  bigint: [],
}

/** The value, where it is known whole. */
const plain = (value: StaticValue): { readonly value: unknown } | null => {
  if (value.kind === 'exact')
    return { value: typeof value.value === 'number' && !Number.isFinite(value.value) ? null : value.value }
  if (value.kind === 'object') {
    if (value.open) return null
    const fields: [string, unknown][] = []
    for (const [name, field] of value.fields) {
      const part = plain(field)
      if (part === null) return null
      fields.push([name, part.value])
    }
    return { value: Object.fromEntries(fields) }
  }
  if (value.kind === 'array') {
    const parts = value.elements.map(plain)
    if (value.open || parts.includes(null)) return null
    return { value: parts.map((part) => part?.value) }
  }
  return null
}

/** A schema without what makes it optional. */
const inner = (schema: z.ZodType): z.ZodType => {
  let found: z.ZodType = schema
  for (;;) {
    if ('unwrap' in found && typeof found.unwrap === 'function') found = found.unwrap() as z.ZodType
    else if ('in' in found) found = found.in as z.ZodType
    else return found
  }
}

/** The values that a schema allows, where it lists them. */
const allowedValues = (schema: z.ZodType): readonly (string | number)[] | null => {
  const found = inner(schema)
  if ('options' in found && Array.isArray(found.options)) return found.options.filter(isName)
  return 'values' in found && found.values instanceof Set ? [...found.values].filter(isName) : null
}

const isName = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

const listed = (values: readonly (string | number)[]): string => {
  const words = values.map((value) => JSON.stringify(value))
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

const rangeOf = (schema: z.ZodType, issue: z.core.$ZodIssue): string => {
  const found = inner(schema)
  const [least, most] = [bound(found, 'minValue'), bound(found, 'maxValue')]
  const number = 'isInt' in found && found.isInt === true ? 'a whole number' : 'a number'
  if (least !== null && most !== null) return `${number} from ${formatNumber(least)} to ${formatNumber(most)}`
  return issue.code === 'custom' ? issue.message.replace(/^must be /, '') : number
}

const bound = (schema: z.ZodType, name: 'minValue' | 'maxValue'): number | null => {
  const value: unknown = Reflect.get(schema, name)
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER
    ? value
    : null
}

/** What a schema takes, in a word. */
const wantedBy = (schema: z.ZodType): string => {
  const values = allowedValues(schema)
  if (values !== null) return listed(values)
  if (schema.safeParse('x').success) return schema.safeParse({}).success ? 'JSON' : 'a string'
  for (const [type, samples] of Object.entries(SAMPLES))
    if (samples.some((sample) => sample !== null && schema.safeParse(sample).success))
      return WORDS[type] ?? type
  return 'a string'
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
}

const describe = (value: StaticValue): string => {
  if (value.kind === 'array') return 'is an array'
  switch (typeOf(value)) {
    case 'string':
      return 'is a string'
    case 'number':
      return 'is a number'
    case 'boolean':
      return `is ${value.kind === 'exact' ? String(value.value) : 'true or false'}`
    case 'function':
      return 'is a function'
    case 'bigint':
      return 'is a bigint'
    case 'null':
      return 'is null'
    default:
      return 'is an object'
  }
}

const fixForType = (method: Method, name: string, schema: z.ZodType, value: StaticValue): string => {
  const wanted = wantedBy(schema)
  // What a text stands for is another thing than the text of an object: an id, a key, a product.
  if (!STORED.has(`${method} ${name}`)) return `Pass ${wanted} as ${name}.`
  if (wanted !== 'a string') return `Pass ${wanted} as ${name}.`
  const type = typeOf(value)
  if (type === 'object') return `Pass a string: JSON.stringify(${name}).`
  return type === 'number' || type === 'boolean'
    ? `Pass a string: String(${name}).`
    : `Pass a string as ${name}.`
}

/** The texts that an app makes of its own values. */
const STORED: ReadonlySet<string> = new Set(['storage.set value', 'db.set value'])

const MAX_BRIEF_CHARACTERS = 40

/** A value for a message. */
const brief = (value: unknown): string => {
  const points = [...(JSON.stringify(typeof value === 'string' ? value.slice(0, 200) : value) ?? 'nothing')]
  return points.length <= MAX_BRIEF_CHARACTERS
    ? points.join('')
    : `${points.slice(0, MAX_BRIEF_CHARACTERS - 1).join('')}…`
}

/** A sentence of the host's as a part of another. */
const lowerFirst = (sentence: string): string =>
  `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, '')
