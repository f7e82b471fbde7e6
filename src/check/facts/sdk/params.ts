import { OPTIONS, PROGRESS_OPTION } from '../../../platform/calls/definition.js'
import { type CallParameters, parametersOf } from '../../../platform/calls/shapes.js'
import { CALL_TABLE, type Method } from '../../../platform/calls/table.js'
import type { StaticValue } from '../script/static-value.js'
import { typeOf } from '../script/value.js'
import { nearestName } from '../text/nearest-name.js'
import type { ArgumentFault } from './argument-fault.js'
import { argument, type SdkCall } from './calls.js'
import { brief, describe } from './words.js'

/** The parameters of a request, as far as they are known. */
export interface Params {
  readonly fields: ReadonlyMap<string, StaticValue>
  /** The fields that come from the object of options. */
  readonly options: ReadonlySet<string>
  /** Whether there may be others. */
  readonly open: boolean
  /** What is wrong with the object of options itself. */
  readonly fault: ArgumentFault | null
}

export const NOTHING: StaticValue = { kind: 'exact', value: undefined }

export const isNothing = (value: StaticValue): boolean =>
  value.kind === 'exact' && (value.value === undefined || value.value === null)

export const paramsOfCall = (method: Method, call: SdkCall): Params => {
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

/** What is wrong with options that are not an object. */
const optionsFault = (method: Method, at: number, given: StaticValue): ArgumentFault | null => {
  const type = typeOf(given)
  const isObject = type === 'object' && given.kind !== 'array'
  // What is left out is missing where something of it is needed: another fault says that.
  if (type === null || isObject || (given.kind === 'exact' && given.value === undefined)) return null
  // Beside other arguments, null counts as no options.
  if (at > 0 && isNothing(given)) return null
  const names: readonly string[] = CALL_TABLE[method].arguments
  const [first = ''] = parametersOf(method).flatMap((shape) =>
    Object.keys(shape).filter((name) => !names.includes(name)),
  )
  return {
    kind: 'wrong-type',
    found: `argument ${at + 1} ${describe(given)}; it must be an object`,
    code: 'INVALID',
    fix: `Pass an object: { ${first}: … }.`,
  }
}

export const optionFaults = (
  method: Method,
  shapes: readonly CallParameters[],
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
        found: `${brief(name)} is not an option, and the host ignores it`,
        code: null,
        fix:
          near === null
            ? `Remove it: the ${known.length === 1 ? 'only option is' : 'options are'} ${known.join(', ')}.`
            : `Write ${near}.`,
      }
    })
}
