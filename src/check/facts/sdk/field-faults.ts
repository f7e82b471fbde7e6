import type * as z from 'zod/mini'
import {
  type CallFault,
  isShareTextTooLong,
  messageFault,
  sharePicture,
  shareTextFault,
  storageKeyFault,
  storageValueFault,
} from '../../../platform/calls/faults.js'
import { allowedValues } from '../../../platform/calls/shape-parts.js'
import type { Method } from '../../../platform/calls/table.js'
import { formatNumber } from '../../../terminal/units.js'
import { type StaticValue, wholeValue } from '../script/static-value.js'
import { typeOf } from '../script/value.js'
import { nearestName } from '../text/nearest-name.js'
import { type ArgumentFault, type ArgumentFaultKind, missing } from './argument-fault.js'
import { isNothing } from './params.js'
import { brief, describe, listed, lowerFirst, rangeOf, SAMPLES, wantedBy } from './words.js'

export const judgeField = (
  method: Method,
  name: string,
  schema: z.ZodMiniType,
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
  const known = wholeValue(value)
  if (known === null) return null
  return judgeContent(method, name, schema, known.value)
}

/** Judges a value of the right type that is known whole. */
const judgeContent = (
  method: Method,
  name: string,
  schema: z.ZodMiniType,
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
    fix: issue.code === 'too_small' ? `Pass a string as ${name}.` : `Shorten ${name}.`,
  }
}

const KEY_FIX = 'Write the key with letters, digits and _ . : - only, without spaces.'

/** What has a code of its own (7): the schemas leave it out. */
const ownFault = (method: Method, name: string, value: unknown): ArgumentFault | null => {
  const asFault = (kind: ArgumentFaultKind, fault: CallFault | null, fix: string): ArgumentFault | null =>
    fault === null ? null : { kind, found: lowerFirst(fault.message), code: fault.code, fix }
  if (method === 'mp.send' && name === 'data')
    return asFault('text-length', messageFault(value), 'Send what changed, not the whole state of the game.')
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
  // A host takes only a cursor that it gave before, and no script knows one as text.
  if (method === 'db.list' && name === 'cursor')
    return {
      kind: 'unknown-value',
      found: `cursor is ${brief(value)}; it must be the next of an earlier answer, or be left out`,
      code: 'INVALID',
      fix: 'Leave cursor out for the first page, then pass the next of each answer.',
    }
  if (method === 'storage.set' && name === 'value')
    return asFault('text-length', storageValueFault(value), 'Store less, or spread it over several keys.')
  if (method === 'share' && name === 'text')
    return asFault(
      isShareTextTooLong(value) ? 'text-length' : 'share-text',
      shareTextFault(value),
      isShareTextTooLong(value) ? 'Shorten the text.' : 'Remove it from the text.',
    )
  if (method === 'share' && name === 'image' && value !== '') {
    const picture = sharePicture(value)
    return 'fault' in picture
      ? asFault('share-image', picture.fault, 'Pass a canvas, a Blob, or a PNG or JPEG as a data URL.')
      : null
  }
  return null
}

const fixForType = (method: Method, name: string, schema: z.ZodMiniType, value: StaticValue): string => {
  const wanted = wantedBy(schema)
  // An ID, a key or a product is not the text of an object.
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
